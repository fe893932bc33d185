import { Buffer } from 'node:buffer';
import { createHash, createHmac } from 'node:crypto';
import * as fc from 'fast-check';
import type { RecordedCredential, CredentialPiece } from '../reports/exchange.ts';
import { partition, type Partitions } from './partitions.ts';

/** An Authorization value that the target must reject, with the redacted form that evidence keeps of it. */
export interface InvalidAuthorization extends RecordedCredential {
  readonly value: string;
}

/** Placeholder for the API key in a form such as `Bearer {key}`. */
const KEY = '{key}';

/** Splits a form such as `Bearer {key}` into texts and placeholders for the key. */
function piecesOf(form: string): readonly CredentialPiece[] {
  return form
    .split(/(\{key\})/u)
    .filter((text) => text !== '')
    .map((text) => (text === KEY ? { key: true } : { text }));
}

function written(form: string, key: string): string {
  return form.replaceAll(KEY, () => key);
}

/** An Authorization value that does not have the form `Bearer TOKEN`. */
function malformed(key: string, label: string, form: string): InvalidAuthorization {
  return { kind: 'malformed', label, value: written(form, key), pieces: piecesOf(form) };
}

/** `Bearer` with a token that evidence does not keep; curl lines show a placeholder token instead. */
function lostToken(label: string, token: string): InvalidAuthorization {
  const pieces = [{ text: 'Bearer ' }, { alike: 'a-token-that-is-no-key' }];
  return { kind: 'wrong-token', label, value: `Bearer ${token}`, pieces };
}

/** The key with a letter or digit percent-encoded: malformed, since `b64token` (RFC 6750) does not allow a percent sign. */
function escapedKey(key: string): InvalidAuthorization {
  const token = key.replace(/[A-Za-z0-9]/u, (char) => `%${Buffer.from(char).toString('hex')}`);
  return { ...lostToken('Bearer with an escape in the key', token), kind: 'malformed' };
}

/**
 * A token with a letter beyond ASCII in UTF-8, in all as many bytes as the key: a comparison in constant time throws if it sees
 * another number of bytes after decoding, or text that is not ASCII.
 */
function letterBeyondAscii(length: number): InvalidAuthorization {
  // Each byte of UTF-8 is one character of a header value (RFC 9110, section 5.5).
  const letter = Buffer.from('\u00e9').toString('latin1');
  const token = letter.padStart(length, 'x');
  return { ...lostToken('Bearer with a letter beyond ASCII', token), kind: 'malformed' };
}

/** The scheme of a form such as `Basic user:{key}`, with the base64 of the rest. */
function inBase64(key: string, label: string, form: string): InvalidAuthorization {
  const [scheme = '', rest = ''] = form.split(' ');
  const value = `${scheme} ${Buffer.from(written(rest, key)).toString('base64')}`;
  return { kind: 'malformed', label, value, pieces: [{ text: `${scheme} ` }, { base64: piecesOf(rest) }] };
}

export const RANDOM_TOKEN = 'random token';

/** `Bearer` with a random token. */
export function randomTokenHeader(token: string): InvalidAuthorization {
  return lostToken(RANDOM_TOKEN, token);
}

/** The key after the name of another scheme, such as `Token KEY`. */
export function keyInOtherScheme(scheme: string, key: string): InvalidAuthorization {
  return malformed(key, `${scheme} with the key`, `${scheme} {key}`);
}

export const headerWithoutToken = malformed('', 'Bearer without a token', 'Bearer');

const TOKEN_CHARS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'];
const ALNUM = fc.constantFrom(...TOKEN_CHARS);

/** Random tokens of the grammar `b64token` (RFC 6750, section 2.1). */
export const randomTokens: fc.Arbitrary<string> = fc
  .tuple(
    fc.array(fc.constantFrom(...TOKEN_CHARS, '-', '.', '_', '~', '+', '/'), { minLength: 15, maxLength: 60 }),
    ALNUM,
  )
  .map(([body, last]) => `${body.join('')}${last}`);

const LETTERS = /[A-Za-z]/;
const DIGITS = /[0-9]/;

/** Returns a different letter for a letter, in the same case, and a different digit for a digit. */
function other(char: string): string {
  if (DIGITS.test(char)) return String((Number(char) + 3) % 10);
  const lower = char.toLowerCase();
  const next = 'abcdef'.includes(lower)
    ? String.fromCharCode(97 + ((lower.charCodeAt(0) - 97 + 2) % 6))
    : String.fromCharCode(97 + ((lower.charCodeAt(0) - 97 + 7) % 26));
  return char === lower ? next : next.toUpperCase();
}

