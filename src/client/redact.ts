import { formsOf } from './key-forms.ts';
import { keySearch, type Range } from './key-search.ts';
import { views } from './escapes.ts';

/** What stands where a secret stood. */
export const REDACTED = '[api key]';

/** So many characters of a key in a row are a part of it that must not be shown; a shorter key counts as a whole. */
const PIECE = 8;

/** Keeps secrets out of whatever is written or shown. */
export interface Redactor {
  /**
   * For text from outside: replaces the secrets and every piece of 8 or more characters of them by `[api key]`, whether
   * they stand there plain, reversed, escaped (percent, JSON, HTML), in hex or in base64. Letter case does not count.
   */
  text(text: string): string;
  /** For text of our own making, such as addresses: replaces whole secrets only, in the same forms. */
  whole(text: string): string;
  /** From now on this is a secret too. */
  add(secret: string): void;
}

/** A redactor for these secrets; empty ones are none. Without a secret, text is left as it is. */
export function createRedactor(secrets: readonly string[]): Redactor {
  const known = new Set<string>();
  let pieces = keySearch([]);
  let wholes = keySearch([]);
  const learn = (more: readonly string[]): void => {
    for (const secret of more) if (secret !== '') known.add(secret);
    pieces = keySearch([...known].flatMap((secret) => formsOf(secret, PIECE)));
    wholes = keySearch([...known].flatMap((secret) => formsOf(secret, Infinity)));
  };
  learn(secrets);
  return {
    text: (text) => replaced(text, pieces),
    whole: (text) => replaced(text, wholes),
    add: (secret) => learn([secret]),
  };
}

function replaced(text: string, search: (text: string) => readonly Range[]): string {
  const found = views(text).flatMap((view) => search(view.text).map(([from, to]) => view.locate(from, to)));
  if (found.length === 0) return text;
  found.sort((a, b) => a[0] - b[0]);
  const parts: string[] = [];
  let done = 0;
  let hidden = -1;
  for (const [from, to] of found) {
    if (from > hidden) parts.push(text.slice(done, from), REDACTED);
    hidden = Math.max(hidden, to);
    done = hidden;
  }
  return parts.join('') + text.slice(done);
}
