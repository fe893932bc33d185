// Which checks run and in which order, what a check works with, and the findings that it reports. Code outside this folder
// imports only this file.

export { CHECK_STAGES, type CheckStage, reportableRequirements } from './check-metadata.ts';
export * from './check.ts';
export * from './finding.ts';
export { createOutputFilter } from './output-filter.ts';
export { CheckContext } from './context.ts';
export { selectChecks, selectedIds, withDependencies } from './select.ts';
export { CheckSession, type CheckListener, type CreatedAnimal } from './session.ts';
export { compareComplexity, isRepeatable, simplestFirst, type RequestComplexity } from './simplest.ts';
