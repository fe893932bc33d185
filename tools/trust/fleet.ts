import { loadFaults, loadVariants, type Fault, type Variant } from '../../reference/index.ts';
import type { Check } from '../../src/kit/check.ts';
import { fits } from '../../src/glob.ts';
import type { Matrix } from './matrix.ts';

/** The servers that the kit is judged by. */
export interface Fleet {
  readonly faults: readonly Fault[];
  readonly variants: readonly Variant[];
}

/** What is to be judged: servers, and the checks of which it is to be shown that something escapes without them. */
export interface Part extends Fleet {
  readonly checks: readonly Check[];
}

/** Every fault and every lawful variant of the reference server. */
export async function wholeFleet(): Promise<Fleet> {
  const [faults, variants] = await Promise.all([loadFaults(), loadVariants()]);
  return { faults, variants };
}

/**
 * The part that the globs touch. They name faults, variants, requirements and checks by their ids: with a requirement go the
 * faults that break it and the checks that decide it, with a check the faults that were told by it alone, with a fault the
 * checks that it guards.
 * @param before where it is known which check told which fault
 */
export function partOf(whole: Part, only: readonly string[], before: Matrix | undefined): Part {
  if (only.length === 0) return whole;
  const named = (ids: readonly string[]): boolean => only.some((glob) => ids.some((id) => fits(glob, id)));
  const told = new Map(before?.faults.map(({ id, needs }) => [id, needs]));
  const guards = new Map(before?.checks.map((row) => [row.id, row.guards ?? '']));
  const guarded = (fault: string): readonly string[] =>
    [...guards].flatMap(([check, guard]) => (guard === fault ? [check] : []));
  return {
    faults: whole.faults.filter(({ id, breaks }) =>
      named([id, ...breaks, ...(told.get(id) ?? []), ...guarded(id)]),
    ),
    variants: whole.variants.filter(({ id }) => named([id])),
    checks: whole.checks.filter(({ id, decides }) => named([id, ...decides, guards.get(id) ?? ''])),
  };
}
