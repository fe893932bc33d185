import { loadFaults, loadVariants, type Fault, type Variant } from '../../reference/index.ts';
import { fits } from '../../src/glob.ts';

/** The servers that the kit is judged by. */
export interface Fleet {
  readonly faults: readonly Fault[];
  readonly variants: readonly Variant[];
}

/** Every fault and every lawful variant of the reference server. */
export async function wholeFleet(): Promise<Fleet> {
  const [faults, variants] = await Promise.all([loadFaults(), loadVariants()]);
  return { faults, variants };
}

/** The part of a fleet that the globs name, by its own ids or by the requirements that a fault breaks. */
export function partOf(fleet: Fleet, only: readonly string[]): Fleet {
  if (only.length === 0) return fleet;
  const named = (...ids: readonly string[]): boolean => only.some((glob) => ids.some((id) => fits(glob, id)));
  return {
    faults: fleet.faults.filter(({ id, breaks }) => named(id, ...breaks)),
    variants: fleet.variants.filter(({ id }) => named(id)),
  };
}
