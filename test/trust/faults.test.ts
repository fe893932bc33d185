import { describe, expect, test } from 'vitest';
import { checks } from '../../suites/index.ts';
import { assessFault } from '../../tools/trust/assess.ts';
import { changedSince } from '../../tools/trust/behind.ts';
import { escapesWithout } from '../../tools/trust/removal.ts';
import { runOne } from '../../tools/trust/run-one.ts';
import { fixedPart, fleet, recorded, RENEW } from './recorded.ts';

// What needs a check is known of the checks that were there when it was measured.
const changed = changedSince(recorded, fleet, checks);
const guards = changed.length > 0 ? [] : (recorded.checks ?? []);

// The whole fleet is judged by `npm run trust`; here are the fewest faults that need every check and break every
// requirement.
describe.concurrent('a part of the faults, with one seed', () => {
  test.for(fixedPart().map((fault) => [fault.id, fault] as const))(
    '%s is found, and blamed on nothing else; without its check it escapes',
    async ([id, fault], { expect: here }) => {
      const told = await runOne({ faults: [id], variants: [], seed: 1 });
      const { escaped, blamed, crashes } = assessFault(fault, told, fleet.variants);
      here({ escaped, blamed, crashes }).toEqual({ escaped: {}, blamed: {}, crashes: [] });
      for (const { id: check } of guards.filter((one) => one.guards === id)) {
        // Where its own findings are the only ones, no second run is needed to see what is missing without them.
        const escapes = told.needed.includes(check) || (await escapesWithout(fault, check, runOne));
        here(escapes, `${id} is found without ${check} too: ${RENEW}`).toBe(true);
      }
    },
  );
});

test('a fault that is told to break something else escapes, and is blamed wrongly', async () => {
  const fault = fleet.faults.find(({ id }) => id === 'list/default-25');
  expect(fault).toBeDefined();
  if (fault === undefined) return;
  const told = await runOne({ faults: [fault.id], variants: [], seed: 1 });
  const misdeclared = { ...fault, breaks: ['get.not-found' as const], mayFall: [] };
  const { escaped, blamed } = assessFault(misdeclared, told, fleet.variants);
  expect(Object.keys(escaped)).toEqual(['get.not-found']);
  expect(Object.keys(blamed)).toEqual(['list.limit.default']);
});
