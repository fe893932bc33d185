/** `1 requirement`, `2 requirements`. */
export function counted(count: number, noun: string): string {
  return `${number(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** A count and what is counted, for reading; nothing where there is none. */
export function some(count: number, words: string): string {
  return count === 0 ? '' : `${number(count)} ${words}`;
}

/** A text as a sentence begins; a name, such as `createdAt`, stays as it is. */
export function capital(text: string): string {
  return text.replace(/^[a-z](?=[a-z]*(?:[ ,]|$))/u, (letter) => letter.toUpperCase());
}

/** Joins the present parts of a sentence. */
export function phrases(parts: readonly (string | undefined)[], between: string): string {
  return parts.filter((part) => part !== undefined && part !== '').join(between);
}

/** The first of some names, and how many more there are: `a, b and 3 more`. */
export function firstNames(most: number, names: readonly string[]): string {
  const more = names.length - most;
  return `${names.slice(0, most).join(', ')}${more > 0 ? ` and ${String(more)} more` : ''}`;
}

const figures = new Intl.NumberFormat('en');

/** A count for reading, with its thousands apart. */
export function number(count: number): string {
  return figures.format(count);
}

/** Milliseconds for reading: `850 ms`, `3.2 s`, `2 min 5 s`. */
export function duration(ms: number): string {
  if (ms < 999.5) return `${String(Math.round(ms))} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${String(Math.floor(seconds / 60))} min ${String(seconds % 60)} s`;
}

/** An ISO 8601 instant for reading, in UTC; what is no instant comes back as it is. */
export function instant(iso: string): string {
  // The engine's own reading is far more lenient: it takes the last digit of a sentence for a month.
  const date = new Date(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(iso) ? iso : Number.NaN);
  if (Number.isNaN(date.getTime())) return iso;
  const said = (style: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat('en-GB', { ...style, timeZone: 'UTC' }).format(date);
  return `${said({ dateStyle: 'long' })}, ${said({ timeStyle: 'short' })} UTC`;
}

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
