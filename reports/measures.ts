/** Returns a count with its noun: `1 requirement`, `2 requirements`. */
export function countWithNoun(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** Formats counts by their words, such as `2 failed, 1 fixed`; leaves out counts of 0. */
export function countsText(counts: Readonly<Record<string, number>>): string {
  const found = Object.entries(counts).filter(([, count]) => count > 0);
  return found.map(([words, count]) => `${formatCount(count)} ${words}`).join(', ');
}

/** Capitalizes a sentence; a name such as `createdAt` stays unchanged. */
export function capitalized(text: string): string {
  return text.replace(/^[a-z](?=[a-z]*(?:[ ,]|$))/u, (letter) => letter.toUpperCase());
}

/** Joins the parts that are not empty. */
export function joinPhrases(parts: readonly (string | undefined)[], between: string): string {
  return parts.filter((part) => part !== undefined && part !== '').join(between);
}

/** Returns the first names, and the count of the others: `a, b and 3 more`. */
export function listFirstNames(most: number, names: readonly string[]): string {
  const more = names.length - most;
  return `${names.slice(0, most).join(', ')}${more > 0 ? ` and ${String(more)} more` : ''}`;
}

const figures = new Intl.NumberFormat('en');

/** Returns a number with separators for thousands. */
export function formatCount(count: number): string {
  return figures.format(count);
}

/** Formats milliseconds: `850 ms`, `3.2 s`, `2 min 5 s`. */
export function formatDuration(ms: number): string {
  if (ms < 999.5) return `${String(Math.round(ms))} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${String(Math.floor(seconds / 60))} min ${String(seconds % 60)} s`;
}

/** Formats an ISO 8601 time in UTC; returns any other text unchanged. */
export function formatInstant(iso: string): string {
  // `new Date` is too lenient: it reads a digit at the end of a sentence as a month.
  const date = new Date(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(iso) ? iso : Number.NaN);
  if (Number.isNaN(date.getTime())) return iso;
  const said = (style: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat('en-GB', { ...style, timeZone: 'UTC' }).format(date);
  return `${said({ dateStyle: 'long' })}, ${said({ timeStyle: 'short' })} UTC`;
}

/** A run waits for its target between reading the day and `startedAt`: the maximum of this wait, in milliseconds. */
const WAITED = 3_600_000;

/** True if `asOf` (YYYY-MM-DD) is not the day of `startedAt` (ISO 8601; a leap second, which Date cannot parse, as text). */
export function isOtherDay(asOf: string, startedAt: string): boolean {
  const started = new Date(startedAt).getTime();
  if (Number.isNaN(started)) return !startedAt.startsWith(asOf);
  return ![started, started - WAITED].some((moment) => new Date(moment).toISOString().startsWith(asOf));
}
