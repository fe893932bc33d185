// The requests to the target, their replies, and the animals known to be stored. Imports `src/http` and `src/config`. Code
// outside this folder imports only this file. Each file is exported with `export *` if all its exports are for other folders.

export type { ExclusiveSendResult } from './exclusive.ts';
export type { Api } from './api.ts';
export { unknownCategoryNote, type CheckPrecondition } from './capabilities.ts';
export * from './next-steps.ts';
export * from './clock.ts';
export { createBodyOf, isMarked, type BorderlineCreate } from './creates.ts';
export { keyBehindBearerSpelling, noCredential, validCredential } from './credentials.ts';
export { deriveCheckSeed, drawInputs, deriveSeed, shrinkInput, type DrawnInput } from './draw.ts';
export { lastListShowing, repeatGetWhileListed } from './shown-animals.ts';
export * from './lists.ts';
export { createLogIndex } from './log-index.ts';
export { NameGenerator } from './names.ts';
export { isValidExceptKey, lacksPermission, permissionProblem } from './permission.ts';
export { FULL_POPULATION_SIZE, type Animal } from './population.ts';
export * from './removal.ts';
export * from './replies.ts';
export { brokenByMissing } from './rounded-ids.ts';
export * from './texts.ts';
export { withRequestScope } from '../../http/request-scope.ts';
export type { UrlForm } from './options.ts';
export { createRunContext, type RunContext } from './run-context.ts';
