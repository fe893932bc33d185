import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attributeRequestsTo } from '../../src/http/request-scope.ts';
import type { OutgoingRequest } from '../../src/http/types.ts';
import { FakeStore, ok, refusal } from './fake-store.ts';
import { benchOf } from './context-of.ts';

const creates = (asks: readonly OutgoingRequest[]) => asks.filter(({ operation }) => operation === 'create');

describe('the first animals', () => {
  it('have each status twice and twice none, and are added once', async () => {
    const { client, context } = benchOf(new FakeStore().answer);
    const [one, two] = await Promise.all([context.population.starters(), context.population.starters()]);
    expect(one).toBe(two);
    const statuses = one.map((reply) => reply.submitted?.status ?? 'none');
    expect(statuses.toSorted().join(' ')).toBe('available available none none pending pending sold sold');
    expect(creates(client.asks)).toHaveLength(8);
  });

  it('are added after the target was read as it was', async () => {
    const { client, context } = benchOf(new FakeStore(3).answer);
    await context.population.starters();
    expect(client.asks.slice(0, 4).map(({ method }) => method)).toEqual(Array(4).fill('GET'));
    const seen = (await context.pages.at('snapshot')).flatMap((page) => page.items ?? []);
    expect(seen).toHaveLength(6);
  });

  it.each([
    [{}, 'available', 1],
    [{ readOnly: true }, 'available', 0],
    [{}, 'sold', 0],
  ])(
    'come after a list of sold ones, where others are there and none is sold: %o, %s',
    async (config, status, lists) => {
      const store = new FakeStore();
      store.add({ name: 'Old', categoryId: 1, status });
      const { client, context } = benchOf(store.answer, config);
      await context.population.starters();
      const sold = ({ url }: OutgoingRequest): boolean => url.endsWith('?status=sold');
      expect(client.asks.filter(sold)).toHaveLength(lists);
      if (lists > 0) expect(client.asks.findIndex(sold)).toBe(5);
    },
  );

  it.each([
    [{ readOnly: true }, 0],
    [{ maxCreated: 0 }, 0],
    [{ maxCreated: 1 }, 1],
    [{ maxCreated: 3 }, 1],
    [{ maxCreated: 9 }, 4],
    [{ maxCreated: 16 }, 8],
    [{ maxCreated: 150 }, 8],
  ])('are as many as %o allows', async (config, count) => {
    const { client, context } = benchOf(new FakeStore().answer, config);
    expect(await context.population.starters()).toHaveLength(count);
    expect(creates(client.asks)).toHaveLength(count);
  });

  it('take turns with the categories given, exactly', async () => {
    const { client, context } = benchOf(new FakeStore().answer, { categoryIds: [3n, 2n ** 63n - 1n] });
    await context.population.starters();
    const sent = creates(client.asks).map(({ body }) => /"categoryId"\s*:\s*(\d+)/.exec(body ?? '')?.[1]);
    expect(new Set(sent)).toEqual(new Set(['3', '9223372036854775807']));
  });
});

it('knows what a list could have shown when it came, of the status that it was asked for', async () => {
  const store = new FakeStore(2);
  store.add({ name: 'Rex', categoryId: 1, status: 'sold' });
  const { context } = benchOf(store.answer);
  const { api, population } = context;
  const early = await api.list({ limit: '1' });
  const all = await api.list();
  const sold = await api.list({ status: 'sold' });
  await context.creates.plain('sold');
  const later = await api.list({ status: 'sold', limit: '1' });
  expect([early, all, sold, later].map((page) => population.expectedCount(page))).toEqual([1, 3, 1, 2]);
});

