/** Maps a character code to the one it counts as; codes beyond the table count as themselves. */
export type Fold = Uint8Array;

/** One form that a secret can take in a text, and how long a run of it counts as a leak. */
export interface Form {
  readonly text: string;
  /** How the form is compared. */
  readonly fold: Fold;
  /** Characters that a run needs at least. */
  readonly least: number;
  /** Base64: the characters beside a run, and the padding, hold bits of the secret too. */
  readonly base64: boolean;
}

const lowerCase = (character: string): string => character.toLowerCase();
const toStandard = (character: string): string => ({ '-': '+', _: '/' })[character] ?? character;

const LETTERS = fold(lowerCase);
const BASE64 = fold(toStandard);
/** What any two characters share that some form takes for the same. */
export const COARSE = fold((character) => toStandard(lowerCase(character)));

function fold(map: (character: string) => string): Fold {
  return Uint8Array.from({ length: 128 }, (_, code) => map(String.fromCharCode(code)).charCodeAt(0));
}

/** Runs shorter than this are left alone in base64: they stand in any text. */
const LEAST_BASE64 = 4;

/**
 * Every form of a secret, plain and reversed: as text, in hex and in base64 in each of its three alignments. `piece` is
 * the number of characters of the secret that count as a leak; a shorter secret counts as a whole.
 */
export function formsOf(secret: string, piece: number): readonly Form[] {
  const utf8 = Buffer.from(secret, 'utf8');
  const texts = new Set([secret, utf8.toString('latin1')]);
  const blobs = [utf8];
  if (/[\u0080-\u00ff]/u.test(secret) && !/[^\u0000-\u00ff]/u.test(secret))
    blobs.push(Buffer.from(secret, 'latin1'));
  return [
    ...[...texts].flatMap((text) => [text, reversed(text)].map((form) => plainForm(form, piece))),
    ...blobs.flatMap((bytes) =>
      [bytes, Buffer.from(bytes.toReversed())].flatMap((form) => byteForms(form, piece)),
    ),
  ].filter((form) => form.least > 0);
}

function reversed(text: string): string {
  return text.split('').toReversed().join('');
}

function plainForm(text: string, piece: number): Form {
  return { text, fold: LETTERS, least: Math.min(piece, text.length), base64: false };
}

function byteForms(bytes: Buffer, piece: number): readonly Form[] {
  const least = Math.min(piece, bytes.length);
  const hex: Form = { text: bytes.toString('hex'), fold: LETTERS, least: 2 * least, base64: false };
  const base64 = [0, 1, 2].flatMap((before) => {
    const all = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    // Only characters whose six bits all come from the secret are the same whatever stands around it.
    const text = all.slice(Math.ceil((8 * before) / 6), Math.floor((8 * (before + bytes.length)) / 6));
    const run = least === bytes.length ? text.length : Math.floor((8 * least - 4) / 6);
    return run < LEAST_BASE64 ? [] : [{ text, fold: BASE64, least: run, base64: true }];
  });
  return [hex, ...base64];
}
