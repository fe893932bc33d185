import { resolve } from 'node:path';
import { isReservedHeader } from '../base/extra-headers.ts';

/**
 * A parsed value, or the parts of an error message. `must`: the expected value; `shown`: the part of the text that is safe to
 * quote; `hint`: advice; `instead`: the setting to use instead.
 */
export type ParseResult<T> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false;
      readonly must: string;
      readonly shown?: string;
      readonly hint?: string;
      readonly instead?: 'apiKey';
    };

/** The type of a value: decides what the library accepts, and whether another run may take the value from a report. */
export type ValueKind = 'switch' | 'number' | 'numbers' | 'text' | 'address' | 'secret' | 'file';

/** @param cwd base of relative paths; default: the folder of the process */
type Read<T> = (text: string, cwd?: string) => ParseResult<T>;

export interface Parser<T> extends Read<T> {
  readonly kind: ValueKind;
  /** Placeholder of the value in the help; undefined for a switch. */
  readonly argument: string | undefined;
}

/** Longest text of a value, in characters. Servers reject an address or header above this length. */
const LONGEST = 8192;

/** Returns a parser that also refuses an empty text and a very long one. */
export function parser<T>(kind: ValueKind, argument: string | undefined, read: Read<T>): Parser<T> {
  const bounded: Read<T> = (text, cwd) => {
    if (text === '') return bad('must not be empty');
    return text.length > LONGEST ? bad(`must have at most ${String(LONGEST)} characters`) : read(text, cwd);
  };
  return Object.assign(bounded, { kind, argument });
}

function good<T>(value: T): ParseResult<T> {
  return { ok: true, value: Object.freeze(value) };
}

function bad(must: string, shown?: string): ParseResult<never> {
  return shown === undefined ? { ok: false, must } : { ok: false, must, shown };
}

/** Characters that are invisible or change the direction of text (Unicode categories C, Zl and Zp). */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/u;

const CONTROL = /[\u0000-\u001f\u007f-\u009f]/u;

/** Parses a decimal integer from `min` to `max`. */
export function integer(min: number, max: number): Parser<number> {
  return parser('number', 'N', (text) => {
    const value = /^-?\d{1,15}$/u.test(text) ? Number(text) + 0 : Number.NaN;
    return value >= min && value <= max ? good(value) : bad(`must be an integer from ${min} to ${max}`, text);
  });
}

const SWITCH = new Map([
  ...['true', '1', 'yes', 'on'].map((word) => [word, true] as const),
  ...['false', '0', 'no', 'off'].map((word) => [word, false] as const),
]);

/** Parses true, 1, yes, on, false, 0, no or off, in any case. */
export const boolean = parser<boolean>('switch', undefined, (text) => {
  const value = SWITCH.get(text.toLowerCase());
  return value === undefined ? bad('must be true, 1, yes, on, false, 0, no or off', text) : good(value);
});

/** Parses an absolute http or https URL without credentials, query or fragment; drops trailing slashes. */
export const address = parser<string>('address', 'URL', (text) => {
  if (!/^https?:\/\//iu.test(text)) {
    // The text may be a key in the wrong place: only the scheme is quoted.
    return bad('must begin with http:// or https://', /^[a-z][a-z\d+.-]*:\/\//iu.exec(text)?.[0]);
  }
  // Text before an `@` may be a password, and text after a question mark may be a token: neither is quoted.
  const shown = text.includes('@') ? undefined : text.replace(/[?#].*/su, '');
  if (CONTROL.test(text) || /\s/u.test(text)) {
    return bad('must be an address without spaces or control characters', shown);
  }
  if (!URL.canParse(text)) return bad('must be a whole address such as https://example.com/v1', shown);
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') {
    return { ok: false, must: 'must not hold a user name or password', instead: 'apiKey' };
  }
  if (/[?#]/u.test(text)) return bad('must not have a query or a fragment', shown);
  return good(url.href.replace(/\/+$/u, ''));
});

/** Returns the user name and password in a URL; such a URL is refused, and the error must not show them. */
export function userInfoOf(text: string): readonly string[] {
  if (address(text).ok || !URL.canParse(text)) return [];
  const { username, password } = new URL(text);
  return [username, password];
}

/** Parses the URL of messages; adds `/messages` unless it is the last segment. */
export const messagesAddress = parser<string>('address', 'URL', (text) => {
  const parsed = address(text);
  if (!parsed.ok || new URL(parsed.value).pathname.endsWith('/messages')) return parsed;
  return good(`${parsed.value}/messages`);
});

/** Parses a key: visible ASCII, to follow `Bearer ` in a header. Errors never quote the key. */
export const key = parser<string>('secret', 'KEY', (text) =>
  /^[\u0021-\u007e]+$/u.test(text)
    ? good(text)
    : bad('must be a key of visible ASCII characters, without spaces, line ends or control characters'),
);

const INT64 = { least: -(2n ** 63n), most: 2n ** 63n - 1n };

/** Parses int64 integers separated by commas, at least one; drops duplicates. */
export const categoryIds = parser<readonly bigint[]>('numbers', 'IDS', (text) => {
  const ids = new Set<bigint>();
  for (const item of text.split(',').map((part) => part.trim())) {
    // An int64 has at most 19 digits; the limit spares BigInt a very long text.
    const id = /^-?\d{1,30}$/u.test(item) ? BigInt(item) : undefined;
    if (id === undefined || id < INT64.least || id > INT64.most) {
      return bad('must be int64 integers with commas between them, such as 1,2', item);
    }
    ids.add(id);
  }
  return good([...ids]);
});

/** An extra header of every request; its value is secret. */
export type Header = readonly [name: string, value: string];

/** Parses `Name: value`: a token, and a value without control characters (RFC 9110, sections 5.1 and 5.5). */
export const header = parser<Header>('secret', "'Name: value'", (text) => {
  const colon = text.indexOf(':');
  // Only the name of the header is quoted, because its value is often a secret of a gateway.
  if (colon < 0) return bad("must have the form 'Name: value'");
  const name = text.slice(0, colon);
  const value = text.slice(colon + 1).replace(/^[ \t]+|[ \t]+$/gu, '');
  if (!/^[!#$%&'*+\-.^_`|~\dA-Za-z]+$/u.test(name)) {
    return bad('must begin with a header name of letters, digits and hyphens before the colon');
  }
  if (isReservedHeader(name)) {
    return bad(`must not set ${name}: the kit sets that header itself`);
  }
  if (!/^[\t\u0020-\u007e\u00a0-\u00ff]*$/u.test(value)) {
    return bad('must have a value of visible Latin-1 characters and spaces', name);
  }
  return good([name, value]);
});

export const day = parser<string>('text', 'DATE', (text) => {
  // Date.parse turns 30 February into 2 March, so the day is compared with its text.
  const moment = /^\d{4}-\d{2}-\d{2}$/u.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(text)
    ? good(text)
    : bad('must be a day of the calendar as YYYY-MM-DD', text);
});

/** Parses a line without invisible characters, to be shown unchanged. */
export const singleLine = parser<string>('text', 'TEXT', (text) =>
  /\S/u.test(text) && text.length <= 200 && !UNSEEN.test(text)
    ? good(text)
    : bad('must be one line of at most 200 visible characters'),
);

/** Parses a path and makes it absolute; does not test whether it exists. */
export const path = parser<string>('file', 'FILE', (text, cwd = '.') =>
  CONTROL.test(text) ? bad('must be a path without control characters', text) : good(resolve(cwd, text)),
);
