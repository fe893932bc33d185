// The selection and order of the checks, their context, and the findings that they report. Code outside this folder imports
// only this file.

export {
  type Need,
  concerns,
  defineCheck,
  sourcesOf,
  type Check,
  type Outline,
  type Property,
  type DrawContext,
} from './check.ts';
export {
  messageOf,
  flawSubject,
  type CheckOutcome,
  type Confirmed,
  type Finding,
  type Flaw,
  type Flawed,
  type Undecided,
  type Violation,
} from './finding.ts';
export { createGate } from './gate.ts';
export { CheckContext } from './context.ts';
export { selectChecks, selectedIds, withDependencies } from './select.ts';
export { Session, type CheckListener, type CreatedAnimal } from './session.ts';
export { compareComplexity, isRepeatable, simplestFirst, type Complexity } from './simplest.ts';