describe('topping up', () => {
  it('writes each animal in another way, and tells each from the others by its name', async () => {
    const { client, context } = benchOf(new FakeStore().answer);
    await context.population.atLeast(40);
    const bodies = creates(client.asks).map(({ body }) => body ?? '');
    const names = bodies.map((body) => (JSON.parse(body) as { name: string }).name);
    expect(new Set(names).size).toBe(40);
    expect(bodies.filter((body) => body.includes('\n'))).not.toEqual([]);
    expect(bodies.filter((body) => body.includes('\\u'))).not.toEqual([]);
  });

  it.each([
    [3, 'available'],
    [4, 'pending'],
    [-5, 'sold'],
  ])('gives at least 53 to the status of seed %i, and 21 to each other one', async (seed, frequent) => {
    const store = new FakeStore();
    const { context } = benchOf(store.answer, { seed });
    await context.population.atLeast(101);
    for (const status of ['available', 'pending', 'sold'] as const) {
      const count = store.animals.filter((animal) => animal.status === status).length;
      expect(count).toBeGreaterThanOrEqual(status === frequent ? 53 : 21);
    }
    expect(store.animals).toHaveLength(101);
  });

  it('adds what is missing to what the target holds, and no more', async () => {
    for (const held of [0, 10, 30]) {
      const { client, context } = benchOf(new FakeStore(held).answer);
      expect(await context.population.atLeast(21)).toBe(true);
      expect(creates(client.asks)).toHaveLength(Math.max(8, 21 - held));
      expect(context.population.isCapped).toBe(false);
    }
  });

  it('never goes beyond the budget, whatever is asked of it at once, and says so where that is too little', async () => {
    const counts = fc.array(fc.integer({ min: 0, max: 130 }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(fc.nat(120), fc.nat(60), counts, async (maxCreated, held, wanted) => {
        const store = new FakeStore(held);
        const { client, context } = benchOf(store.answer, { maxCreated });
        const reached = await Promise.all(wanted.map((count) => context.population.atLeast(count)));
        expect(creates(client.asks).length).toBeLessThanOrEqual(maxCreated);
        expect(store.animals.length).toBe(held + context.api.budget.spent);
        const most = Math.max(...wanted);
        expect(context.population.knownIds().size >= most).toBe(reached.at(wanted.indexOf(most)));
        if (reached.includes(false)) expect(context.population.isCapped).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it('creates next to nothing on a target that an earlier run has filled', async () => {
    const store = new FakeStore();
    const first = benchOf(store.answer);
    await first.context.population.atLeast(101);
    const second = benchOf(store.answer);
    expect(await second.context.population.atLeast(101)).toBe(true);
    expect(creates(first.client.asks)).toHaveLength(101);
    expect(creates(second.client.asks)).toHaveLength(8);
  });

  it('gives up on a target that does not store', async () => {
    const store = new FakeStore();
    const { client, context } = benchOf((ask) =>
      ask.operation === 'create' ? refusal(400) : store.answer(ask),
    );
    expect(await context.population.atLeast(21)).toBe(false);
    expect(creates(client.asks).length).toBeLessThan(8 + 21 * 4);
    expect({ spent: context.api.budget.spent, short: context.population.isCapped }).toEqual({
      spent: 0,
      short: false,
    });
  });
});

it.each([0, 60, 101])('odd animals that bring nothing leave what is missing beside %i', async (held) => {
  const store = new FakeStore(held);
  const { context } = benchOf((ask) => (ask.operation === 'create' ? ok(201, {}) : store.answer(ask)));
  await context.pages.at('snapshot');
  for (const check of ['a', 'b', 'c', 'd', 'e']) {
    const odd = () =>
      attributeRequestsTo(`create/${check}`, () => context.creates.borderline({ categoryId: 5n }));
    for (let sent = await odd(); sent !== undefined;) sent = await odd();
  }
  expect(context.api.budget.left).toBeGreaterThanOrEqual(101 - held);
  expect(context.api.budget.left).toBeLessThan(101 - held + 10);
});

describe('what the run knows', () => {
  it('are the animals whose 201 named them, and the ids that it saw or made', async () => {
    const store = new FakeStore(2);
    const { context } = benchOf(store.answer);
    await context.population.starters();
    expect(context.population.animals().map(({ id }) => id)).toEqual([3n, 4n, 5n, 6n, 7n, 8n, 9n, 10n]);
    expect(context.population.knownIds()).toEqual(
      new Set(Array.from({ length: 10 }, (_, n) => BigInt(n + 1))),
    );
  });

  it('tells plain animals from those that a target may refuse', async () => {
    const { context } = benchOf(new FakeStore().answer);
    await context.creates.plain('sold');
    await context.creates.borderline({ categoryId: 5n });
    await context.creates.invalid((valid) => ({ ...valid, name: 7 }));
    const told = context.population
      .animals()
      .map(({ isValid, submitted }) => [isValid, submitted.categoryId]);
    expect(told.map(String)).toEqual(['true,1', 'false,5']);
  });
});
