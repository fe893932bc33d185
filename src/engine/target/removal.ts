import type { RequirementId } from '../../../requirements/index.ts';
import type { Reply } from './replies.ts';

/*
 * The removal of `GET /pets/{petId}`, and all that follows from it. Its own requirement, get.removed, is judged in
 * suites/get-removal.ts by `isGone`; the outcome of the others:
 *
 * - Before the day nothing is exempt. That every known animal is gone fails get.removed alone, and leaves the other rows of
 *   get undecided because of it (capabilities.ts).
 * - On the day, in whatever time zone, an operation may be there or not, from one request to the next: a single refusal is
 *   exempt (`isExempt`), and where every get is refused as gone, the rows of get are out of scope (capabilities.ts). No walk gets
 *   (suites/sequence-steps.ts), and an animal that is not found is no failure of get.success (`works` in suites/get-known.ts).
 *   A check that got nothing but such refusals leaves that part out (`CheckContext.noEvidence`).
 * - After the day all rows of get are out of scope, and lower nothing (capabilities.ts); gets that went out all the same are
 *   exempt as on the day.
 */

/**
 * The days of UTC on which it is 5 December 2030 somewhere, of which day the document removes `GET /pets/{petId}` and names
 * no time zone (section Versioning): at UTC+14 it begins at 10:00 of the first, at UTC-12 it ends at 12:00 of the last.
 */
export const REMOVAL = { first: '2030-12-04', last: '2030-12-06' } as const;

/** Where a day lies: the operation works before the removal, is gone after it, and while it is that day both are right. */
export type Era = 'before' | 'on-the-day' | 'after';

export function eraOf(day: string): Era {
  if (day < REMOVAL.first) return 'before';
  return day > REMOVAL.last ? 'after' : 'on-the-day';
}

export function removedWords(day: string): string {
  return `the document removes the operation on 5 December 2030, and the target is taken to run on ${day}`;
}

const isAny = (): boolean => true;
/** Says of an animal, or of the whole operation, that it is not there (RFC 9110, section 15.5). */
const isMissing = (status: number): boolean => [404, 405, 410].includes(status);
/** Is no success and not about the key: from the removal on any refusal says that the operation is gone. */
const isRefusal = (status: number): boolean => status >= 300 && status !== 401 && status !== 500;

/** The statuses that say so, by the day. */
const GONE = { before: isMissing, 'on-the-day': isRefusal, after: isRefusal } as const;

/** Whether an answer to a get says that an animal, or on a day like this one the whole operation, is gone. */
export function isGone({ answer }: Reply, day: string): boolean {
  return GONE[eraOf(day)](answer?.status ?? 0);
}

export function isPromised(day: string): boolean {
  return eraOf(day) === 'before';
}

/** Statuses that are exempt from a requirement where the operation may be gone; of every other one those that say so. */
const EXEMPT: Partial<Record<RequirementId, (status: number) => boolean>> = {
  // Anyone who routes requests may refuse what it no longer knows in its own form, and before any key is looked at.
  'auth.accepted': isAny,
  'auth.challenge': isAny,
  'media.json': isAny,
  'error.object': isAny,
  'error.status': isAny,
  // It may say that it is not implemented.
  'robust.no-5xx': (status) => status === 501,
};

/**
 * Whether an answer to a get says nothing of a requirement, since the document removes the operation on this day or has
 * removed it: no failure rests on it, and no pass. `invariant` and `property` ask this of every answer, so that no suite has to.
 */
export function isExempt({ operation, answer }: Reply, requirement: RequirementId, day: string): boolean {
  const status = answer?.status ?? 0;
  if (operation !== 'get' || isPromised(day) || status < 300) return false;
  return (EXEMPT[requirement] ?? isRefusal)(status);
}
