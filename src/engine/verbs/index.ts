export { invariant as always } from './always.ts';
export { confirm, onFreshAnimals, report, sentAgain, type Confirmed, type Flawed } from './confirm.ts';
export { countOf, shownBy } from './counts.ts';
export { property as each, overTheRun } from './each.ts';
export {
  clientError,
  either,
  judged,
  refusal,
  status,
  statusAlone,
  unmet,
  type Expectation,
  type Result,
} from './expect.ts';
export { onlyOverlapping } from './shared.ts';
export {
  brokenAnswers,
  replaying,
  resendUnanswered as settleSilence,
  reportUnanswered as tellLost,
} from './silence.ts';
export type { Each, Batch as Pack } from './trials.ts';
export { sequence as walk, type SequenceState as Path, type StepFlaw } from './walk.ts';
