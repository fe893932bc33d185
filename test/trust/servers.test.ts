import { describe, expect, test } from 'vitest';
import { loadAllFaults, loadVariants, type Fault } from '../../reference/index.ts';
import { requirements } from '../../requirements/index.ts';
import { openRun } from '../../src/run/open.ts';
import { faultDeviations, variantDeviations } from '../../tools/trust/assess.ts';
import { readTrustRecords } from '../../tools/trust/pages.ts';
import { COST_LIMITS } from '../../tools/trust/rows.ts';
import { judgeServer, judgeServerTimes } from '../../tools/trust/subject.ts';
import { reference } from '../e2e/servers.ts';
import { configOf } from '../engine/config.ts';
import { faultsInCompany, variantsInCompany } from './company.ts';

// The whole fleet is judged by `npm run trust`, server by server; here is every lawful variant, some of them together, and the
// fewest faults that need every check and break every requirement.
const [faults, variants, { matrix }] = await Promise.all([
  loadAllFaults(),
  loadVariants(),
  readTrustRecords(),
]);
const guards = matrix.guards.flatMap(({ id, guards: fault }) =>
  fault === null ? [] : [{ check: id, fault }],
);
const guarding = faults.filter(({ id }) => guards.some(({ fault }) => fault === id));
const others = requirements.flatMap(({ id }): readonly Fault[] => {
  const isOfRow = ({ breaks }: Fault): boolean => breaks.includes(id);
  return guarding.some(isOfRow) ? [] : faults.filter(isOfRow).slice(0, 1);
});
const chosen = [...new Set([...guarding, ...others])];

async function isFoundWithout({ id, breaks }: Fault, check: string): Promise<boolean> {
  // Every check that tells of these requirements, and what those need, is a tenth of a run. The matrix runs all checks.
  const { failed, warned } = await judgeServer({ faults: [id], seed: 1, without: [check], only: breaks });
  return breaks.every((one) => [...failed, ...warned].includes(one));
}

describe.concurrent('a part of the faults, with one seed', () => {
  const servers = faultsInCompany(chosen).map((some) => [some.map(({ id }) => id).join(', '), some] as const);
  test.for(servers)(
    '%s: found, and blamed on nothing else; each escapes without its check',
    async ([, some], { expect: here }) => {
      const beside = await judgeServer({ faults: some.map(({ id }) => id), seed: 1 });
      const sum = {
        breaks: some.flatMap(({ breaks }) => breaks),
        mayFall: some.flatMap(({ mayFall }) => mayFall),
        leaves: some.flatMap(({ leaves = [] }) => leaves),
        needs: some.flatMap(({ needs = [] }) => needs),
      };
      // Where one fault hides another, each is judged alone. Which of them a row is blamed on, the matrix sees.
      const isTold = faultDeviations(sum, beside, variants).length === 0;
      for (const fault of some) {
        const told = isTold ? beside : await judgeServer({ faults: [fault.id], seed: 1 });
        if (!isTold) here(faultDeviations(fault, told, variants)).toEqual([]);
        for (const { check } of guards.filter((one) => one.fault === fault.id)) {
          // Where its own findings are the only ones, no second run is needed to see what is missing without them.
          const isNeeded = told.needed.some(
            (one) => one.check === check && fault.breaks.some((id) => one.for.includes(id)),
          );
          here(
            isNeeded || !(await isFoundWithout(fault, check)),
            `${fault.id} is found without ${check} too: run "npm run trust -- --seeds 2"`,
          ).toBe(true);
        }
      }
    },
  );
});

describe.concurrent('every lawful variant, with one seed', () => {
  const servers = variantsInCompany(variants).map(
    (some) => [some.map(({ id }) => id).join(', '), some] as const,
  );
  test.for(servers)('%s: not wronged', async ([, some], { expect: here }) => {
    const told = await judgeServer({ variants: some.map(({ id }) => id), seed: 1 });
    const together = {
      warns: some.flatMap(({ warns }) => warns),
      leaves: some.flatMap(({ leaves = [] }) => leaves),
      ...(some.some(({ ends }) => ends === true) && { ends: true as const }),
    };
    // Those of a company may be in each other's way: then each is judged alone, but together they are lawful all the same.
    const isTold = variantDeviations(together, told).length === 0;
    if (some.length > 1 && told.failed.length > 0) {
      const again = await judgeServer({ variants: some.map(({ id }) => id), seed: 1 });
      here(again.failed.filter((id) => told.failed.includes(id))).toEqual([]);
    }
    const alone = (isTold ? [] : some).map(async (variant) => ({
      variant,
      own: some.length === 1 ? told : await judgeServer({ variants: [variant.id], seed: 1 }),
    }));
    for (const { variant, own } of await Promise.all(alone)) {
      here(variantDeviations(variant, own), variant.id).toEqual([]);
    }
  });

  test('is there', ({ expect: here }) => {
    const judged = servers.flatMap(([, some]) => some.map(({ id }) => id));
    here(judged.toSorted()).toEqual(variants.map(({ id }) => id).toSorted());
  });
});

test('these faults break every requirement', () => {
  const broken = new Set(chosen.flatMap(({ breaks }) => breaks));
  expect(requirements.map(({ id }) => id).filter((id) => !broken.has(id))).toEqual([]);
});

test('the conformant server passes everything within the bounds of the standard run, twice', async () => {
  const [first, again] = await judgeServerTimes({ seed: 1 }, 2);
  expect(first).toMatchObject({ reasons: {}, problems: [] });
  expect(again).toMatchObject({ reasons: {}, problems: [] });
  expect(first?.requests).toBeLessThanOrEqual(COST_LIMITS.requests);
  expect(first?.created).toBeLessThanOrEqual(COST_LIMITS.created);
  expect(again?.created).toBeLessThanOrEqual(COST_LIMITS.createdAgain);
});

test('a server whose answers to creates are lost gets no more animals than the run may add', async () => {
  const { baseUrl, key } = await reference({ variants: ['silent/creates-lost'] });
  await openRun(configOf({ baseUrl, apiKey: key, messages: null, maxCreated: 40 })).finish();
  const listed = await fetch(`${baseUrl}/pets?limit=100`, { headers: { authorization: `Bearer ${key}` } });
  expect(((await listed.json()) as unknown[]).length).toBeLessThanOrEqual(40);
});
