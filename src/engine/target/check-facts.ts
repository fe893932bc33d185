import type { RequirementId } from '../../../requirements/index.ts';

/**
 * When a check runs; each stage waits for the ones before it.
 * - `sequence`: sends requests one at a time while no other check runs, so that their order is known.
 * - `scenario`: sends requests of its own, on a target that is still as small as it was.
 * - `read-back`: reads the target again, before it is filled and pages get full.
 * - `volume`: needs many animals; the target is topped up for it.
 * - `invariant`: judged over what all the others sent and got; it sends only to confirm what it found.
 * - `keys`: sends what has to be refused for its key. A target may ban who sends much of that: by then the rest is decided.
 * - `last`: judged once all of these are done, over every answer of the run, those that confirm something among them.
 */
export const STAGES = ['sequence', 'scenario', 'read-back', 'volume', 'invariant', 'keys', 'last'] as const;
export type Stage = (typeof STAGES)[number];

/**
 * What a check cannot do without: an operation that works at all, an animal that the run created and can name (`animal`),
 * or the messages profile. Where it is missing, every requirement of the check is undecided because of that, or left out.
 */
export type Need = 'list' | 'create' | 'animal' | 'get' | 'messages' | 'message';

export interface CheckFacts {
  /** `area/what-it-tries`: outlives reordering, and names the check in evidence and reports. */
  readonly id: string;
  readonly title: string;
  /** Requirements that it decides: they pass only with a witness from such a check. */
  readonly decides: readonly RequirementId[];
  /** Requirements that it may fail or leave undecided, but never passes. */
  readonly mayBreak: readonly RequirementId[];
  readonly stage: Stage;
  readonly needs: readonly Need[];
  /** Globs of earlier checks that send what it looks at. One of the same stage, named without a star, ends first. */
  readonly dependsOn: readonly string[];
}

export function concerns({
  decides,
  mayBreak,
}: Pick<CheckFacts, 'decides' | 'mayBreak'>): readonly RequirementId[] {
  return [...decides, ...mayBreak];
}