/** Returns a letter for a digit, otherwise a digit: another digit could give the next key of a numbered series. */
function ofOtherKind(char: string): string {
  return DIGITS.test(char)
    ? String.fromCharCode(97 + ((Number(char) * 5 + 3) % 26))
    : String(char.charCodeAt(0) % 10);
}

/**
 * Returns the key with the `count` letters or digits nearest to a position changed; undefined if the key is too short. Never
 * changes the last four characters: in base64, some bits of the last character are unused.
 * @param part the position as a fraction of the key's length
 */
function changed(
  key: string,
  part: number,
  count: number,
  change: (char: string) => string,
): string | undefined {
  const chars = [...key];
  const middle = Math.floor(key.length * part);
  const places = [...chars.keys()]
    .filter((at) => at < key.length - 4 && /[A-Za-z0-9]/u.test(key.charAt(at)))
    .toSorted((a, b) => Math.abs(a - middle) - Math.abs(b - middle))
    .slice(0, count);
  for (const at of places) chars[at] = change(key.charAt(at));
  return places.length < count ? undefined : chars.join('');
}

/** The key with two letters or digits near a position changed: see `changed`. */
export function alteredKey(key: string, part: number): string | undefined {
  return changed(key, part, 2, other);
}

/** The key with two different letters of its first half swapped; undefined if it has none. */
function twoSwapped(key: string): string | undefined {
  const chars = [...key];
  const half = Math.floor(chars.length / 2);
  const one = chars.findIndex((char, at) => at < half && LETTERS.test(char));
  const another = chars.findLastIndex(
    (char, at) => at < half && LETTERS.test(char) && char.toLowerCase() !== (chars[one] ?? '').toLowerCase(),
  );
  const [a, b] = [chars[one], chars[another]];
  if (a === undefined || b === undefined) return undefined;
  chars[one] = b;
  chars[another] = a;
  return chars.join('');
}

