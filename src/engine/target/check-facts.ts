import type { RequirementId } from '../../../requirements/index.ts';

/**
 * When a check runs; each stage waits for the ones before it.
 * - `sequence`: requests one after another, alone with the animals, so that their order is what it says.
 * - `scenario`: sends requests of its own, on a target that is still as small as it was.
 * - `read-back`: reads the target again, before it is filled and pages get full.
 * - `volume`: needs many animals; the target is topped up for it.
 * - `invariant`: judged over what all the others sent and got; it sends only to confirm what it found.
 * - `keys`: sends what has to be refused for its key. A target may ban who sends much of that: by then the rest is decided.
 * - `last`: judged once all of these are done, over every answer of the run, those that confirm something among them.
 */
export const STAGES = ['walk', 'scenario', 'read-back', 'volume', 'invariant', 'keys', 'last'] as const;
export type Stage = (typeof STAGES)[number];

/**
 * What a check cannot do without: an operation that works at all, an animal that the run created and can name (`animal`),
 * or the messages profile. Where it is missing, every requirement of the check is undecided because of that, or left out.
 */
export type Need = 'list' | 'create' | 'animal' | 'get' | 'messages' | 'message';

/** All that is known of a check without running it. */
export interface CheckFacts {
  /** `area/what-it-tries`: outlives reordering, and names the check in evidence and reports. */
  readonly id: string;
  /** What it tries, in one line. */
  readonly title: string;
  /** What it judges: an answer that could have broken one of these and did not is a witness, and a pass needs one. */
  readonly decides: readonly RequirementId[];
  /** What it may find broken, or leave undecided, and never finds met: it takes more than this check to pass them. */
  readonly mayBreak: readonly RequirementId[];
  readonly stage: Stage;
  readonly needs: readonly Need[];
  /**
   * Globs of the ids of earlier checks that run too when only this one is asked for: they send what it looks at. One of the
   * same stage, named without a star, ends before this one begins.
   */
  readonly dependsOn: readonly string[];
}

/** Every requirement that a check may say something of. */
export function concerns({
  decides,
  mayBreak,
}: Pick<CheckFacts, 'decides' | 'mayBreak'>): readonly RequirementId[] {
  return [...decides, ...mayBreak];
}
