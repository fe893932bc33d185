// The kinds of checks; each sends requests, compares the replies and confirms violations. Code outside this folder imports
// only this file.

export { invariant } from './invariant.ts';
export {
  confirm,
  repeatRounds,
  onFreshAnimals,
  sentAgain,
  type Confirm,
  type FreshAnimal,
  freshAnimal,
  type Unsettled,
} from './confirm.ts';
export { shownByText } from './counts.ts';
export { property, overTheRun } from './property.ts';
export {
  clientError,
  judgeStatus,
  judgeRefusal,
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
