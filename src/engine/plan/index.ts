export {
  type Need,
  concerns,
  defineCheck,
  sourcesOf,
  type Check,
  type Outline,
  type Property,
  type DrawContext as Sources,
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
export { CheckContext as Lab } from './lab.ts';
export { selectChecks, selectedIds, withDependencies as withFeeders } from './select.ts';
export { Session, type CheckListener, type CreatedAnimal } from './session.ts';
export {
  complexityOf as burdenOf,
  compareComplexity as compareBurdens,
  isRepeatable,
  simplestFirst,
  type Complexity as Burden,
} from './witness.ts';
