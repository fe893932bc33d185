import { requirements } from '../../../requirements/index.ts';
import type { RequirementId } from '../../../requirements/index.ts';
import { reportableRequirements, CHECK_STAGES } from './check-metadata.ts';
import type { Check } from './check.ts';
import { matchesGlob } from '../../base/glob.ts';

export function selectedIds(only: readonly string[]): ReadonlySet<RequirementId> {
  const ids = requirements.map(({ id }) => id);
  return new Set(
    only.length === 0 ? ids : ids.filter((id) => only.some((pattern) => matchesGlob(pattern, id))),
  );
}

/** Returns the checks that must end before a check starts: all of earlier stages, and those that `dependsOn` names. */
export function checksBefore(check: Check, checks: readonly Check[]): readonly Check[] {
  const stage = CHECK_STAGES.indexOf(check.stage);
  return checks.filter(
    (other) =>
      CHECK_STAGES.indexOf(other.stage) < stage ||
      (other.stage === check.stage && check.dependsOn.includes(other.id)),
  );
}

/** Returns the checks that concern a selected requirement, and the checks that they depend on, in the given order. */
export function selectChecks(
  checks: readonly Check[],
  selected: ReadonlySet<RequirementId>,
): readonly Check[] {
  return withDependencies(
    checks,
    checks.filter((check) => reportableRequirements(check).some((id) => selected.has(id))),
  );
}

/** Adds to the checks `some` all checks that they depend on; keeps the order of `checks`. */
export function withDependencies(checks: readonly Check[], some: readonly Check[]): readonly Check[] {
  const wanted = new Set(some);
  for (const check of wanted) {
    for (const other of checksBefore(check, checks))
      if (check.dependsOn.some((glob) => matchesGlob(glob, other.id))) wanted.add(other);
  }
  return checks.filter((check) => wanted.has(check));
}
