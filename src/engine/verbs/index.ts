export { always } from './always.ts';
export { confirm, onFreshAnimals, report, sentAgain, type Confirmed, type Flawed } from './confirm.ts';
export { countOf, shownBy } from './counts.ts';
export { each, overTheRun } from './each.ts';
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
export { brokenAnswers, replaying, settleSilence, tellLost } from './silence.ts';
export type { Each, Pack } from './trials.ts';
export { walk, type Path, type StepFlaw } from './walk.ts';
