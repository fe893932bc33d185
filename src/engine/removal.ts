import type { RequirementId } from '../../requirements/index.ts';
import type { Reply } from './replies.ts';

/*
 * The removal of `GET /pets/{petId}`, and all that follows from it. Its own requirement, get.removed, is judged in
 * suites/get-removal.ts by `isGone`; what becomes of the others:
 *
 * - Before the day nothing is exempt. That every known animal is gone fails get.removed alone, and leaves the other rows of
 *   get undecided because of it (baseline.ts).
 * - On the day an operation may be there or not, from one request to the next: a single refusal is exempt (`isExempt`), and
 *   where every get is refused as gone, the rows of get are out of scope (baseline.ts). No walk gets (suites/walk-steps.ts),
 *   and an animal that is not found is no failure of get.success (`works` in suites/get-known.ts).
 * - After the day all rows of get are out of scope, and lower nothing (baseline.ts); gets that went out all the same are
 *   exempt as on the day.
 */

/** The day on which the document removes `GET /pets/{petId}` (section Versioning). */
export const REMOVAL_DAY = '2030-12-05';

/** Where a day lies: the operation works before the removal, is gone after it, and on that day both are right. */
export type Era = 'before' | 'on-the-day' | 'after';

/** @param day `YYYY-MM-DD`, the day that the target is taken to run on */
export function eraOf(day: string): Era {
  if (day === REMOVAL_DAY) return 'on-the-day';
  return day < REMOVAL_DAY ? 'before' : 'after';
}

const isAny = (): boolean => true;
/** Says of an animal, or of the whole operation, that it is not there (RFC 9110, section 15.5). */
const isMissing = (status: number): boolean => [404, 405, 410].includes(status);
/** Is no success and not about the key: from the removal on any refusal says that the operation is gone. */
const isRefusal = (status: number): boolean => status >= 300 && status !== 401 && status !== 500;

/** The statuses that say so, by the day. */
const GONE = { before: isMissing, 'on-the-day': isRefusal, after: isRefusal } as const;

/** Whether an answer says that an animal, or the whole operation, is gone; by the words of an era where one is given. */
export function isGone({ answer }: Reply, era: Era = 'before'): boolean {
  return GONE[era](answer?.status ?? 0);
}

/** Whether the document promises on a day that an animal can be got. */
export function isPromised(day: string): boolean {
  return eraOf(day) === 'before';
}

/** Statuses that are exempt from a requirement where the operation may be gone; of every other one those that say so. */
const EXEMPT: Partial<Record<RequirementId, (status: number) => boolean>> = {
  // Whoever routes requests may refuse what it no longer knows in its own form, and before any key is looked at.
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
 * removed it: no failure rests on it, and no pass. `always` and `each` ask this of every answer, so that no suite has to.
 */
export function isExempt({ operation, answer }: Reply, requirement: RequirementId, day: string): boolean {
  const status = answer?.status ?? 0;
  if (operation !== 'get' || isPromised(day) || status < 300) return false;
  return (EXEMPT[requirement] ?? isMissing)(status);
}
