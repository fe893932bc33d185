// The requests to the target, their replies, and the animals known to be stored. Imports `src/http` and `src/config`. Code
// outside this folder imports only this file.

export { ExclusiveSender, withExclusive, type ExclusiveResult } from './exclusive.ts';
export { Api } from './api.ts';
export { BodyForms } from './body-forms.ts';
export { Capabilities, unknownCategoryNote } from './capabilities.ts';
export {
  causeOf,
  NEXT_FIREWALL,
  NEXT_KEYS_LIMITED,
  NEXT_REFUSED,
  NEXT_SILENT,
  NEXT_STEP,
  NEXT_FIX_UNIQUE_ID,
  NEXT_WIDEN_SCOPE,
  correctFirst,
} from './causes.ts';
export { STAGES, concerns, type CheckFacts, type Need } from './check-facts.ts';
export { recordingClock, now, pause, withClock, until, waitUntil, waitingUntil } from './clock.ts';
export { Creates, bodyOf, type Borderline } from './creates.ts';
export { credential, keyBehind, noCredential, validKey } from './credentials.ts';
export { checkSeed, drawInputs, seedFor, shrink, type Input } from './draw.ts';
export { listShowing, whileListed } from './listed.ts';
export { WIDEST, allowedLimit, integerLimit, isDocumented, isList, isStatus, lengthOf } from './lists.ts';
export { logIndex } from './log-index.ts';
export { Names } from './names.ts';
export { WidestLists } from './pages.ts';
export { isGood, lacksPermission, permissionLacking } from './permission.ts';
export { Population, type Animal } from './population.ts';
export { REMOVAL, eraOf, isExempt, isGone, isPromised, removedWords } from './removal.ts';
export {
  STATUSES,
  isGet,
  isPetReply,
  isObject,
  isSuccess,
  itemId,
  positionsOf,
  unanswered,
  type CreateReply,
  type GetReply,
  type ListQuery,
  type ListReply,
  type MessageReply,
  type Reply,
  type Status,
} from './replies.ts';
export { ALL_CREATES_REFUSED, isClientError, notJson, requestText, statusText } from './texts.ts';
export { onConnection } from '../../http/connection.ts';
export type { ListForm } from './options.ts';
export type { RunContext } from './run-context.ts';
