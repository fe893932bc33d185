import type { RequirementId } from '../../requirements/index.ts';
import type { Lab } from './lab.ts';

/**
 * When a check runs; each stage waits for the ones before it.
 * - `scenario`: sends requests of its own, on a target that is still as small as it was.
 * - `read-back`: reads the target again, before it is filled and pages get full.
 * - `volume`: needs many animals; the target is topped up for it.
 * - `invariant`: judged over what all the others sent and got; it sends only to confirm what it found.
 */
export const STAGES = ['scenario', 'read-back', 'volume', 'invariant'] as const;
export type Stage = (typeof STAGES)[number];

/**
 * What a check cannot do without: an operation that works at all, an animal that the run created and can name (`animal`),
 * or the messages profile. Where it is missing, every requirement of the check is undecided because of that, or left out.
 */
export type Need = 'list' | 'create' | 'animal' | 'get' | 'messages' | 'message';

/** One thing that the kit tries, and the requirements that it decides. */
export interface Check {
  /** `area/what-it-tries`: outlives reordering, and names the check in evidence and reports. */
  readonly id: string;
  /** What it tries, in one line. */
  readonly title: string;
  readonly decides: readonly RequirementId[];
  readonly stage: Stage;
  readonly needs: readonly Need[];
  /** Globs of the ids of earlier checks whose traffic it judges. */
  readonly over: readonly string[];
  /** Globs of the ids of those among them that run too when only this one is asked for. Default: all of them. */
  readonly pulls: readonly string[];
  /** Sends, judges, and reports findings to the lab. A thrown error is a bug of the kit. */
  readonly probe: (lab: Lab) => Promise<void> | void;
}

type Definition = Omit<Check, 'needs' | 'over' | 'pulls'> & Partial<Pick<Check, 'needs' | 'over' | 'pulls'>>;

/** Makes a check a value. */
export function defineCheck(definition: Definition): Check {
  return Object.freeze({ needs: [], over: [], pulls: definition.over ?? [], ...definition });
}
