import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import type { CredentialForm, CredentialPiece } from '../reports/exchange.ts';
import { drawn, type Partitions } from './partitions.ts';

/** A value of the Authorization header that has to be refused, and what evidence keeps of it. */
export interface HeaderDraft extends CredentialForm {
  readonly value: string;
}

/** Stands for the key in a form. */
const KEY = '{key}';

/** The pieces of a form: its texts, and the key between them. */
function piecesOf(form: string): readonly CredentialPiece[] {
  return form
    .split(/(\{key\})/u)
    .filter((text) => text !== '')
    .map((text) => (text === KEY ? { key: true } : { text }));
}

function written(form: string, key: string): string {
  return form.replaceAll(KEY, () => key);
}

/** A header that is not of the bearer form. */
function malformed(key: string, label: string, form: string): HeaderDraft {
  return { kind: 'malformed', label, value: written(form, key), pieces: piecesOf(form) };
}

/** A header of the bearer form without a token. */
function wrongToken(key: string, label: string, token: string): HeaderDraft {
  return { ...malformed(key, label, `Bearer ${token}`), kind: 'wrong-token' };
}

/** A header of the bearer form whose token evidence does not keep: a command has a token that is no key in its place. */
function lostToken(label: string, token: string): HeaderDraft {
  const pieces = [{ text: 'Bearer ' }, { alike: 'a-token-that-is-no-key' }];
  return { kind: 'wrong-token', label, value: `Bearer ${token}`, pieces };
}

/** The scheme `Basic` with a user and a password. */
function basic(key: string, label: string, form: string): HeaderDraft {
  const value = `Basic ${Buffer.from(written(form, key)).toString('base64')}`;
  return { kind: 'malformed', label, value, pieces: [{ text: 'Basic ' }, { base64: piecesOf(form) }] };
}

/** `Bearer` with a token that was drawn, and is no key. */
export function drawnToken(token: string): HeaderDraft {
  return lostToken('random token', token);
}

