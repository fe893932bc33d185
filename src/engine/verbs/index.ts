// The verbs that checks are made of. Each sends, compares and confirms.
// This file is the surface of the room: code outside imports nothing else of it.

export { invariant } from './invariant.ts';
export {
  confirm,
  eachTime,
  onFreshAnimals,
  sentAgain,
  type Confirm,
  type Fresh,
  freshAnimal,
  type Unsettled,
} from './confirm.ts';
export { shownBy } from './counts.ts';
export { property, overTheRun } from './property.ts';
export {
  clientError,
  judged,
  refusal,
  status,
  statusAlone,
  unmet,
  type Expectation,
  type Result,
} from './expect.ts';
export { onlyOverlapping } from './shared.ts';
export { brokenAnswers, replaying, resendUnanswered, reportUnanswered } from './silence.ts';
export type { Confirmed, Flawed } from '../plan/index.ts';
export type { PropertyDefinition, Batch } from './trials.ts';
export { sequence, type SequenceState, type StepFlaw } from './sequence.ts';
