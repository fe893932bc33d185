import { Buffer } from 'node:buffer';
import * as fc from 'fast-check';
import type { CredentialForm, CredentialPiece } from '../reports/exchange.ts';
import { drawn, type Drawn } from './drawn.ts';

/** A value of the Authorization header that has to be refused, and what evidence keeps of it. */
export interface HeaderDraft extends CredentialForm {
  readonly value: string;
}

const KEY: CredentialPiece = { key: true };
/** Stands in a command for a token that is not kept. */
const ALIKE: CredentialPiece = { alike: 'a-token-that-is-no-key' };

/** What pieces without a token that is not kept come to. */
function written(pieces: readonly (string | CredentialPiece)[], key: string): string {
  return pieces
    .map((piece): string => {
      if (typeof piece === 'string') return piece;
      if ('text' in piece) return piece.text;
      if ('key' in piece) return key;
      if ('base64' in piece) return Buffer.from(written(piece.base64, key)).toString('base64');
      return piece.alike;
    })
    .join('');
}

function formed(pieces: readonly (string | CredentialPiece)[]): readonly CredentialPiece[] {
  return pieces.map((piece) => (typeof piece === 'string' ? { text: piece } : piece));
}

/** A header that is not of the bearer form, made of text and the key. */
function malformed(
  key: string,
  label: string,
  ...pieces: readonly (string | CredentialPiece)[]
): HeaderDraft {
  return { kind: 'malformed', label, value: written(pieces, key), pieces: formed(pieces) };
}

/** A header of the bearer form whose token is made of text and the key, and is none. */
function wrongToken(
  key: string,
  label: string,
  ...token: readonly (string | CredentialPiece)[]
): HeaderDraft {
  const pieces = ['Bearer ', ...token];
  return { kind: 'wrong-token', label, value: written(pieces, key), pieces: formed(pieces) };
}

/** A header of the bearer form whose token evidence does not keep. */
function lostToken(label: string, token: string): HeaderDraft {
  return { kind: 'wrong-token', label, value: `Bearer ${token}`, pieces: formed(['Bearer ', ALIKE]) };
}

/** `Bearer` with a token that was drawn, and is no key. */
export function drawnToken(token: string): HeaderDraft {
  return lostToken('random token', token);
}

