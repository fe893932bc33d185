import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { Budget } from '../../src/kit/budget.ts';

async function turns(n: number): Promise<void> {
  for (let i = 0; i < n; i += 1) await Promise.resolve();
}

it('is never exceeded, loses no reservation and leaves nobody waiting, however many ask at once', async () => {
  const request = fc.record({ before: fc.nat(3), during: fc.nat(5), stored: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.nat(6), fc.array(request, { maxLength: 25 }), async (max, requests) => {
      const budget = new Budget(max);
      let underWay = 0;
      let kept = 0;
      const granted = await Promise.all(
        requests.map(async ({ before, during, stored }) => {
          await turns(before);
          if (!(await budget.reserve())) {
            // Only what was kept can have used it up.
            expect(kept).toBe(max);
            return false;
          }
          underWay += 1;
          expect(kept + underWay).toBeLessThanOrEqual(max);
          await turns(during);
          underWay -= 1;
          if (stored) kept += 1;
          budget.settle(stored);
          return true;
        }),
      );
      expect(budget.spent).toBe(kept);
      expect(budget.left).toBe(max - kept);
      if (granted.includes(false)) expect(kept).toBe(max);
    }),
  );
});

it('counts what is under way as kept until it is settled', async () => {
  const budget = new Budget(2);
  await budget.reserve();
  expect({ spent: budget.spent, left: budget.left }).toEqual({ spent: 0, left: 1 });
  budget.settle(false);
  expect({ spent: budget.spent, left: budget.left }).toEqual({ spent: 0, left: 2 });
});

it('makes the last one wait for a reservation that may come back', async () => {
  const budget = new Budget(1);
  await budget.reserve();
  const [second, third] = [budget.reserve(), budget.reserve()];
  budget.settle(false);
  expect(await second).toBe(true);
  budget.settle(true);
  expect(await third).toBe(false);
});

it('grants nothing where nothing may be created', async () => {
  expect(await new Budget(0).reserve()).toBe(false);
});
