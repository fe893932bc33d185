import { Buffer } from 'node:buffer';
import * as fc from 'fast-check';
import type { CredentialForm, CredentialPiece } from '../src/client/types.ts';

/** A value of the Authorization header that has to be refused, and what evidence keeps of it. */
export interface HeaderDraft extends CredentialForm {
  readonly value: string;
  /** Whether a lenient reader may take it for the bearer form with a token that is not the key. */
  readonly readAsToken?: true;
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

/** Tokens made from the key that are not the key. */
export function nearKeys(key: string): readonly HeaderDraft[] {
  const altered = alteredInTheMiddle(key);
  const long = key.length >= 12;
  return [
    ...(altered === undefined ? [] : [lostToken('Bearer with the key, altered', altered)]),
    ...(long ? [lostToken('Bearer with half of the key', key.slice(0, key.length / 2))] : []),
    ...(long && !key.includes('=')
      ? [wrongToken(key, 'Bearer with the key and more behind it', KEY, 'qX7vWk2pZr9tLm4n')]
      : []),
  ];
}

function shortened(token: string): string {
  return token.length > 60 ? `of ${String(token.length)} characters` : token;
}

/**
 * Tokens that careless look-ups take for keys: nearly the key, members that every object of a script has, what a missing variable turns
 * into, a token that nobody signed, and the key with a part behind a dot.
 */
export function temptingTokens(key: string): readonly HeaderDraft[] {
  const like: readonly (readonly [label: string, token: string | undefined])[] = [
    ['Bearer with one character of the key changed', oneChanged(key)],
    ['Bearer with two characters of the key swapped', twoSwapped(key)],
  ];
  // Longer than any key: a look-up may give up on it, and let it in.
  const made = [
    'qX7vWk2pZr9tLm4n'.repeat(20),
    'constructor',
    'undefined',
    'null',
    '__proto__',
    'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZG1pbiJ9.',
  ];
  return [
    ...made
      .filter((token) => token !== key)
      .map((token) => wrongToken(key, `Bearer with the token ${shortened(token)}`, token)),
    ...like.flatMap(([label, token]) => (token === undefined ? [] : [lostToken(label, token)])),
    ...(/[.=]/.test(key) || key.length < 12
      ? []
      : [wrongToken(key, 'Bearer with the key and a part behind a dot', KEY, '.qX7vWk2p')]),
  ];
}

/** Headers that are truly not of the form `Bearer b64token` (RFC 6750, section 2.1; RFC 9110, section 11.4). */
export function malformedHeaders(key: string): readonly HeaderDraft[] {
  return [
    malformed(key, 'empty'),
    malformed(key, 'Bearer without a token', 'Bearer'),
    malformed(key, 'the key without a scheme', KEY),
    malformed(key, 'Basic with the key as password', 'Basic ', { base64: [{ text: 'user:' }, KEY] }),
    keyBehindScheme('Token', key),
    malformed(key, 'Bearer and the key without a space', 'Bearer', KEY),
    keyBehindScheme('X-Bearer', key),
    { ...malformed(key, 'Bearer with the key twice', 'Bearer ', KEY, ' ', KEY), readAsToken: true },
  ];
}

/** More of the kind, of which each operation gets its share. */
export function moreMalformedHeaders(key: string): readonly HeaderDraft[] {
  return [
    keyBehindScheme('Basic', key),
    malformed(key, 'Bearer with a colon and the key', 'Bearer: ', KEY),
    malformed(key, 'Basic before Bearer with the key', 'Basic Bearer ', KEY),
    malformed(key, 'Basic with the key as user', 'Basic ', { base64: [KEY, { text: ':' }] }),
    keyBehindScheme('ApiKey', key),
    keyBehindScheme('JWT', key),
    keyBehindScheme('BearerToken', key),
    keyBehindScheme('Bear', key),
    {
      ...malformed(key, 'Bearer with the key as a parameter', 'Bearer token=', KEY),
      readAsToken: true,
    },
    {
      ...malformed(key, 'Bearer with the key, and Basic behind a comma', 'Bearer ', KEY, ', Basic x'),
      readAsToken: true,
    },
  ];
}

/** Names of schemes that are not `Bearer`. */
export const otherSchemes: fc.Arbitrary<string> = fc
  .stringMatching(/^[A-Za-z]{3,9}$/)
  .filter((scheme) => scheme.toLowerCase() !== 'bearer');
