import type { RequirementId } from '../../requirements/index.ts';
import type { CheckOutcome, Violation } from './finding.ts';

/** Which requirements fail on their own account, and which failure explains another. */
export interface Blame {
  /** The requirements with a violation that no other failure explains. */
  readonly failed: ReadonlySet<RequirementId>;
  /** The requirement whose own failure explains a violation, where there is one. */
  readonly explains: (violation: Violation) => RequirementId | undefined;
}

/** Whether two violations are about the same exchange, animal or parameter: only then may they have one cause. */
function shares(one: Violation, other: Violation): boolean {
  const things = new Set([...one.exchanges, ...(one.about ?? [])]);
  return [...other.exchanges, ...(other.about ?? [])].some((thing) => things.has(thing));
}

/**
 * Tells failures from what follows from them. A violation is explained by a requirement that it names in `explainedBy`,
 * where that one has a violation of its own about the same thing; never in a circle.
 */
export function blame(outcomes: readonly CheckOutcome[]): Blame {
  const violations = outcomes.flatMap(({ findings }) =>
    findings.filter((finding) => finding.kind === 'violation'),
  );
  const known = new Map<Violation, boolean>();
  const explains = (violation: Violation): RequirementId | undefined =>
    violation.explainedBy?.find((id) =>
      violations.some((other) => other.requirement === id && shares(other, violation) && isOwn(other)),
    );
  const isOwn = (violation: Violation): boolean => {
    const before = known.get(violation);
    if (before !== undefined) return before;
    known.set(violation, false);
    const own = explains(violation) === undefined;
    known.set(violation, own);
    return own;
  };
  const failed = new Set(violations.filter(isOwn).map(({ requirement }) => requirement));
  return { failed, explains };
}
