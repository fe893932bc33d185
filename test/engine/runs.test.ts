import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { attributeRequestsTo } from '../../src/http/request-scope.ts';
import type { OutgoingRequest } from '../../src/http/types.ts';
import type { Script } from './fake-client.ts';
import { FakeStore, refusal } from './fake-store.ts';
import { benchOf } from './context-of.ts';

/** A target that takes an odd animal, told by its category, or refuses it, by turns. */
function choosy(held: number, takes: readonly boolean[]): (ask: OutgoingRequest) => Script {
  const store = new FakeStore(held);
  return (ask) => {
    const category = /"categoryId":(\d{3,})/.exec(ask.body ?? '')?.[1];
    const refused = category !== undefined && takes[Number(category) % takes.length] === false;
    return refused ? refusal(400) : store.answer(ask);
  };
}

/** What a run could still decide once it has drawn so many inputs for each of several properties. */
async function decided(runs: number, maxCreated: number, held: number, takes: readonly boolean[]) {
  const { context } = benchOf(choosy(held, takes), { maxCreated });
  await context.population.starters();
  await Promise.all(
    ['create/a', 'create/b', 'create/c', 'create/d'].flatMap((check) =>
      Array.from({ length: runs }, (_, n) =>
        attributeRequestsTo(check, () => context.creates.borderline({ categoryId: BigInt(100 + n) })),
      ),
    ),
  );
  const closing = await context.creates.plain('sold');
  const few = await context.population.atLeast(21);
  const many = await context.population.atLeast(101);
  const fresh = await Promise.all([1, 2, 3].map(() => context.creates.plain('sold')));
  return {
    closing: closing === undefined ? 0 : 1,
    few: Number(few),
    many: Number(many),
    fresh: fresh.filter((reply) => reply !== undefined).length,
    spent: context.api.budget.spent,
  };
}

it('a larger --runs decides no less, whatever the budget, what the target holds and what it takes', async () => {
  const scenes = fc.record({
    maxCreated: fc.integer({ min: 1, max: 170 }),
    held: fc.constantFrom(0, 5, 15, 60, 95, 120),
    few: fc.integer({ min: 1, max: 6 }),
    more: fc.integer({ min: 0, max: 60 }),
    takes: fc.array(fc.boolean(), { minLength: 1, maxLength: 4 }),
  });
  await fc.assert(
    fc.asyncProperty(scenes, async ({ maxCreated, held, few, more, takes }) => {
      const less = await decided(few, maxCreated, held, takes);
      const most = await decided(few + more, maxCreated, held, takes);
      expect(most.spent).toBeLessThanOrEqual(maxCreated);
      // A few animals cannot do for fresh ones too.
      if (maxCreated >= 18) expect(most.fresh).toBeGreaterThanOrEqual(less.fresh);
      for (const told of ['closing', 'few', 'many'] as const) {
        expect(most[told], told).toBeGreaterThanOrEqual(less[told]);
      }
    }),
    { numRuns: 40 },
  );
});
