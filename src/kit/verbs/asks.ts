import type { RequirementId } from '../../../requirements/index.ts';
import { defineCheck, type Check, type Need, type Stage } from '../check.ts';
import type { Lab } from '../lab.ts';

/** Requests whose answers the rules on the whole run judge. */
export interface Asks {
  readonly title: string;
  readonly decides: readonly RequirementId[];
  readonly needs: readonly Need[];
  readonly stage: Stage;
  readonly pulls?: readonly string[];
  readonly send: (lab: Lab) => Promise<unknown>;
}

/** Sends, and leaves the judging to what is judged over every answer of the run. */
export function asks(id: string, { send, ...facts }: Asks): Check {
  return defineCheck({ id, ...facts, probe: async (lab) => void (await send(lab)) });
}
