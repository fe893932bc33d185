/** `1 requirement`, `2 requirements`; `rest` follows the noun. */
export function counted(count: number, noun: string, rest = ''): string {
  return `${number(count)} ${noun}${count === 1 ? '' : 's'}${rest === '' ? '' : ` ${rest}`}`;
}

/** A count and what is counted, for reading; nothing where there is none. */
export function some(count: number, words: string): string {
  return count === 0 ? '' : `${number(count)} ${words}`;
}

/** A text as a sentence begins; a name, such as `createdAt`, stays as it is. */
export function capital(text: string): string {
  return text.replace(/^[a-z](?=[a-z]*(?:[ ,]|$))/u, (letter) => letter.toUpperCase());
}

/** What there is of the parts of a sentence, one after the other. */
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

/** The time of day where the process runs, for a reader beside it: `14:05:09`. */
export function clock(moment: Date): string {
  return moment.toTimeString().slice(0, 8);
}

/** An ISO 8601 instant for reading, in UTC; what is no instant comes back as it is. */
export function instant(iso: string): string {
  // The engine's own reading is far more lenient: it takes the last digit of a sentence for a month.
  const date = new Date(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(iso) ? iso : Number.NaN);
  if (Number.isNaN(date.getTime())) return iso;
  const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'UTC' }).format(date);
  return `${day(iso.slice(0, 10))}, ${time} UTC`;
}

/** A calendar day `YYYY-MM-DD` for reading; what is no day comes back as it is. */
export function day(iso: string): string {
  const date = new Date(/^\d{4}-\d{2}-\d{2}$/.test(iso) ? `${iso}T00:00:00Z` : Number.NaN);
  return Number.isNaN(date.getTime())
    ? iso
    : new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(date);
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
