import { expect, it } from 'vitest';
import { asks } from '../../../src/kit/verbs/asks.ts';
import { FakeStore } from '../fake-store.ts';
import { foundBy } from '../lab-of.ts';

const facts = { title: 'some', decides: ['get.success'], needs: ['get'], stage: 'read-back' } as const;

it('sends, and leaves the judging to others', async () => {
  const check = asks('get/some', { ...facts, pulls: ['create/*'], send: ({ api }) => api.get(7n) });
  expect(check).toMatchObject({ id: 'get/some', ...facts, pulls: ['create/*'] });
  const { findings, client } = await foundBy([check], new FakeStore(3).answer);
  expect(findings).toEqual([]);
  expect(client.asks.at(-1)?.url).toMatch(/\/pets\/7$/);
});

it('sends nothing where what it needs is missing, and says so of what it would have fed', async () => {
  const check = asks('get/some', { ...facts, send: ({ api }) => api.get(7n) });
  const { findings, client } = await foundBy([check], new FakeStore(3).answer, { asOf: '2031-01-01' });
  expect(findings).toMatchObject([{ kind: 'left-out', requirement: 'get.success', lowers: false }]);
  expect(client.asks).toEqual([]);
});