/** The key behind the name of another scheme. */
export function keyBehindScheme(scheme: string, key: string): HeaderDraft {
  return malformed(key, `${scheme} with the key`, `${scheme} {key}`);
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

/** Another letter for a digit, and another digit for a letter: keys that are numbered differ in a digit legitimately. */
function ofOtherKind(char: string): string {
  return DIGITS.test(char)
    ? String.fromCharCode(97 + ((Number(char) * 5 + 3) % 26))
    : String(char.charCodeAt(0) % 10);
}

/** The key with one character in its middle changed; undefined where it is too short for that. */
function oneChanged(key: string): string | undefined {
  const at = Math.floor(key.length / 2) - 1;
  const char = key.charAt(at);
  if (key.length < 12 || !(LETTERS.test(char) || DIGITS.test(char))) return undefined;
  return `${key.slice(0, at)}${ofOtherKind(char)}${key.slice(at + 1)}`;
}

/** The key with two characters of its first half in each other's place; undefined where they are alike, or it is short. */
function twoSwapped(key: string): string | undefined {
  const chars = [...key];
  const half = Math.floor(chars.length / 2);
  const one = chars.findIndex((char, at) => at < half && LETTERS.test(char));
  const another = chars.findLastIndex(
    (char, at) => at < half && LETTERS.test(char) && char.toLowerCase() !== (chars[one] ?? '').toLowerCase(),
  );
  const [a, b] = [chars[one], chars[another]];
  if (key.length < 12 || a === undefined || b === undefined) return undefined;
  chars[one] = b;
  chars[another] = a;
  return chars.join('');
}

function digest(algorithm: 'sha256' | 'md5', key: string): string {
  return createHash(algorithm).update(key).digest('hex');
}

/** Stands beside the key where a token is longer than it. */
const MORE = 'qX7vWk2pZr9tLm4n';

/**
 * Bearer tokens that are not the key: what begins, ends or contains it, what differs from it in little, what careless
 * look-ups find, and random ones. Of a short key, or one with a mark in it, some are left out: they may mean something.
 */
export function invalidKeys(key: string): Partitions<HeaderDraft> {
  const long = key.length >= 12;
  const lost = (label: string, token: string | undefined): readonly HeaderDraft[] =>
    token === undefined || token.toLowerCase() === key.toLowerCase()
      ? []
      : [lostToken(`Bearer with ${label}`, token)];
  const made = (label: string, token: string): HeaderDraft => wrongToken(key, `Bearer with ${label}`, token);
  const words = (...texts: readonly string[]): readonly HeaderDraft[] =>
    texts.filter((text) => text !== key).map((text) => made(`the token ${text}`, text));
  /** What a short key may mean something in, or one with such a mark. */
  const unless = (mark: RegExp | undefined, ...drafts: readonly HeaderDraft[]): readonly HeaderDraft[] =>
    long && mark?.test(key) !== true ? drafts : [];
  const part = (start: number, end?: number) => (long ? key.slice(start, end) : undefined);
  return drawn<HeaderDraft>({
    'the key, altered in its middle': lost('the key, altered', alteredInTheMiddle(key)),
    'one character of the key changed': lost('one character of the key changed', oneChanged(key)),
    'two characters of the key swapped': lost('two characters of the key swapped', twoSwapped(key)),
    'the first half of the key': lost('half of the key', part(0, key.length / 2)),
    'the other half of the key': lost('the other half of the key', part(key.length / 2)),
    'the key but for its last characters': lost('the key, cut', part(0, -4)),
    'the key backwards': unless(/=/u, ...lost('the key backwards', [...key].toReversed().join(''))),
    'the key and more behind it': unless(/=/u, made('the key and more behind it', `{key}${MORE}`)),
    'the key and more before it': unless(undefined, made('the key and more before it', `${MORE}{key}`)),
    'the key and a part behind a dot': unless(
      /[.=]/u,
      made('the key and a part behind a dot', '{key}.qX7vWk2p'),
    ),
    'the SHA-256 of the key': lost('the SHA-256 of the key', digest('sha256', key)),
    'the MD5 of the key': lost('the MD5 of the key', digest('md5', key)),
    // A look-up may give up on it, and let it in.
    'longer than any key': [made('a token of 320 characters', MORE.repeat(20))],
    'longer than a header may be': [made('a token of 2,000 characters', MORE.repeat(125))],
    'a token that nobody signed': [
      made('a token that nobody signed', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZG1pbiJ9.'),
    ],
    'a token with a wrong signature': [
      made(
        'a token with a wrong signature',
        `eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJhZG1pbiJ9.${MORE.repeat(2)}`,
      ),
    ],
    // A pattern of a database that any single letter matches.
    'the wildcard _': words('_'),
    'what every object has': words('constructor', 'toString', 'hasOwnProperty'),
    'the name of a prototype': words('__proto__'),
    // What a missing variable turns into, in one language each.
    'the token undefined': words('undefined'),
    'the token null': words('null'),
    'the token None': words('None'),
    'the token NaN': words('NaN'),
    'random token': tokens.map(drawnToken),
  });
}

/** Headers that never have the bearer form `Bearer b64token` (RFC 6750, section 2.1; RFC 9110, section 11.4). */
export function malformedHeaders(key: string): Partitions<HeaderDraft> {
  const schemes = (...names: readonly string[]) => names.map((name) => keyBehindScheme(name, key));
  /** Schemes that are each a class of their own: some library has it. */
  const library = (...names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [`the key behind ${name}`, schemes(name)]));
  const bad = (label: string, form = ''): HeaderDraft => malformed(key, label, form);
  return drawn<HeaderDraft>({
    empty: [bad('empty', '')],
    'Bearer without a token': [bad('Bearer without a token', 'Bearer')],
    'the key without a scheme': [bad('the key without a scheme', '{key}')],
    'the key before the scheme': [bad('the key before Bearer', '{key} Bearer')],
    'no space': [bad('Bearer and the key without a space', 'Bearer{key}')],
    'a colon and a space': [bad('Bearer with a colon and the key', 'Bearer: {key}')],
    'a colon': [bad('Bearer, a colon and the key', 'Bearer:{key}')],
    'an equals sign': [bad('Bearer, an equals sign and the key', 'Bearer={key}')],
    'a comma': [bad('Bearer, a comma and the key', 'Bearer,{key}')],
    'a dash': [bad('Bearer, a dash and the key', 'Bearer-{key}')],
    'a slash': [bad('Bearer, a slash and the key', 'Bearer/{key}')],
    'quotes around all of it': [bad('quotes around Bearer and the key', '"Bearer {key}"')],
    'Basic with the key as password': [basic(key, 'Basic with the key as password', 'user:{key}')],
    'Basic with the key as user': [basic(key, 'Basic with the key as user', '{key}:')],
    'Basic with the key alone': [basic(key, 'Basic with the key alone', '{key}')],
    ...library('Basic', 'Token', 'ApiKey', 'Api-Key', 'Key', 'JWT', 'OAuth', 'Digest', 'Negotiate', 'DPoP'),
    ...library('HMAC', 'SSWS', 'GenieKey', 'AccessToken', 'Session'),
    'Token with a parameter': [bad('Token with the key as a parameter', 'Token token="{key}"')],
    'a scheme that ends alike, with a dash': schemes('X-Bearer'),
    'a scheme that ends alike': schemes('MyBearer'),
    'a scheme that begins alike': schemes('BearerToken'),
    'a scheme with a letter more': schemes('Bearers'),
    'a scheme with letters fewer': schemes('Bear', 'Beare'),
    'the first letter of the scheme': schemes('B'),
    'Basic before Bearer': [bad('Basic before Bearer with the key', 'Basic Bearer {key}')],
    'Basic and a comma before Bearer': [
      bad('Basic and a comma before Bearer with the key', 'Basic eDp4, Bearer {key}'),
    ],
    'another scheme': otherSchemes.map((scheme) => keyBehindScheme(scheme, key)),
  });
}

/** `Bearer` and what is no token: a lenient reader may take it for a token that is not the key. */
export function malformedTokens(key: string): Partitions<HeaderDraft> {
  const bad = (label: string, form: string): HeaderDraft => malformed(key, label, form);
  return drawn<HeaderDraft>({
    'the key twice': [bad('Bearer with the key twice', 'Bearer {key} {key}')],
    'the key and a word behind it': [bad('Bearer with the key and a word', 'Bearer {key} x')],
    'a word before the key': [bad('Bearer with a word and the key', 'Bearer x {key}')],
    'the scheme twice': [bad('Bearer twice with the key', 'Bearer Bearer {key}')],
    'a parameter': [bad('Bearer with the key as a parameter', 'Bearer token={key}')],
    'a parameter in quotes': [bad('Bearer with the key as a parameter in quotes', 'Bearer token="{key}"')],
    'quotes around the key': [bad('Bearer with the key in quotes', 'Bearer "{key}"')],
    'single quotes around the key': [bad('Bearer with the key in single quotes', "Bearer '{key}'")],
    'brackets around the key': [bad('Bearer with the key in brackets', 'Bearer <{key}>')],
    'braces around the key': [bad('Bearer with the key in braces', 'Bearer {{key}}')],
    'Basic behind a comma': [bad('Bearer with the key, and Basic behind a comma', 'Bearer {key}, Basic x')],
    // Who looks a key up by a pattern takes it for any key.
    ...Object.fromEntries(
      ['%', '*', '.*'].map((text) => [
        `the wildcard ${text}`,
        [bad(`Bearer with ${text} for a token`, `Bearer ${text}`)],
      ]),
    ),
    'an injection': [bad('Bearer with an injection for a token', "Bearer ' OR '1'='1")],
    'a comma behind the key': [bad('Bearer with the key and a comma', 'Bearer {key},')],
    'a semicolon behind the key': [bad('Bearer with the key and a semicolon', 'Bearer {key};')],
  });
}

/** Names of schemes that are not `Bearer`. */
export const otherSchemes: fc.Arbitrary<string> = fc
  .stringMatching(/^[A-Za-z]{3,9}$/u)
  .filter((scheme) => scheme.toLowerCase() !== 'bearer');
