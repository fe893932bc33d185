import { unescapedTexts } from './escapes.ts';
import { createSecretSearch, type MinSecretPieceLengths, type TextRange } from './key-search.ts';
import { isWeakSecret, isPartOfInterfaceWord } from './secrets.ts';

export const REDACTED = '[redacted]';

/** A part of a secret with this number of characters must not be shown. */
const PIECE = 8;
/** Minimum length of half of a short secret that is redacted as a whole token. */
const LEAST_TOKEN = 6;

/** The maximum length of a text to cache, and the maximum number of cached texts. */
const SHORT = 80;
const MOST_KNOWN = 2000;

export type Redactor = ReturnType<typeof createRedactor>;

/** A weak secret (`isWeakSecret`) is redacted only where it is a whole value. `isOwn`: true for words of the kit's own messages. */
export function createRedactor(secrets: readonly string[], isOwn: (piece: string) => boolean = () => false) {
  const known = [...new Set(secrets)].filter((secret) => secret !== '');
  const strong = known.filter((secret) => !isWeakSecret(secret));
  const whole = ({ length }: string): MinSecretPieceLengths => ({ anywhere: length, token: length });
  const pieces = createSecretSearch(strong, pieceOf);
  const wholes = createSecretSearch(strong, whole);
  const values = createSecretSearch(known.filter(isWeakSecret), whole);

  const weak = (text: string): readonly TextRange[] => values(text).filter((range) => isValue(text, range));
  const telling = (text: string): readonly TextRange[] =>
    pieces(text).filter(([from, to]) => {
      const piece = text.slice(from, to);
      return (
        !isPartOfInterfaceWord(piece) &&
        !(isOwn(piece) && !strong.some((secret) => secret.toLowerCase() === piece.toLowerCase()))
      );
    });
  return {
    /**
     * For text from outside: redacts every part of a secret with 8 or more characters, and half of a short secret if it is a
     * whole token. Finds them in any case, reversed, escaped, in hex and in base64.
     */
    text: remembering((text) => replaced(text, (view) => [...telling(view), ...weak(view)])),
    /** For text of the kit itself, such as addresses: redacts only whole secrets, also if they are escaped or encoded. */
    whole: remembering((text) => replaced(text, (view) => [...wholes(view), ...weak(view)])),
  };
}

/** Caches short texts: names and values of headers recur in every exchange. */
function remembering(redact: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    if (text.length > SHORT) return redact(text);
    const shown = known.get(text) ?? redact(text);
    if (known.size < MOST_KNOWN) known.set(text, shown);
    return shown;
  };
}

function pieceOf({ length }: string): MinSecretPieceLengths {
  return { anywhere: PIECE, token: Math.min(PIECE, Math.max(LEAST_TOKEN, Math.ceil(length / 2))) };
}

const SCHEME = /(?:^|["'\s])(?:Bearer|Basic|Token|ApiKey) +$/iu;

/** True if a range is a whole value: the whole text, a quoted text but not a member name, or a token after a scheme. */
function isValue(text: string, [from, to]: TextRange): boolean {
  const before = text.charAt(from - 1);
  const after = text.charAt(to);
  if (before === '' && after === '') return true;
  if (/["'`]/u.test(before)) return before === after && !/^\s*:/u.test(text.slice(to + 1, to + 20));
  return SCHEME.test(text.slice(Math.max(0, from - 20), from)) && /^(?:$|["',;\s])/u.test(after);
}

function replaced(text: string, search: (view: string) => readonly TextRange[]): string {
  const found = unescapedTexts(text).flatMap(({ text: view, places }) =>
    search(view).map(([from, to]): TextRange => [places?.[from] ?? from, places?.[to] ?? to]),
  );
  const parts: string[] = [];
  let done = 0;
  for (const [from, to] of found.toSorted((a, b) => a[0] - b[0])) {
    if (parts.length === 0 || from > done) parts.push(text.slice(done, from), REDACTED);
    done = Math.max(done, to);
  }
  return parts.join('') + text.slice(done);
}
