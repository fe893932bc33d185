import type { Fault, Variant } from '../../reference/index.ts';
import type { RequirementId } from '../../requirements/index.ts';
import type { Told } from './run-one.ts';

/** Something that one run said and should not have said, or the other way round: the ids, each with its sentence. */
export type Trouble = Readonly<Record<string, string>>;

/** How one run took a fault. */
export interface FaultResult {
  /** Ids that the fault breaks and that the run found broken. */
  readonly found: readonly RequirementId[];
  /** Ids that the fault breaks and that the run did not find broken. */
  readonly escaped: Trouble;
  /** Ids that the run found broken although neither the fault nor what it stands on breaks them. */
  readonly blamed: Trouble;
  /** The kit itself failed. */
  readonly crashes: readonly string[];
}

/** How one run took a lawful variant. */
export interface VariantResult {
  /** Requirements that it obeys and was said to break. */
  readonly alarms: Trouble;
  /** Advisory requirements that it meets and was warned about. */
  readonly warnings: Trouble;
  /** Stated and implied requirements that the run left undecided. */
  readonly undecided: Trouble;
  readonly crashes: readonly string[];
}

function because({ reasons, abort }: Told, ids: readonly string[], otherwise: string): Trouble {
  return Object.fromEntries(ids.map((id) => [id, reasons[id] ?? abort ?? otherwise]));
}

/** Compares what a run said about a fault with what the fault declares. */
export function assessFault(fault: Fault, told: Told, variants: readonly Variant[]): FaultResult {
  const said = [...told.failed, ...told.warned];
  const stands = variants.filter(({ id }) => fault.needs?.includes(id));
  const allowed = new Set([...fault.breaks, ...fault.mayFall, ...stands.flatMap(({ warns }) => warns)]);
  const missing = fault.breaks.filter((id) => !said.includes(id));
  const others = said.filter((id) => !allowed.has(id));
  return {
    found: fault.breaks.filter((id) => said.includes(id)),
    escaped: because(told, missing, 'it passed'),
    blamed: because(told, others, 'it was found broken'),
    crashes: told.crashes,
  };
}

/** Compares what a run said about a lawful variant with what the variant declares. */
export function assessVariant(
  variant: Variant,
  told: Told,
  isAdvisory: (id: string) => boolean,
): VariantResult {
  const unexpected = told.warned.filter((id) => !variant.warns.includes(id));
  const undecided = told.undecided.filter((id) => !isAdvisory(id));
  return {
    alarms: because(told, told.failed, 'it was found broken'),
    warnings: because(told, unexpected, 'it was warned about'),
    undecided: because(told, undecided, 'it was left undecided'),
    crashes: told.crashes,
  };
}
