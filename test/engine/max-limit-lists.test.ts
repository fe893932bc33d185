import { describe, expect, it } from 'vitest';
import { FakeStore } from './fake-store.ts';
import { benchOf } from './context-of.ts';

describe('the widest lists', () => {
  it('are unfiltered and of each status, as long as lists may be', async () => {
    const { client, context } = benchOf(new FakeStore(3).answer);
    const pages = await context.pages.widest();
    expect(pages.map(({ query }) => query)).toEqual([
      { limit: '100' },
      { limit: '100', status: 'available' },
      { limit: '100', status: 'pending' },
      { limit: '100', status: 'sold' },
    ]);
    expect(pages.map(({ items }) => items?.length)).toEqual([3, 3, 0, 0]);
    expect(client.asks).toHaveLength(4);
  });

  it('are read once at each moment that matters, and belong to no check', async () => {
    const { client, context } = benchOf(new FakeStore().answer);
    let settled = 0;
    const settle = () => Promise.resolve(void (settled += 1));
    for (const read of [
      () => context.pages.at('snapshot'),
      () => context.pages.at('read-back'),
      () => context.pages.at('settled', settle),
    ]) {
      const [one, two] = await Promise.all([read(), read()]);
      expect(one).toBe(two);
    }
    expect(settled).toBe(1);
    expect(client.asks).toHaveLength(12);
    const readers = new Set(client.exchanges.map(({ check }) => check));
    expect([...readers]).toEqual(['population/snapshot', 'population/read-back', 'population/settled']);
    await context.pages.widest();
    expect(client.asks).toHaveLength(16);
  });

  it('show what is there only after they have settled', async () => {
    const store = new FakeStore();
    const { context } = benchOf(store.answer);
    const pages = await context.pages.at('settled', () =>
      Promise.resolve(void store.add({ name: 'Rex', categoryId: 1 })),
    );
    expect(pages[0]?.items).toHaveLength(1);
  });
});

describe('the status that the fewest animals have', () => {
  it.each([
    [[], 'sold'],
    [['sold'], 'pending'],
    [['sold', 'pending'], 'available'],
    [['sold', 'pending', 'pending', 'available'], 'sold'],
  ] as const)('of %j is %s', async (statuses, rarest) => {
    const store = new FakeStore();
    for (const status of statuses) store.add({ name: 'Old', categoryId: 1, status });
    expect(await benchOf(store.answer).context.pages.rarestStatus()).toBe(rarest);
  });

  it('is never one whose list could not be read, where another could', async () => {
    const store = new FakeStore(5);
    const { context } = benchOf((ask) => (ask.url.includes('sold') ? 'timeout' : store.answer(ask)));
    expect(await context.pages.rarestStatus()).toBe('pending');
  });
});
