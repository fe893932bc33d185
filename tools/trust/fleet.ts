import {
  loadFaultFamilies,
  loadAllFaults,
  loadVariants,
  type FaultFamily,
  type Fault,
  type Variant,
} from '../../reference/index.ts';
import { requirements, type RequirementId } from '../../requirements/index.ts';
import { matchesGlob } from '../../src/base/glob.ts';
import { type Check, reportableRequirements } from '../../src/engine/plan/index.ts';
import { checks } from '../../suites/index.ts';

/** The servers and checks that a run of the matrix covers. */
export interface FleetPart {
  readonly faults: readonly Fault[];
  /** Variants judged by all requirements. */
  readonly variants: readonly Variant[];
  /** Variants judged by the `touched` requirements only. */
  readonly others: readonly Variant[];
  readonly touched: readonly RequirementId[];
  readonly checks: readonly Check[];
  readonly families: readonly FaultFamily[];
}

/**
 * Returns what the globs select by ids of faults, variants, families, requirements and checks. A requirement, or its check,
 * selects the faults that break the requirement, and all variants, judged by that requirement only.
 */
export async function selectFleetPart(only: readonly string[]): Promise<FleetPart> {
  const [faults, variants, families] = await Promise.all([
    loadAllFaults(),
    loadVariants(),
    loadFaultFamilies(),
  ]);
  if (only.length === 0) return { faults, variants, others: [], touched: [], checks, families };
  const named = (id: string): boolean => only.some((glob) => matchesGlob(glob, id));
  const touched = new Set([
    ...requirements.map(({ id }) => id).filter(named),
    ...checks.filter(({ id }) => named(id)).flatMap(reportableRequirements),
  ]);
  const isTouched = (id: RequirementId): boolean => touched.has(id);
  const part = {
    faults: faults.filter(
      ({ id, breaks, leaves = [] }) => named(id) || [...breaks, ...leaves].some(isTouched),
    ),
    variants: variants.filter(({ id }) => named(id)),
    others: touched.size === 0 ? [] : variants.filter(({ id }) => !named(id)),
    touched: [...touched],
    checks: checks.filter(
      (check) => named(check.id) || reportableRequirements(check).some((one) => named(one)),
    ),
    families: families.filter(({ id, breaks }) => named(id) || isTouched(breaks)),
  };
  const isNothing = Object.values(part).every(({ length }) => length === 0);
  if (isNothing)
    throw new Error(`--only ${only.join(' --only ')} names nothing: docs/faults.md lists the fleet.`);
  return part;
}
