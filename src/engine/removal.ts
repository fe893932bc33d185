import { isSuccess, type Reply } from './replies.ts';

/** The day on which the document removes `GET /pets/{petId}` (section Versioning). */
export const REMOVAL_DAY = '2030-12-05';

/** Where a day lies: the operation works before the removal, is gone after it, and on that day both are right. */
export type Era = 'before' | 'on-the-day' | 'after';

/** The statuses that say of an animal, or of the whole operation, that it is not there (RFC 9110, section 15.5). */
export const GONE: ReadonlySet<number> = new Set([404, 405, 410]);

/**
 * Whether an answer comes of a path that the document has removed, or removes on this day: what it says there is exempt.
 * @param day `YYYY-MM-DD`, the day that the target is taken to run on
 */
export function isRemoved({ operation, answer }: Reply, day: string): boolean {
  return operation === 'get' && eraOf(day) !== 'before' && !isSuccess(answer);
}

/** @param day `YYYY-MM-DD`, the day that the target is taken to run on */
export function eraOf(day: string): Era {
  if (day === REMOVAL_DAY) return 'on-the-day';
  return day < REMOVAL_DAY ? 'before' : 'after';
}
