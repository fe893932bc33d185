import { describe, expect, it } from 'vitest';
import { noCredential } from '../../src/engine/target/credentials.ts';
import {
  allowedLimit,
  hasDocumentedQuery,
  integerLimit,
  isAuthenticatedList,
  isPetStatus,
  listLength,
} from '../../src/engine/target/lists.ts';
import type { ListQuery } from '../../src/engine/target/replies.ts';
import { limitOf, describeQuery } from '../../suites/lists.ts';
import { FakeStore, refusal } from '../engine/fake-store.ts';
import { benchOf } from '../engine/context-of.ts';

const asked = (query: ListQuery) => benchOf(new FakeStore(2).answer).context.api.list(query);

describe('the limit of a list', () => {
  it.each<[ListQuery, bigint | undefined, number | undefined, number | undefined, boolean]>([
    [{}, undefined, undefined, 20, true],
    [{ limit: '1' }, 1n, 1, 1, true],
    [{ limit: '100', status: 'sold' }, 100n, 100, 100, true],
    [{ limit: '007' }, 7n, 7, 7, true],
    [{ limit: '0' }, 0n, undefined, undefined, false],
    [{ limit: '-1' }, -1n, undefined, undefined, false],
    [{ limit: '101' }, 101n, undefined, undefined, false],
    [{ limit: '18446744073709551617' }, 18446744073709551617n, undefined, undefined, false],
    [{ limit: '1.0' }, undefined, undefined, undefined, false],
    [{ limit: '' }, undefined, undefined, undefined, false],
    [{ limit: ' 5' }, undefined, undefined, undefined, false],
    [{ status: 'sold' }, undefined, undefined, 20, true],
    [{ status: 'SOLD' }, undefined, undefined, 20, false],
    [{ status: '' }, undefined, undefined, 20, false],
  ])('%o', async (query, exact, allowed, holding, documented) => {
    const page = await asked(query);
    expect(integerLimit(page)).toBe(exact);
    expect(allowedLimit(page)).toBe(allowed);
    expect(limitOf(page)).toBe(holding);
    expect(hasDocumentedQuery(page)).toBe(documented);
  });
});

it('a list is one that was asked for with a valid key', async () => {
  const { api } = benchOf(new FakeStore(2).answer).context;
  expect(isAuthenticatedList(await api.list())).toBe(true);
  expect(isAuthenticatedList(await api.list({}, { credential: noCredential }))).toBe(false);
  expect(isAuthenticatedList(await api.get(1n))).toBe(false);
});

it('a list is as long as what it shows', async () => {
  expect(listLength(await asked({}))).toBe(2);
  expect(listLength(await benchOf(() => refusal(500)).context.api.list())).toBe(0);
  expect(['available', 'pending', 'sold'].every(isPetStatus)).toBe(true);
  expect([undefined, '', 'Sold', 'toString'].some(isPetStatus)).toBe(false);
});

it.each([
  [{}, 'no limit'],
  [{ limit: '5' }, 'limit=5'],
  [{ status: 'sold' }, 'no limit and status=sold'],
  [{ limit: '5', status: 'sold' }, 'limit=5 and status=sold'],
])('%j in words: %s', (query, words) => {
  expect(describeQuery(query)).toBe(words);
});
