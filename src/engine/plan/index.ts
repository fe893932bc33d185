// Which checks run and in which order, what a check works with, and the findings that it reports. Code outside this folder
// imports only this file.

export { CHECK_STAGES, type CheckStage, reportableRequirements } from './check-metadata.ts';
export { defineCheck, initialDrawContext } from './check.ts';
export type { Check, DrawContext, OptionalCheckMetadata } from './check.ts';
export { flawMessage, flawSubjectKey } from './finding.ts';
export type { CheckOutcome, ConfirmationResult, Finding, Flaw, FlawedReply } from './finding.ts';
export type { UndecidedRequirement, Violation } from './finding.ts';
export { createOutputFilter } from './output-filter.ts';
export { CheckContext } from './context.ts';
export { selectChecks, selectedIds, withDependencies } from './select.ts';
export { CheckSession, type CheckListener, type CreatedAnimal } from './session.ts';
export { compareComplexity, isRepeatable, simplestFirst, type RequestComplexity } from './simplest.ts';
