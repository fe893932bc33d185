import { expect, it } from 'vitest';
import type { Api } from '../../src/engine/target/api.ts';
import { FakeStore, refusal } from './fake-store.ts';
import { benchOf } from './context-of.ts';

/** A store in which every second request to add an animal gets no answer that tells. */
function everySecond(store: FakeStore, stores: boolean) {
  let sent = 0;
  return (ask: Parameters<FakeStore['answer']>[0]) => {
    if (ask.operation !== 'create') return store.answer(ask);
    sent += 1;
    if (sent % 2 === 0) return store.answer(ask);
    if (stores) store.answer(ask);
    return 'unavailable' as const;
  };
}

function countsOf({ budget: { spent, created } }: Api) {
  return { spent, created };
}

it.each([
  ['give back what was not stored', 0, false, { spent: 3, created: 3 }],
  ['keep what was', 0, true, { spent: 3, created: 3 }],
  ['keep all where they are full', 150, false, { spent: 6, created: 3 }],
])('lists that show all there is %s', async (_what, held, stores, expected) => {
  const { api, creates, pages } = benchOf(everySecond(new FakeStore(held), stores)).context;
  await pages.at('snapshot');
  for (let n = 0; n < 3; n += 1) await creates.plain(held === 0 ? 'sold' : undefined);
  await api.settleDoubts();
  expect(countsOf(api)).toEqual(expected);
  await api.settleDoubts();
  expect(countsOf(api)).toEqual(expected);
});

it('asks for nothing where there is no doubt', async () => {
  const store = new FakeStore();
  const { client, context } = benchOf((ask) =>
    ask.operation === 'create' ? refusal(400) : store.answer(ask),
  );
  await context.creates.plain('sold');
  await context.api.settleDoubts();
  expect(client.asks).toHaveLength(1);
});
