/** The day on which the document removes `GET /pets/{petId}` (section Versioning). */
export const REMOVAL_DAY = '2030-12-05';

/** Where a day lies: the operation works before the removal, is gone after it, and on that day both are right. */
export type Era = 'before' | 'on-the-day' | 'after';

/** @param day `YYYY-MM-DD`, the day that the target is taken to run on */
export function eraOf(day: string): Era {
  if (day === REMOVAL_DAY) return 'on-the-day';
  return day < REMOVAL_DAY ? 'before' : 'after';
}
