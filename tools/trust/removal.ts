import type { Fault } from '../../reference/index.ts';
import type { Check } from '../../src/kit/check.ts';
import { withFeeders } from '../../src/kit/select.ts';
import { checks as allChecks } from '../../suites/index.ts';
import type { Judge } from './survey.ts';

/** Faults that are tried without a check at a time. */
const WAVE = 6;
const SEED = 1;

async function isFound(fault: Fault, judge: Judge, without: readonly string[]): Promise<boolean> {
  const subject = { faults: [fault.id], variants: [], seed: SEED };
  const told = await judge(without.length === 0 ? subject : { ...subject, without });
  const said = [...told.failed, ...told.warned];
  return fault.breaks.every((id) => said.includes(id));
}

/** Whether a fault escapes when just this check is left out: something that it breaks is not found. */
export async function escapesWithout(fault: Fault, check: string, judge: Judge): Promise<boolean> {
  return !(await isFound(fault, judge, [check]));
}

/** What is known of what needs a check. */
export interface Hints {
  /** For each fault the checks whose findings alone told it. */
  readonly needs: ReadonlyMap<string, readonly string[]>;
  /** The fault that escaped without the check when that was last tried. */
  readonly last?: string | null | undefined;
}

/**
 * The id of a fault that is caught, and escapes without this check, found by running without it; null where there is none. The one
 * that was found the last time is tried first, then those that only its own findings told, then those of the
 * requirements that it decides or that are judged over its traffic.
 */
export async function guardOf(
  check: Check,
  faults: readonly Fault[],
  { needs, last }: Hints,
  judge: Judge,
): Promise<string | null> {
  const known = faults.filter(({ id }) => id === last);
  const others = candidatesFor(check, faults, needs).filter(({ id }) => id !== last);
  const waves = [known];
  for (let next = 0; next < others.length; next += WAVE) waves.push(others.slice(next, next + WAVE));
  for (const wave of waves) {
    const guards = await Promise.all(
      wave.map(
        async (fault) => (await escapesWithout(fault, check.id, judge)) && (await isFound(fault, judge, [])),
      ),
    );
    const found = wave[guards.indexOf(true)];
    if (found !== undefined) return found.id;
  }
  return null;
}

function candidatesFor(
  check: Check,
  faults: readonly Fault[],
  needs: ReadonlyMap<string, readonly string[]>,
): readonly Fault[] {
  const fed = allChecks.filter((other) => withFeeders(allChecks, [other]).includes(check));
  const ids = new Set([check, ...fed].flatMap(({ decides }) => decides));
  const direct = faults.filter((fault) => needs.get(fault.id)?.includes(check.id));
  // One whose only check this is stays a good witness when other checks learn more.
  const sole = direct.toSorted((a, b) => (needs.get(a.id)?.length ?? 0) - (needs.get(b.id)?.length ?? 0));
  const others = faults.filter((fault) => !direct.includes(fault) && fault.breaks.some((id) => ids.has(id)));
  return [...sole, ...others];
}
