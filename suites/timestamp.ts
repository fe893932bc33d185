import { DateTime } from 'luxon';

/** Date alone, or a date and a time with something else between them than `T`: the standard can be read either way. */
const UNCLEAR = /^[+-]?\d{4,6}-?(?:\d{2}-?\d{2}|W\d{2}-?\d|\d{3})(?: \d{2}.*)?$/;
/** A timestamp needs a complete date (ISO 8601-1, 5.4.2). */
const COMPLETE_DATE = /^[+-]?\d{4,6}(?:-?\d{2}-?\d{2}|-?W\d{2}-?\d|-?\d{3})T/;
/** Offsets of a day and more, or with more than 59 minutes. */
const IMPOSSIBLE_OFFSET = /[+-](?:2[4-9]|[3-9]\d|\d\d:?[6-9]\d)(?::?\d\d)?$/;
/** An hour of 24 stands for the end of the day, and a leap second for the 61st: both valid, which luxon does not know. */
const LEAP_SECOND = /^(.*T\d{2}:?\d{2}:?)60/;

/**
 * Whether a text is an ISO 8601 timestamp: date and time joined by `T`, in basic or extended format, calendar, week or
 * ordinal dates, fractions after a point or a comma, an offset of any precision or none.
 */
export function timestamp(text: string): 'valid' | 'unclear' | 'invalid' {
  const upper = text.toUpperCase();
  // ISO 8601 leaves lower case to agreement (RFC 3339, section 5.6), and so years of more than four digits.
  if (upper !== text || /^[+-]\d{5,}/.test(text))
    return timestamp(upper.replace(/^[+-]\d*(?=\d{4}-)/, '')) === 'invalid' ? 'invalid' : 'unclear';
  if (UNCLEAR.test(text)) {
    // What languages print by default (`2026-11-21 17:57:34 +0000 UTC`) is no ISO 8601 with a T either.
    if (text.includes(' ')) return timestamp(text.replace(' ', 'T')) === 'valid' ? 'unclear' : 'invalid';
    return DateTime.fromISO(text, { setZone: true }).isValid ? 'unclear' : 'invalid';
  }
  if (!COMPLETE_DATE.test(text) || IMPOSSIBLE_OFFSET.test(text.slice(text.indexOf('T')))) return 'invalid';
  // A time zone in brackets is RFC 9557, not ISO 8601.
  if (text.includes('[')) return 'invalid';
  const known = text
    .replace(LEAP_SECOND, '$159')
    .replace('\u2212', '-')
    .replace(/(T\d{2}(?::?\d{2}(?::?\d{2})?)?)([.,]\d+)?/, (_, time: string, fraction: string | undefined) =>
      fraction === undefined ? time : `${time}${shortFraction(time, fraction)}`,
    );
  return DateTime.fromISO(known, { setZone: true }).isValid ? 'valid' : 'invalid';
}

/** A fraction may have any number of digits, and may belong to the hour or the minute. */
function shortFraction(time: string, fraction: string): string {
  const digits = time.replaceAll(/\D/g, '').length;
  return digits === 6 ? `.${fraction.slice(1, 10)}` : '';
}
