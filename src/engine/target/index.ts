// The requests to the target, their replies, and the animals known to be stored. Imports `src/http` and `src/config`. Code
// outside this folder imports only this file.

export { withExclusive, type ExclusiveResult } from './exclusive.ts';
export type { Api } from './api.ts';
export { unknownCategoryNote, type CheckPrecondition } from './capabilities.ts';
export {
  causeOfNoAnswer,
  NEXT_FIREWALL,
  NEXT_KEYS_LIMITED,
  NEXT_CREATES_REFUSED,
  NEXT_STEP_BY_CAUSE,
  NEXT_FIX_UNIQUE_ID,
  NEXT_WIDEN_SCOPE,
  fixFirstText,
} from './causes.ts';
export {
  recordingClock,
  now,
  pause,
  withClock,
  repeatUntil,
  waitUntil,
  withAbortablePauses,
} from './clock.ts';
export { petBodyOf, type BorderlineCreate } from './creates.ts';
export { invalidCredential, keyWithScheme, noCredential, validCredential } from './credentials.ts';
export { deriveCheckSeed, drawInputs, deriveSeed, shrinkInput, type DrawnInput } from './draw.ts';
export { lastListShowing, getWhileListed } from './listed.ts';
export {
  MAX_LIST_LENGTH,
  allowedLimit,
  integerLimit,
  hasDocumentedQuery,
  isListReply,
  isPetStatus,
  listLength,
} from './lists.ts';
export { createLogIndex } from './log-index.ts';
export { NameGenerator } from './names.ts';
export { isValidRequest, lacksPermission, permissionProblem } from './permission.ts';
export type { Animal } from './population.ts';
export {
  REMOVAL_DAYS,
  removalEraOf,
  mayBeRemoved,
  isGoneResponse,
  isBeforeRemoval,
  removalText,
} from './removal.ts';
export {
  PET_STATUSES,
  isGetReply,
  isPetReply,
  isObject,
  isSuccess,
  itemId,
  itemPositionsOf,
  noAnswerOf,
  type CreateReply,
  type GetReply,
  type ListQuery,
  type ListReply,
  type MessageReply,
  type Reply,
  type PetStatus,
} from './replies.ts';
export { ALL_CREATES_REFUSED, isClientError, notJsonText, requestText, statusText } from './texts.ts';
export { runOnConnection } from '../../http/connection.ts';
export type { ListForm } from './options.ts';
export { createRunContext, type RunContext } from './run-context.ts';
