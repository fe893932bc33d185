import type { RequirementId } from '../../../requirements/index.ts';
import type { Reply } from './replies.ts';

/*
 * The removal of `GET /pets/{petId}`. suites/get-removal.ts judges get.removed by `isGoneResponse`; the other requirements of get:
 * - Before the day, nothing is exempt. If every known animal is gone, get.removed fails, or get.success if the target seems to
 *   round its ids (rounded-ids.ts), and the other requirements of get are undecided because of it (capabilities.ts).
 * - On the day, in any time zone, the operation may be present or absent from one request to the next: a refusal is exempt
 *   (`isExcusedByRemoval`), and if every get is refused, the requirements of get are out of scope (capabilities.ts).
 *   Sequences send no gets (suites/sequences.ts), and a missing animal does not fail get.success (`working` in
 *   suites/get-known.ts). A check with no other evidence reports its requirements as out of scope (`CheckContext.noEvidence`).
 * - After the day, all requirements of get are out of scope, with no effect on the verdict (capabilities.ts); gets that were
 *   sent anyway are exempt as on the day.
 */

/**
 * The UTC days on which it is 5 December 2030 in some time zone. The document removes `GET /pets/{petId}` that day and names
 * no time zone (section Versioning): at UTC+14 the day begins at 10:00 on the first, at UTC-12 it ends at 12:00 on the last.
 */
export const REMOVAL_UTC_DAYS = { first: '2030-12-04', last: '2030-12-06' } as const;

/** A day relative to the removal: before that day the operation must work, after it the operation must be gone. */
export type RemovalEra = 'before' | 'on-the-day' | 'after';

export function removalEraOf(day: string): RemovalEra {
  if (day < REMOVAL_UTC_DAYS.first) return 'before';
  return day > REMOVAL_UTC_DAYS.last ? 'after' : 'on-the-day';
}

export function operationRemovedText(day: string): string {
  return `the document removes the operation on 5 December 2030, and the target is judged as of ${day}`;
}

const isAny = (): boolean => true;
/** True for a status that means that an animal, or the whole operation, does not exist (RFC 9110, section 15.5). */
const isMissing = (status: number): boolean => [404, 405, 410].includes(status);
/** True for a status that, from the removal on, may mean that the operation is gone: 300 or more, not 401 or 500. */
const isRefusal = (status: number): boolean => status >= 300 && status !== 401 && status !== 500;

/** True if a response to a get means that the animal, or from the removal on the operation, is gone. */
export function isGoneResponse({ answer }: Reply, day: string): boolean {
  return (isBeforeRemoval(day) ? isMissing : isRefusal)(answer?.status ?? 0);
}

export function isBeforeRemoval(day: string): boolean {
  return removalEraOf(day) === 'before';
}

/** Statuses that prove nothing about a requirement once the operation may be removed; other requirements use `isRefusal`. */
const EXEMPT: Partial<Record<RequirementId, (status: number) => boolean>> = {
  // A router may refuse an unknown operation in its own format, and before any check of the key.
  'auth.accepted': isAny,
  'auth.challenge': isAny,
  'media.json': isAny,
  'error.object': isAny,
  'error.status': isAny,
  // 501 (Not Implemented) is correct for a removed operation.
  'robust.no-5xx': (status) => status === 501,
};

/**
 * True if a response to a get proves nothing about a requirement, because the document may have removed the operation by this
 * day: it is neither a failure nor a pass. Both `invariant` and `property` apply this rule to every response.
 */
export function isExcusedByRemoval(
  { operation, answer }: Reply,
  requirement: RequirementId,
  day: string,
): boolean {
  const status = answer?.status ?? 0;
  if (operation !== 'get' || isBeforeRemoval(day) || status < 300) return false;
  return (EXEMPT[requirement] ?? isRefusal)(status);
}
