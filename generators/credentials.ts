import { Buffer } from 'node:buffer';
import * as fc from 'fast-check';

/** A value of the Authorization header, and what evidence calls it. */
export interface HeaderDraft {
  readonly value: string;
  readonly label: string;
  /** Whether a lenient reader may take it for the bearer form with a token that is not the key. */
  readonly readAsToken?: true;
}

const TOKEN_CHARS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'];
const ALNUM = fc.constantFrom(...TOKEN_CHARS);

/** Random tokens of the grammar `b64token` (RFC 6750, section 2.1). */
export const tokens: fc.Arbitrary<string> = fc
  .tuple(
    fc.array(fc.constantFrom(...TOKEN_CHARS, '-', '.', '_', '~', '+', '/'), { minLength: 15, maxLength: 60 }),
    ALNUM,
  )
  .map(([body, last]) => `${body.join('')}${last}`);

const LETTERS = /[A-Za-z]/;
const DIGITS = /[0-9]/;

/** Another letter or digit of the same kind; never the same one in the other case. */
function other(char: string): string {
  if (DIGITS.test(char)) return String((Number(char) + 3) % 10);
  const lower = char.toLowerCase();
  const next = 'abcdef'.includes(lower)
    ? String.fromCharCode(97 + ((lower.charCodeAt(0) - 97 + 2) % 6))
    : String.fromCharCode(97 + ((lower.charCodeAt(0) - 97 + 7) % 26));
  return char === lower ? next : next.toUpperCase();
}

/**
 * The key with two or more of its letters and digits changed in the middle, never at its end: the last character of
 * base64 may have bits that do not count. Undefined where the key is too short for that.
 */
export function alteredInTheMiddle(key: string): string | undefined {
  const chars = [...key];
  const middle = Math.floor(chars.length / 2);
  const places = chars
    .map((char, index) => ({ char, index }))
    .filter(({ char, index }) => index < chars.length - 4 && (LETTERS.test(char) || DIGITS.test(char)))
    .toSorted((a, b) => Math.abs(a.index - middle) - Math.abs(b.index - middle))
    .slice(0, 2);
  if (places.length < 2) return undefined;
  for (const { char, index } of places) chars[index] = other(char);
  return chars.join('');
}

/** Tokens made from the key that are not the key. */
export function nearKeys(key: string): readonly HeaderDraft[] {
  const altered = alteredInTheMiddle(key);
  const long = key.length >= 12;
  return [
    ...(altered === undefined ? [] : [{ value: `Bearer ${altered}`, label: 'Bearer with the key, altered' }]),
    ...(long
      ? [{ value: `Bearer ${key.slice(0, key.length / 2)}`, label: 'Bearer with half of the key' }]
      : []),
    ...(long && !key.includes('=')
      ? [{ value: `Bearer ${key}qX7vWk2pZr9tLm4n`, label: 'Bearer with the key and more behind it' }]
      : []),
  ];
}

/**
 * Tokens that careless look-ups take for keys: members that every object of a script has, what a missing variable turns
 * into, a token that nobody signed, and the key with a part behind a dot.
 */
export function temptingTokens(key: string): readonly HeaderDraft[] {
  const made = ['constructor', 'undefined', 'null', '__proto__', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZG1pbiJ9.'];
  const dotted = /[.=]/.test(key) || key.length < 12 ? [] : [`${key}.qX7vWk2p`];
  return [...made, ...dotted]
    .filter((token) => token !== key)
    .map((token) => ({
      value: `Bearer ${token}`,
      label: token.startsWith(key)
        ? 'Bearer with the key and a part behind a dot'
        : `Bearer with the token ${token}`,
    }));
}

/** Headers that are truly not of the form `Bearer b64token` (RFC 6750, section 2.1; RFC 9110, section 11.4). */
export function malformedHeaders(key: string): readonly HeaderDraft[] {
  return [
    { value: '', label: 'empty' },
    { value: 'Bearer', label: 'Bearer without a token' },
    { value: key, label: 'the key without a scheme' },
    { value: `Basic ${base64(`user:${key}`)}`, label: 'Basic with the key as password' },
    { value: `Token ${key}`, label: 'Token with the key' },
    { value: `Bearer${key}`, label: 'Bearer and the key without a space' },
    { value: `X-Bearer ${key}`, label: 'X-Bearer with the key' },
    { value: `Bearer ${key} ${key}`, label: 'Bearer with the key twice', readAsToken: true },
  ];
}

/** More of the kind, of which each operation gets its share. */
export function moreMalformedHeaders(key: string): readonly HeaderDraft[] {
  return [
    { value: `Basic ${key}`, label: 'Basic with the key' },
    { value: `Bearer: ${key}`, label: 'Bearer with a colon and the key' },
    { value: `Basic Bearer ${key}`, label: 'Basic before Bearer with the key' },
    { value: `Basic ${base64(`${key}:`)}`, label: 'Basic with the key as user' },
    { value: `ApiKey ${key}`, label: 'ApiKey with the key' },
    { value: `JWT ${key}`, label: 'JWT with the key' },
    { value: `Bearer token=${key}`, label: 'Bearer with the key as a parameter', readAsToken: true },
    {
      value: `Bearer ${key}, Basic x`,
      label: 'Bearer with the key, and Basic behind a comma',
      readAsToken: true,
    },
  ];
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

/** Names of schemes that are not `Bearer`. */
export const otherSchemes: fc.Arbitrary<string> = fc
  .stringMatching(/^[A-Za-z]{3,9}$/)
  .filter((scheme) => scheme.toLowerCase() !== 'bearer');
