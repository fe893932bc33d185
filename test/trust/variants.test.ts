import { describe, expect, test } from 'vitest';
import { isRequirementId, requirement } from '../../requirements/index.ts';
import { assessVariant } from '../../tools/trust/assess.ts';
import { LIMITS } from '../../tools/trust/limits.ts';
import { runAgain, runOne } from '../../tools/trust/run-one.ts';
import { fleet } from './recorded.ts';

const isAdvisory = (id: string): boolean => isRequirementId(id) && requirement(id).level === 'advisory';

describe.concurrent('every lawful variant, with one seed', () => {
  test.for(fleet.variants.map((variant) => [variant.id, variant] as const))(
    '%s is not wronged',
    async ([id, variant], { expect: here }) => {
      const told = await runOne({ faults: [], variants: [id], seed: 1 });
      const { alarms, warnings, crashes } = assessVariant(variant, told, isAdvisory);
      here({ alarms, warnings, crashes, abort: told.abort }).toEqual({
        alarms: {},
        warnings: {},
        crashes: [],
      });
    },
  );
});

test('the conformant server passes everything within the bounds of the standard run, twice', async () => {
  const [first, again] = await runAgain({ faults: [], variants: [], seed: 1 }, 2);
  expect(first).toMatchObject({ reasons: {}, crashes: [] });
  expect(again).toMatchObject({ reasons: {}, crashes: [] });
  expect(first?.requests).toBeLessThanOrEqual(LIMITS.requests);
  expect(first?.created).toBeLessThanOrEqual(LIMITS.created);
  expect(again?.created).toBeLessThanOrEqual(LIMITS.createdAgain);
});
