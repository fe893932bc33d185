/** Complete calendar, week and ordinal dates, in basic or extended format (ISO 8601-1, 5.2). */
const DATE = String.raw`(?<year>\d{4})(?:-?(?<month>\d\d)-?(?<day>\d\d)|-?W(?<week>\d\d)-?[1-7]|-?(?<ordinal>\d{3}))`;
/** The last part of a time may have a decimal fraction (5.3.1.4), and a time may have an offset (5.3.4). */
const TIME = String.raw`(?<hour>\d\d)(?::?(?<minute>\d\d)(?::?(?<second>\d\d))?)?(?<fraction>[.,]\d+)?`;
const OFFSET = String.raw`(?:Z|[+\-\u2212](?<hours>\d\d)(?::?(?<minutes>\d\d)(?<finer>:?[0-5]\d)?)?)?`;
const WHOLE = new RegExp(`^${DATE}(?:(?<between>[T ])${TIME}${OFFSET})?$`, 'u');

/**
 * Judges a text as an ISO 8601 timestamp. `valid`: date and time joined by `T`, in any format of DATE, TIME and OFFSET.
 * `unclear`: a date alone, a space for the `T`, an offset with seconds, lower case, or a year of more than four digits,
 * where the standard is ambiguous or requires agreement (RFC 3339, section 5.6). A time zone in brackets is RFC 9557, not
 * ISO 8601.
 */
export function classifyTimestamp(text: string): 'valid' | 'unclear' | 'invalid' {
  const agreed = text.toUpperCase().replace(/^[+-]\d+(?=\d{4}-)/u, '');
  const parts = WHOLE.exec(agreed)?.groups;
  if (parts === undefined || !isDay(parts) || !isTime(parts)) return 'invalid';
  const plain = agreed === text && parts['between'] === 'T' && parts['finer'] === undefined;
  return plain ? 'valid' : 'unclear';
}

type Parts = Readonly<Record<string, string | undefined>>;

/** True if the date exists in the calendar. */
function isDay({ year, month, day, week, ordinal }: Parts): boolean {
  const of = Number(year);
  if (week !== undefined) return Number(week) >= 1 && Number(week) <= weeksOf(of);
  if (ordinal !== undefined) return Number(ordinal) >= 1 && Number(ordinal) <= (isLeap(of) ? 366 : 365);
  const date = new Date(Date.UTC(2000, Number(month) - 1, Number(day)));
  date.setUTCFullYear(of, Number(month) - 1, Number(day));
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
}

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** A year that begins or ends on a Thursday has 53 weeks. */
function weeksOf(year: number): number {
  const weekday = (month: number, day: number) => {
    const date = new Date(0);
    date.setUTCFullYear(year, month, day);
    return date.getUTCDay();
  };
  return weekday(0, 1) === 4 || weekday(11, 31) === 4 ? 53 : 52;
}

/** True if the time exists. Hour 24 is allowed at the end of the day, and second 60 as a leap second. */
function isTime({ hour = '0', minute = '0', second = '0', fraction = '', hours, minutes }: Parts): boolean {
  const rest = Number(minute) + Number(second) + Number(fraction.replace(/[.,]/u, ''));
  return (
    (Number(hour) <= 23 || (Number(hour) === 24 && rest === 0)) &&
    Number(minute) <= 59 &&
    Number(second) <= 60 &&
    Number(hours ?? 0) <= 23 &&
    Number(minutes ?? 0) <= 59
  );
}