/** The key behind the name of another scheme. */
export function keyBehindScheme(scheme: string, key: string): HeaderDraft {
  return malformed(key, `${scheme} with the key`, `${scheme} `, KEY);
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

/** Another letter for a digit, and another digit for a letter: keys that are numbered differ in a digit by right. */
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

/** Stands beside the key where a token is longer than it. */
const MORE = 'qX7vWk2pZr9tLm4n';

/** Names, and the headers under them that this key can have: some need a long one. */
type Drafts = Readonly<Record<string, HeaderDraft | undefined>>;

function classesOf(drafts: Drafts): Drawn<HeaderDraft> {
  return drawn(
    Object.fromEntries(
      Object.entries(drafts).map(([name, draft]) => [name, draft === undefined ? [] : [draft]]),
    ),
  );
}

/**
 * Bearer tokens that are not the key: what begins, ends or contains it, what differs from it in little, what careless
 * look-ups find, and random ones. Of a short key, or one with a mark in it, some are left out: they may mean something.
 */
export function invalidKeys(key: string): Drawn<HeaderDraft> {
  const long = key.length >= 12;
  const plain = long && !/[.=]/u.test(key);
  const lost = (label: string, token: string | undefined): HeaderDraft | undefined =>
    token === undefined || token.toLowerCase() === key.toLowerCase()
      ? undefined
      : lostToken(`Bearer with ${label}`, token);
  const made = (label: string, ...token: readonly (string | CredentialPiece)[]): HeaderDraft =>
    wrongToken(key, `Bearer with ${label}`, ...token);
  const words = (...texts: readonly string[]): readonly HeaderDraft[] =>
    texts.filter((text) => text !== key).map((text) => made(`the token ${text}`, text));
  return [
    ...classesOf({
      'the key, altered in its middle': lost('the key, altered', alteredInTheMiddle(key)),
      'one character of the key changed': lost('one character of the key changed', oneChanged(key)),
      'two characters of the key swapped': lost('two characters of the key swapped', twoSwapped(key)),
      'the first half of the key': long ? lost('half of the key', key.slice(0, key.length / 2)) : undefined,
      'the other half of the key': long
        ? lost('the other half of the key', key.slice(key.length / 2))
        : undefined,
      'the key but for its last characters': long ? lost('the key, cut', key.slice(0, -4)) : undefined,
      'the key backwards':
        long && !key.includes('=') ? lost('the key backwards', [...key].toReversed().join('')) : undefined,
      'the key and more behind it':
        long && !key.includes('=') ? made('the key and more behind it', KEY, MORE) : undefined,
      'the key and more before it': long ? made('the key and more before it', MORE, KEY) : undefined,
      'the key and a part behind a dot': plain
        ? made('the key and a part behind a dot', KEY, '.qX7vWk2p')
        : undefined,
      // A look-up may give up on it, and let it in.
      'longer than any key': made('a token of 320 characters', MORE.repeat(20)),
      'a token that nobody signed': made(
        'a token that nobody signed',
        'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZG1pbiJ9.',
      ),
    }),
    ...drawn<HeaderDraft>({
      'what every object has': words('constructor', 'toString', 'hasOwnProperty'),
      'the name of a prototype': words('__proto__'),
      'what a missing variable turns into': words('undefined', 'null', 'None', 'NaN'),
      'random token': tokens.map(drawnToken),
    }),
  ];
}

/** Headers that never have the bearer form `Bearer b64token` (RFC 6750, section 2.1; RFC 9110, section 11.4). */
export function malformedHeaders(key: string): Drawn<HeaderDraft> {
  const schemes = (...names: readonly string[]) => names.map((name) => keyBehindScheme(name, key));
  const base64 = (...pieces: readonly (string | CredentialPiece)[]): CredentialPiece => ({
    base64: formed(pieces),
  });
  return drawn<HeaderDraft>({
    empty: [malformed(key, 'empty')],
    'Bearer without a token': [malformed(key, 'Bearer without a token', 'Bearer')],
    'the key without a scheme': [malformed(key, 'the key without a scheme', KEY)],
    'the key before the scheme': [malformed(key, 'the key before Bearer', KEY, ' Bearer')],
    'no space': [malformed(key, 'Bearer and the key without a space', 'Bearer', KEY)],
    'a colon': [
      malformed(key, 'Bearer with a colon and the key', 'Bearer: ', KEY),
      malformed(key, 'Bearer, a colon and the key', 'Bearer:', KEY),
    ],
    'an equals sign': [malformed(key, 'Bearer, an equals sign and the key', 'Bearer=', KEY)],
    'a comma, a dash or a slash': [
      malformed(key, 'Bearer, a comma and the key', 'Bearer,', KEY),
      malformed(key, 'Bearer, a dash and the key', 'Bearer-', KEY),
      malformed(key, 'Bearer, a slash and the key', 'Bearer/', KEY),
    ],
    'quotes around all of it': [malformed(key, 'Bearer and the key in quotes', '"Bearer ', KEY, '"')],
    'the key behind Basic': schemes('Basic'),
    'Basic with the key as password': [
      malformed(key, 'Basic with the key as password', 'Basic ', base64('user:', KEY)),
    ],
    'Basic with the key as user': [malformed(key, 'Basic with the key as user', 'Basic ', base64(KEY, ':'))],
    'the key behind the name of another scheme': schemes('Token', 'ApiKey', 'JWT', 'Digest'),
    'a scheme that ends alike': schemes('X-Bearer', 'MyBearer'),
    'a scheme that begins alike': schemes('BearerToken', 'Bearers', 'Bear', 'B'),
    'another scheme before it': [malformed(key, 'Basic before Bearer with the key', 'Basic Bearer ', KEY)],
    'another one and a comma before it': [
      malformed(key, 'Basic and a comma before Bearer with the key', 'Basic eDp4, Bearer ', KEY),
    ],
    'another scheme': otherSchemes.map((scheme) => keyBehindScheme(scheme, key)),
  });
}

/** `Bearer` and what is no token: a lenient reader may take it for a token that is not the key. */
export function malformedTokens(key: string): Drawn<HeaderDraft> {
  return drawn<HeaderDraft>({
    'the key twice': [malformed(key, 'Bearer with the key twice', 'Bearer ', KEY, ' ', KEY)],
    'the key and a word behind it': [malformed(key, 'Bearer with the key and a word', 'Bearer ', KEY, ' x')],
    'a word before the key': [malformed(key, 'Bearer with a word and the key', 'Bearer x ', KEY)],
    'the scheme twice': [malformed(key, 'Bearer twice with the key', 'Bearer Bearer ', KEY)],
    'a parameter': [
      malformed(key, 'Bearer with the key as a parameter', 'Bearer token=', KEY),
      malformed(key, 'Bearer with the key as a parameter in quotes', 'Bearer token="', KEY, '"'),
    ],
    'quotes around the key': [
      malformed(key, 'Bearer with the key in quotes', 'Bearer "', KEY, '"'),
      malformed(key, 'Bearer with the key in single quotes', "Bearer '", KEY, "'"),
    ],
    'brackets around the key': [
      malformed(key, 'Bearer with the key in brackets', 'Bearer <', KEY, '>'),
      malformed(key, 'Bearer with the key in braces', 'Bearer {', KEY, '}'),
    ],
    'another scheme behind a comma': [
      malformed(key, 'Bearer with the key, and Basic behind a comma', 'Bearer ', KEY, ', Basic x'),
    ],
    // Who looks a key up by a pattern takes it for any key.
    'a wildcard': ['%', '*', '.*'].map((text) =>
      malformed(key, `Bearer with ${text} for a token`, 'Bearer ', text),
    ),
    'a sign behind the key': [
      malformed(key, 'Bearer with the key and a comma', 'Bearer ', KEY, ','),
      malformed(key, 'Bearer with the key and a semicolon', 'Bearer ', KEY, ';'),
    ],
  });
}

/** Names of schemes that are not `Bearer`. */
export const otherSchemes: fc.Arbitrary<string> = fc
  .stringMatching(/^[A-Za-z]{3,9}$/u)
  .filter((scheme) => scheme.toLowerCase() !== 'bearer');
