import type { Fault } from '../../reference/index.ts';
import type { Check } from '../../src/kit/check.ts';
import { feeders } from '../../src/kit/select.ts';
import { checks as allChecks } from '../../suites/index.ts';
import type { CheckRow } from './matrix.ts';
import type { Judge } from './survey.ts';

/** Faults that are tried without a check at a time. */
const WAVE = 6;
const SEED = 1;

/** Whether a fault escapes when just this check is left out: something that it breaks is not found. */
export async function escapesWithout(fault: Fault, check: string, judge: Judge): Promise<boolean> {
  const told = await judge({ faults: [fault.id], variants: [], seed: SEED, without: [check] });
  const said = [...told.failed, ...told.warned];
  return fault.breaks.some((id) => !said.includes(id));
}

/**
 * Finds for each check a fault that escapes without it, by running without it. Tried first are those that only its own
 * findings told; then those of the requirements that it decides or that are judged over its traffic.
 * @param faults those that are caught with every check in place
 * @param needs for each fault the checks whose findings alone told it
 */
export async function guards(
  faults: readonly Fault[],
  needs: ReadonlyMap<string, readonly string[]>,
  judge: Judge,
): Promise<readonly CheckRow[]> {
  return Promise.all(
    allChecks.map(async (check) => ({ id: check.id, guards: await guard(check, faults, needs, judge) })),
  );
}

async function guard(
  check: Check,
  faults: readonly Fault[],
  needs: ReadonlyMap<string, readonly string[]>,
  judge: Judge,
): Promise<string | null> {
  const candidates = candidatesFor(check, faults, needs);
  for (let next = 0; next < candidates.length; next += WAVE) {
    const wave = candidates.slice(next, next + WAVE);
    const escaped = await Promise.all(wave.map((fault) => escapesWithout(fault, check.id, judge)));
    const found = wave[escaped.indexOf(true)];
    if (found !== undefined) return found.id;
  }
  return null;
}

function candidatesFor(
  check: Check,
  faults: readonly Fault[],
  needs: ReadonlyMap<string, readonly string[]>,
): readonly Fault[] {
  const fed = allChecks.filter((other) => feeders(other, allChecks).includes(check));
  const ids = new Set([check, ...fed].flatMap(({ decides }) => decides));
  const direct = faults.filter((fault) => needs.get(fault.id)?.includes(check.id));
  // One whose only check this is stays a good witness when other checks learn more.
  const sole = direct.toSorted((a, b) => (needs.get(a.id)?.length ?? 0) - (needs.get(b.id)?.length ?? 0));
  const others = faults.filter((fault) => !direct.includes(fault) && fault.breaks.some((id) => ids.has(id)));
  return [...sole, ...others];
}
