export {
  type Need,
  concerns,
  defineCheck,
  sourcesOf,
  type Check,
  type Outline,
  type Property,
  type Sources,
} from './check.ts';
export {
  subject,
  type CheckOutcome,
  type Finding,
  type Flaw,
  type Undecided,
  type Violation,
} from './finding.ts';
export { createGate } from './gate.ts';
export { Lab } from './lab.ts';
export { selectChecks, selectedIds, withFeeders } from './select.ts';
export { Session, type CheckListener, type CreatedAnimal } from './session.ts';
export { burdenOf, compareBurdens, isRepeatable, simplestFirst, type Burden } from './witness.ts';