/** A JSON Web Token (RFC 7519) for an administrator, signed with HMAC-SHA256; without a secret its signature is empty. */
function signedToken(alg: string, secret?: string): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${part({ alg, typ: 'JWT' })}.${part({ sub: 'admin' })}`;
  const signature = secret === undefined ? '' : createHmac('sha256', secret).update(text).digest('base64url');
  return `${text}.${signature}`;
}

/** Text that is added before or after the key to make a longer token. */
const MORE = 'qX7vWk2pZr9tLm4n';

/** Bearer tokens other than the key (parts, changes, random ones), without those that could be valid, as for a short key. */
export function wrongTokens(key: string): Partitions<InvalidAuthorization> {
  const lost = (label: string, token: string | undefined): readonly InvalidAuthorization[] =>
    token === undefined || token.toLowerCase() === key.toLowerCase()
      ? []
      : [lostToken(`Bearer with ${label}`, token)];
  const made = (label: string, token: string): InvalidAuthorization => ({
    ...malformed(key, `Bearer with ${label}`, `Bearer ${token}`),
    kind: 'wrong-token',
  });
  const digests = (as: 'hex' | 'base64', ...algorithms: readonly string[]) =>
    algorithms.flatMap((name) => {
      const hash = createHash(name.replace('-', '').toLowerCase()).update(key);
      return lost(`the ${name} of the key${as === 'hex' ? '' : ' in base64'}`, hash.digest(as));
    });
  const words = (...texts: readonly string[]): readonly InvalidAuthorization[] =>
    texts.filter((text) => text !== key).map((text) => made(`the token ${text}`, text));
  /** Returns no tokens for a key below 12 characters, because a token made from a short key may be valid too. */
  const ifLong = (...drafts: readonly InvalidAuthorization[]) => (key.length < 12 ? [] : drafts);
  /** Returns no tokens if the key is short, or if it contains `mark`. */
  const unless = (mark: RegExp, ...drafts: readonly InvalidAuthorization[]) =>
    mark.test(key) ? [] : ifLong(...drafts);
  return partition<InvalidAuthorization>({
    'the key, altered': [
      ...lost('the key, altered in its middle', alteredKey(key, 1 / 2)),
      ...lost('the key, altered towards its end', alteredKey(key, 3 / 4)),
      ...lost('the key, altered in its first half', alteredKey(key, 1 / 4)),
    ],
    'one character of the key changed': ifLong(
      ...lost('the key, one character changed', changed(key, 1 / 2, 1, ofOtherKind)),
      ...lost('the key, its first character changed', changed(key, 0, 1, ofOtherKind)),
      ...lost('the key, one character near its end changed', changed(key, 1, 1, ofOtherKind)),
    ),
    'two characters of the key swapped': ifLong(...lost('the key, two characters swapped', twoSwapped(key))),
    'the first half of the key': ifLong(...lost('the first half of the key', key.slice(0, key.length / 2))),
    'the other half of the key': ifLong(...lost('the second half of the key', key.slice(key.length / 2))),
    'the key but for its last characters': ifLong(...lost('the key, cut', key.slice(0, -4))),
    'the key backwards': unless(/=/u, ...lost('the key backwards', [...key].toReversed().join(''))),
    'the key and more behind it': unless(/=/u, made('the key and more behind it', `{key}${MORE}`)),
    'the key and more before it': ifLong(
      made('the key and more before it', `${MORE}{key}`),
      made('a prefix before the key', 'sk_live_{key}'),
      made('a word before the key', 'key-{key}'),
    ),
    'the key and a part behind a dot': unless(
      /[.=]/u,
      made('the key and a part behind a dot', '{key}.qX7vWk2p'),
    ),
    'a digest of the key': digests('hex', 'SHA-256', 'MD5', 'SHA-1'),
    'a digest of the key in base64': digests('base64', 'SHA-256', 'MD5', 'SHA-1'),
    'the key in another writing': [
      ...digests('hex', 'SHA-512'),
      ...ifLong({
        ...inBase64(key, 'Bearer with the key in base64', 'Bearer {key}'),
        kind: 'wrong-token',
      }),
      ...ifLong(...lost('the key in hexadecimal digits', Buffer.from(key).toString('hex'))),
    ],
    // A server may let a request in after an error in its look-up of a very long token.
    'longer than any key': [made('a token of 320 characters', MORE.repeat(20))],
    'longer than a header may be': [made('a token of 2,000 characters', MORE.repeat(125))],
    'a token that nobody signed': ['none', 'None', 'NONE'].map((alg) =>
      made(`a token that nobody signed, ${alg}`, signedToken(alg)),
    ),
    'a token with a wrong signature': [
      ...['secret', ''].map((secret) =>
        made(`a token signed with ${JSON.stringify(secret)}`, signedToken('HS256', secret)),
      ),
      made('a token with a wrong signature', `${signedToken('HS256')}${MORE.repeat(2)}`),
    ],
    // `_` matches any single character in an SQL LIKE pattern.
    'the wildcard _': [
      ...words('_'),
      ...ifLong(...lost('a wildcard for each character', '_'.repeat(key.length))),
    ],
    'a pattern of any token': words('.+', '.'),
    'what every object has': words('constructor', 'toString', '__proto__'),
    // Words that programming languages print for a missing variable.
    'a word for nothing': words('undefined', 'null', 'None'),
    'a word for no number, for yes or for no': words('NaN', 'true', 'false'),
    'random token': randomTokens.map(randomTokenHeader),
  });
}

/** Values of Authorization that do not have the form `Bearer b64token` (RFC 6750, section 2.1; RFC 9110, section 11.4). */
export function malformedHeaders(key: string): Partitions<InvalidAuthorization> {
  const schemes = (...names: readonly string[]) => names.map((name) => keyInOtherScheme(name, key));
  /** Makes each scheme a class of its own, because some library accepts exactly that scheme. */
  const library = (...names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [`the key behind ${name}`, schemes(name)]));
  const bad = (label: string, form = ''): InvalidAuthorization => malformed(key, label, form);
  return partition<InvalidAuthorization>({
    empty: [bad('empty', '')],
    'Bearer without a token': [headerWithoutToken],
    'the key without a scheme': [bad('the key without a scheme', '{key}')],
    'the key before the scheme': [bad('the key before Bearer', '{key} Bearer')],
    'no space': [bad('Bearer and the key without a space', 'Bearer{key}')],
    'a colon': [
      bad('Bearer with a colon and the key', 'Bearer: {key}'),
      bad('Bearer, a colon and the key', 'Bearer:{key}'),
    ],
    // Each class has three values: each operation sends another value, and the animals interface has three operations.
    'an equals sign, a comma or an escaped space': [
      bad('Bearer, an equals sign and the key', 'Bearer={key}'),
      bad('Bearer, a comma and the key', 'Bearer,{key}'),
      bad('Bearer, %20 and the key', 'Bearer%20{key}'),
    ],
    'a dash, a slash or a plus sign': [
      bad('Bearer, a dash and the key', 'Bearer-{key}'),
      bad('Bearer, a slash and the key', 'Bearer/{key}'),
      bad('Bearer, a plus sign and the key', 'Bearer+{key}'),
    ],
    'quotes around all of it': [bad('quotes around Bearer and the key', '"Bearer {key}"')],
    'Basic with the key as password': [inBase64(key, 'Basic with the key as password', 'Basic user:{key}')],
    'Basic with the key as user': [inBase64(key, 'Basic with the key as user', 'Basic {key}:')],
    'Basic with the key alone': [inBase64(key, 'Basic with the key alone', 'Basic {key}')],
    ...library('Basic', 'Token', 'ApiKey', 'Api-Key', 'Key', 'JWT', 'OAuth', 'Digest', 'Negotiate', 'DPoP'),
    'the key behind a scheme of one vendor': schemes('SSWS', 'GenieKey', 'AccessToken'),
    'the key behind a scheme of another vendor': schemes('Session', 'Bot', 'OAuth2'),
    'the key behind a scheme of a third vendor': schemes('HMAC', 'Client-ID', 'Api-Token'),
    'the key behind its name': ['key={key}', 'token={key}', 'api_key={key}'].map((form) =>
      bad(form.replace(KEY, 'the key'), form),
    ),
    'Token with a parameter': [bad('Token with the key as a parameter', 'Token token="{key}"')],
    'a scheme that begins or ends alike': schemes('X-Bearer', 'MyBearer', 'BearerToken'),
    'a scheme with letters more or fewer': schemes('Bearers', 'Bear', 'B'),
    'a word before Bearer': [
      bad('Basic before Bearer with the key', 'Basic Bearer {key}'),
      bad('the name of the header before Bearer with the key', 'Authorization: Bearer {key}'),
      bad('Token before Bearer with the key', 'Token Bearer {key}'),
    ],
    'Basic and a comma before Bearer': [
      bad('Basic and a comma before Bearer with the key', 'Basic eDp4, Bearer {key}'),
    ],
    'another scheme': nonBearerSchemes.map((scheme) => keyInOtherScheme(scheme, key)),
  });
}

/** `Bearer` with text that is not a `b64token`: a lenient server may reject it as a wrong key. */
export function malformedTokens(key: string): Partitions<InvalidAuthorization> {
  const bad = (label: string, form: string): InvalidAuthorization => malformed(key, label, form);
  return partition<InvalidAuthorization>({
    'the key and more behind a space': [
      bad('Bearer with the key twice', 'Bearer {key} {key}'),
      bad('Bearer with the key and a word', 'Bearer {key} x'),
    ],
    'a word before the key': [bad('Bearer with a word and the key', 'Bearer x {key}')],
    'the scheme twice': [bad('Bearer twice with the key', 'Bearer Bearer {key}')],
    'a parameter': [
      bad('Bearer with the key as a parameter', 'Bearer token={key}'),
      bad('Bearer with the key as a parameter in quotes', 'Bearer token="{key}"'),
    ],
    'quotes around the key': [
      bad('Bearer with the key in quotes', 'Bearer "{key}"'),
      bad('Bearer with the key in single quotes', "Bearer '{key}'"),
    ],
    'brackets around the key': [
      bad('Bearer with the key in brackets', 'Bearer <{key}>'),
      bad('Bearer with the key in braces', 'Bearer {{key}}'),
      bad('Bearer with the key in square brackets', 'Bearer [{key}]'),
    ],
    'more beside a comma': [
      bad('Bearer with the key, and Basic behind a comma', 'Bearer {key}, Basic x'),
      bad('Bearer with another token, a comma and the key', 'Bearer x,{key}'),
      bad('Bearer with the key, a comma and another token', 'Bearer {key},x'),
    ],
    // A server that looks keys up by pattern accepts a wildcard as any key.
    'a wildcard': ['%', '*', '.*'].map((text) => bad(`Bearer with ${text} for a token`, `Bearer ${text}`)),
    'an injection': [bad('Bearer with an injection for a token', "Bearer ' OR '1'='1")],
    'a sign behind the key, or a letter beyond ASCII': [
      bad('Bearer with the key and a comma', 'Bearer {key},'),
      bad('Bearer with the key and a semicolon', 'Bearer {key};'),
      letterBeyondAscii(key.length),
    ],
    'an escape in the key': /[A-Za-z0-9]/u.test(key) ? [escapedKey(key)] : [],
    'more beside a colon or a bar': [
      bad('Bearer with the key, a colon and a secret', 'Bearer {key}:x'),
      bad('Bearer with the key, a bar and a name', 'Bearer {key}|x'),
      bad('Bearer with a number, a bar and the key', 'Bearer 7|{key}'),
    ],
  });
}

/** Random scheme names other than `Bearer`. */
export const nonBearerSchemes: fc.Arbitrary<string> = fc
  .stringMatching(/^[A-Za-z]{3,9}$/u)
  .filter((scheme) => scheme.toLowerCase() !== 'bearer');
