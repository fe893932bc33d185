/** Milliseconds between the moment at which a run reads which day it is, and its beginning: it may wait for its target. */
const WAITED = 3_600_000;

/**
 * Whether a run took its target to run on another day than its own: it says nothing of what that day's document asks.
 * @param asOf a day, `YYYY-MM-DD`
 * @param startedAt an ISO 8601 instant; a leap second, which the engine cannot read, tells its day by its text
 */
export function isOtherDay(asOf: string, startedAt: string): boolean {
  const started = new Date(startedAt).getTime();
  if (Number.isNaN(started)) return !startedAt.startsWith(asOf);
  return ![started, started - WAITED].some((moment) => new Date(moment).toISOString().startsWith(asOf));
}
