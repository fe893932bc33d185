import {
  loadFamilies,
  loadFaults,
  loadVariants,
  type Family,
  type Fault,
  type Variant,
} from '../../reference/index.ts';
import { requirements, type RequirementId } from '../../requirements/index.ts';
import { matches } from '../../src/base/glob.ts';
import { type Check, concerns } from '../../src/engine/plan/index.ts';
import { checks } from '../../suites/index.ts';

/** What is judged. */
export interface Part {
  readonly faults: readonly Fault[];
  /** Judged by every requirement. */
  readonly variants: readonly Variant[];
  /** Judged by the requirements that are touched alone. */
  readonly others: readonly Variant[];
  readonly touched: readonly RequirementId[];
  readonly checks: readonly Check[];
  readonly families: readonly Family[];
}

/**
 * The part of the fleet that the globs touch. They name faults, variants, requirements and checks by their ids: with a
 * requirement, or a check that says something of it, go the faults that break it, and every lawful variant by that requirement.
 */
export async function partOf(only: readonly string[]): Promise<Part> {
  const [faults, variants, families] = await Promise.all([loadFaults(), loadVariants(), loadFamilies()]);
  if (only.length === 0) return { faults, variants, others: [], touched: [], checks, families };
  const named = (id: string): boolean => only.some((glob) => matches(glob, id));
  const touched = new Set([
    ...requirements.map(({ id }) => id).filter(named),
    ...checks.filter(({ id }) => named(id)).flatMap(concerns),
  ]);
  const isTouched = (id: RequirementId): boolean => touched.has(id);
  const part = {
    faults: faults.filter(
      ({ id, breaks, leaves = [] }) => named(id) || [...breaks, ...leaves].some(isTouched),
    ),
    variants: variants.filter(({ id }) => named(id)),
    others: touched.size === 0 ? [] : variants.filter(({ id }) => !named(id)),
    touched: [...touched],
    checks: checks.filter((check) => named(check.id) || concerns(check).some((one) => named(one))),
    families: families.filter(({ id, breaks }) => named(id) || isTouched(breaks)),
  };
  const isNothing = Object.values(part).every(({ length }) => length === 0);
  if (isNothing)
    throw new Error(`--only ${only.join(' --only ')} names nothing: docs/faults.md lists the fleet.`);
  return part;
}
