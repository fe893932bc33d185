/** A range of a text, the end exclusive. */
export type TextRange = readonly [from: number, to: number];

/** A way in which a secret can occur in a text, such as base64; in lower case. */
interface Form {
  readonly text: string;
  /** Minimum length of a match that reveals the secret: anywhere in a text (`least`), or as a whole token (`token`). */
  readonly least: number;
  readonly token: number;
  /** True for base64: the characters next to a match, and its padding, may encode bits of the secret too. */
  readonly base64: boolean;
}

/** Shorter matches in base64 are ignored: they occur in any text. */
const LEAST_BASE64 = 4;
/** The number of characters in each sample of a text that the search looks up. */
const SAMPLE = 4;

/** The shortest piece of a secret that the search finds, in characters: anywhere in a text, and as a whole token. */
export interface MinSecretPieceLengths {
  readonly anywhere: number;
  readonly token: number;
}

/**
 * Finds every piece of a secret in a text, or the whole secret if it is shorter: as text, hex or base64, plain and reversed.
 * Looks up only as many samples of the text as are needed to find every match, so that searching megabytes takes milliseconds.
 */
export function createSecretSearch(
  secrets: readonly string[],
  piece: (secret: string) => MinSecretPieceLengths,
): (text: string) => readonly TextRange[] {
  const forms = secrets.flatMap((secret) => formsOf(secret, piece(secret)));
  const least = Math.min(...forms.map((form) => form.token));
  const sample = Math.min(SAMPLE, least);
  const places = new Map<string, (readonly [form: Form, at: number])[]>();
  for (const form of forms) {
    for (let at = 0; at + sample <= form.text.length; at += 1) {
      const key = form.text.slice(at, at + sample);
      const list = places.get(key) ?? [];
      list.push([form, at]);
      places.set(key, list);
    }
  }
  return (text) => {
    const found: TextRange[] = [];
    const folded = forms.length === 0 ? '' : fold(text);
    for (
      let at = 0, end = 0;
      at + sample <= folded.length;
      at = Math.max(at + least - sample + 1, end - least + 1)
    ) {
      for (const [form, place] of places.get(folded.slice(at, at + sample)) ?? []) {
        const run = runAround(folded, at, form, place);
        if (run !== undefined) found.push(run);
        end = Math.max(end, run?.[1] ?? 0);
      }
    }
    return found;
  };
}

/** Converts to lower case and to plain base64, so that spellings compare as equal; keeps the length of the text. */
function fold(text: string): string {
  return text.replaceAll('\u0130', 'i').toLowerCase().replaceAll('-', '+').replaceAll('_', '/');
}

function formsOf(secret: string, { anywhere, token }: MinSecretPieceLengths): readonly Form[] {
  const utf8 = Buffer.from(secret, 'utf8');
  const inLatin1 = /[\u0080-\u00ff]/u.test(secret) && !/[^\u0000-\u00ff]/u.test(secret);
  const texts = [secret, utf8.toString('latin1')].flatMap((text) => [
    text,
    text.split('').toReversed().join(''),
  ]);
  const blobs = [utf8, ...(inLatin1 ? [Buffer.from(secret, 'latin1')] : [])].flatMap((bytes) => [
    bytes,
    Buffer.from(bytes.toReversed()),
  ]);
  const plain = (text: string, length: number, of: number): Form => ({
    text: fold(text),
    least: of * Math.min(anywhere, length),
    token: of * Math.min(token, length),
    base64: false,
  });
  return [
    ...[...new Set(texts)].map((text) => plain(text, text.length, 1)),
    ...blobs.flatMap((bytes) => [
      plain(bytes.toString('hex'), bytes.length, 2),
      ...[0, 1, 2]
        .map((before) => inBase64(bytes, before, { anywhere, token }))
        .filter((form) => form.token >= LEAST_BASE64),
    ]),
  ];
}

function inBase64(bytes: Buffer, before: number, { anywhere, token }: MinSecretPieceLengths): Form {
  const all = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
  // Keeps only base64 characters whose six bits all come from the secret: the others depend on the bytes around it.
  const text = fold(all.slice(Math.ceil((8 * before) / 6), Math.floor((8 * (before + bytes.length)) / 6)));
  const least = (piece: number): number =>
    piece >= bytes.length ? text.length : Math.floor((8 * piece - 4) / 6);
  return { text, least: least(anywhere), token: least(token), base64: true };
}

function runAround(text: string, at: number, form: Form, place: number): TextRange | undefined {
  let from = at;
  let to = at;
  const shift = place - at;
  while (from > 0 && from + shift > 0 && text[from - 1] === form.text[from + shift - 1]) from -= 1;
  while (to < text.length && text[to] === form.text[to + shift]) to += 1;
  if (to - from < form.token) return undefined;
  const run = form.base64 ? withEdges(text, [from, to]) : ([from, to] as const);
  return to - from >= form.least || isToken(text, run) ? run : undefined;
}

function isToken(text: string, [from, to]: TextRange): boolean {
  return !/[\p{L}\p{N}]/u.test(`${text.charAt(from - 1)}${text.charAt(to)}`);
}

function withEdges(text: string, [from, to]: TextRange): TextRange {
  const after = /^[a-z0-9+/]?={0,4}/u.exec(text.slice(to, to + 5))?.[0].length ?? 0;
  return [/[a-z0-9+/]/u.test(text.charAt(from - 1)) ? from - 1 : from, to + after];
}
