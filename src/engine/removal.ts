import { isSuccess, type Reply } from './replies.ts';

/** The day on which the document removes `GET /pets/{petId}` (section Versioning). */
export const REMOVAL_DAY = '2030-12-05';

/** Where a day lies: the operation works before the removal, is gone after it, and on that day both are right. */
export type Era = 'before' | 'on-the-day' | 'after';

/** @param day `YYYY-MM-DD`, the day that the target is taken to run on */
export function eraOf(day: string): Era {
  if (day === REMOVAL_DAY) return 'on-the-day';
  return day < REMOVAL_DAY ? 'before' : 'after';
}

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

/** Whether an answer comes of a path that the document has removed, or removes on this day: what it says there is exempt. */
export function isRemoved({ operation, answer }: Reply, day: string): boolean {
  return operation === 'get' && !isPromised(day) && !isSuccess(answer);
}
