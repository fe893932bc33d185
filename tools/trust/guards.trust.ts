import { reportableRequirements } from '../../src/engine/plan/index.ts';
import { describe, test } from 'vitest';
import { loadAllFaults, type Fault } from '../../reference/index.ts';
import { selectFleetPart } from './fleet.ts';
import { readTrustRecords } from './pages.ts';
import { readTrustOptions, type GuardRow } from './rows.ts';
import { judgeServer } from './subject.ts';

/** Faults that are tried for a check. */
const MOST = 12;
const { only, mode } = readTrustOptions();
const { checks } = await selectFleetPart(only);
const faults = await loadAllFaults();
const known = new Map((await readTrustRecords()).matrix.guards.map((row) => [row.id, row.guards]));

async function isFound({ id, breaks }: Fault, without: readonly string[]): Promise<boolean> {
  const { failed, warned } = await judgeServer({ faults: [id], seed: 1, without });
  return breaks.every((one) => [...failed, ...warned].includes(one));
}

/** Faults whose detection depends on chance or timing, and so on the machine. */
const UNSTEADY = /parallel|race|beside|every|tenth|third|flaky/u;

/**
 * Returns the faults to try for a check: first the one that needed this check last time, then those that do not depend on
 * chance.
 */
function candidates(own: readonly Fault[], last: string | undefined): readonly Fault[] {
  const rank = ({ id }: Fault): number => (UNSTEADY.test(id) ? 2 : id === last ? 0 : 1);
  return own.toSorted((a, b) => rank(a) - rank(b)).slice(0, MOST);
}

// If no fault needed this check in the last measurement, the search is not repeated.
describe.skipIf(mode !== 'matrix').concurrent('what escapes without a check', () => {
  for (const check of checks) {
    const { id } = check;
    test(`guard ${id}`, async ({ task }) => {
      const last = known.get(id);
      const own = faults.filter(({ breaks }) =>
        breaks.some((one) => reportableRequirements(check).includes(one)),
      );
      let guards: string | null = null;
      for (const fault of last === null ? [] : candidates(own, last)) {
        if (!(await isFound(fault, [id])) && (await isFound(fault, []))) {
          guards = fault.id;
          break;
        }
      }
      task.meta.trust = { kind: 'guard', id, guards } satisfies GuardRow;
    });
  }
});
