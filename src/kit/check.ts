import type { CheckFacts } from './check-facts.ts';
import type { Lab } from './lab.ts';

export { STAGES, type Need, type Stage } from './check-facts.ts';

/** One thing that the kit tries, and the requirements that it decides. */
export interface Check extends CheckFacts {
  /** Sends, judges, and reports findings to the lab. A thrown error is a bug of the kit. */
  readonly probe: (lab: Lab) => Promise<void> | void;
}

type Definition = Omit<Check, 'needs' | 'pulls'> & Partial<Pick<Check, 'needs' | 'pulls'>>;

/** Makes a check a value. */
export function defineCheck(definition: Definition): Check {
  return Object.freeze({ needs: [], pulls: [], ...definition });
}
