import type { RequirementId } from '../../../requirements/index.ts';
import type { CheckPrecondition } from '../target/index.ts';

/**
 * When a check runs; each stage begins after the stages before it have ended.
 * - `sequence`: sends requests one at a time while no other check runs, so that their order is known.
 * - `scenario`: sends its own requests, before the target is filled with animals.
 * - `read-back`: reads the lists again, before the target is filled and pages become full.
 * - `volume`: needs many animals; the target is filled for these checks.
 * - `invariant`: judges the replies of all checks so far; sends requests only to confirm violations.
 * - `keys`: sends requests that must be refused for their key. Checks of this stage run late, because a target may ban a client
 *   for such requests.
 * - `after-keys`: uses the service once more, after requests for which a target may lock its clients out.
 * - `last`: judges every reply of the run, even replies to requests that confirmed a violation.
 */
export const CHECK_STAGES = [
  'sequence',
  'scenario',
  'read-back',
  'volume',
  'invariant',
  'keys',
  'after-keys',
  'last',
] as const;
export type CheckStage = (typeof CHECK_STAGES)[number];

export interface CheckMetadata {
  /** `area/what-it-tries`: stays the same when checks are reordered, and names the check in evidence and reports. */
  readonly id: string;
  readonly title: string;
  /** Requirements that the check decides: a requirement passes only if such a check reports a witness. */
  readonly decides: readonly RequirementId[];
  /** Requirements that the check may fail or leave undecided, but never passes. */
  readonly mayBreak: readonly RequirementId[];
  readonly stage: CheckStage;
  readonly needs: readonly CheckPrecondition[];
  /** Globs of checks whose requests this check judges. */
  readonly dependsOn: readonly string[];
}

export function reportableRequirements({
  decides,
  mayBreak,
}: Pick<CheckMetadata, 'decides' | 'mayBreak'>): readonly RequirementId[] {
  return [...decides, ...mayBreak];
}
