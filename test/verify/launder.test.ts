import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../reports/exchange.ts';
import { ran, verified } from './folders.ts';
import { launder } from './launder.ts';

type Edit = (one: Exchange) => Exchange;
type Answer = NonNullable<Exchange['response']>;

const answering =
  (is: (one: Exchange, answer: Answer) => boolean, change: (answer: Answer) => Partial<Answer>): Edit =>
  (one) =>
    one.response !== null && is(one, one.response)
      ? { ...one, response: { ...one.response, ...change(one.response) } }
      : one;
const bodied = (body: string): Partial<Answer> => ({ body, bodySize: Buffer.byteLength(body) });
const challenging = ({ headers }: Answer): Partial<Answer> => ({
  headers: [...headers, ['www-authenticate', 'Bearer']],
});
const refusedAs = (operation: string, kind: string, wrong: number) =>
  answering(
    ({ operation: of, request }, { status }) =>
      of === operation && request.credential?.kind === kind && status === wrong,
    (answer) => ({ status: 401, statusText: 'Unauthorized', ...challenging(answer) }),
  );
const isBareList = ({ operation, request }: Exchange) =>
  operation === 'list' && request.url.endsWith('/pets');
const isBrokenList = ({ operation }: Exchange, { status }: Answer) => operation === 'list' && status === 500;
const empty = { status: 200, statusText: 'OK', headers: [['content-type', 'application/json']] } as const;
const withoutNull = ({ body }: Answer) => bodied(body.replaceAll(/,"status":null|"status":null,/gu, ''));

type Laundering = readonly [fault: string, only: readonly string[], edit: Edit];

/** On other answers the run would have sent something else, or its answers tell of what was dropped. */
const TOLD: readonly Laundering[] = [
  ['auth/missing-403-on-list', ['auth.*'], refusedAs('list', 'none', 403)],
  ['auth/missing-404-on-list', ['auth.*'], refusedAs('list', 'none', 404)],
  ['auth/missing-400-on-create', ['auth.*'], refusedAs('create', 'none', 400)],
  ['auth/missing-403-on-create', ['auth.*'], refusedAs('create', 'none', 403)],
  ['auth/missing-403-on-get', ['auth.*'], refusedAs('get', 'none', 403)],
  ['auth/invalid-400-on-create', ['auth.*'], refusedAs('create', 'wrong-token', 400)],
  ['auth/invalid-403-on-list', ['auth.*'], refusedAs('list', 'wrong-token', 403)],
  ['auth/invalid-403-on-get', ['auth.*'], refusedAs('get', 'wrong-token', 403)],
  ['list/default-10', ['list.limit.default'], answering(isBareList, () => bodied('[]'))],
];

/** Nothing else in the run follows from the confirmations that are dropped: docs/certifying.md says so. */
const REMAINS: readonly Laundering[] = [
  ['auth/malformed-403-on-list', ['auth.*'], refusedAs('list', 'malformed', 403)],
  ['auth/malformed-400-on-get', ['auth.*'], refusedAs('get', 'malformed', 400)],
  ['auth/no-challenge', ['auth.*'], answering((_, { status }) => status === 401, challenging)],
  [
    'list/status-unknown-crash',
    ['list.status.*'],
    answering(isBrokenList, () => ({ ...empty, ...bodied('[]') })),
  ],
  [
    'create/status-unset-null',
    ['create.status.*'],
    answering((_, { body }) => body.includes('"status":null'), withoutNull),
  ],
];

async function laundered([fault, only, edit]: Laundering) {
  const real = await ran([fault], { runs: 1, only, messagesUrl: undefined, consistencyMs: 150 });
  const forged = await launder(real, edit);
  // It is worth the trouble.
  expect(forged.evidence.length).toBeLessThan(real.evidence.length);
  return (await verified(forged)).disagreements;
}

test.each(TOLD)('%s, laundered, is told', async (...row) => {
  expect(await laundered(row)).not.toEqual([]);
});

test.each(REMAINS)('%s, laundered, is what no evidence shows', async (...row) => {
  expect(await laundered(row)).toEqual([]);
});

describe('what is bound besides', () => {
  test.each([
    ['the User-Agent of an exchange that was numbered anew', / x7$/u, ' x8', ['x7']],
    ['Accept, everywhere alike', /^application\/json$/u, '*/*', ['x1', 'x2']],
    ['User-Agent, everywhere alike', /^petstore-conformance\/\S+ x\d+$/u, 'okhttp/4.12.0', ['x1', 'x2']],
  ])('%s', async (_, from, to, ids) => {
    const real = await ran([], { runs: 1, only: ['list.limit.default'], messagesUrl: undefined });
    const evidence = real.evidence.map((one) => ({
      ...one,
      request: {
        ...one.request,
        headers: one.request.headers.map(
          ([name, value, ...more]) =>
            [name, name === 'Content-Type' ? value : value.replace(from, to), ...more] as const,
        ),
      },
    }));
    const { disagreements } = await verified(real, { evidence });
    expect(disagreements.slice(0, ids.length)).toEqual(
      ids.map((id) => ({
        kind: 'replay',
        where: 'evidence.har',
        message: `has exchange ${id}, with request headers that this kit does not send`,
      })),
    );
  });

  test('an animal of the run that no request of it named', async () => {
    const real = await ran([], { runs: 1, only: ['list.limit.default'], messagesUrl: undefined });
    const name = `Zzz${real.report.tag ?? ''}`;
    const evidence = real.evidence.map((one) =>
      answering(
        ({ operation }) => operation === 'list',
        ({ body }) => bodied(body.replace(/"name":"[^"]*"/u, `"name":"${name}"`)),
      )(one),
    );
    const { disagreements } = await verified(real, { evidence });
    expect(disagreements.map(({ message }) => message)).toContainEqual(
      expect.stringContaining(`shows ${name.toLowerCase()}, which no request sent`),
    );
  });
});
