/** A text with its escapes decoded. */
export interface UnescapedText {
  readonly text: string;
  /** For each character of the decoded text, and its end, the index in the original text; absent for the original text. */
  readonly places?: Uint32Array;
}

/** Names of HTML entities, each followed by its character. */
const NAMED =
  `amp& lt< gt> quot" apos' sol/ bsol\\ equals= plus+ colon: semi; comma, period. excl! num# dollar$ percnt% ast* quest?` +
  ' commat@ lsqb[ lbrack[ rsqb] rbrack] lcub{ lbrace{ rcub} rbrace} hat^ lowbar_ grave` verbar| vert| lpar( rpar)' +
  ' hyphen- dash- tilde~';
const CHARACTERS = new Map(NAMED.split(' ').map((named) => [named.slice(0, -1), named.slice(-1)]));

const PERCENT = '%[0-9a-f]{2}';
const BACKSLASH = '\\\\u[0-9a-f]{4}|\\\\u\\{0*[0-9a-f]{1,4}\\}|\\\\x[0-9a-f]{2}|\\\\[!-/:-@[-`{-~]';
const ENTITY = '&#x0*[0-9a-f]{1,4};?|&#0*[0-9]{1,5};?|&[a-z]{2,6};';
const FAMILIES = [PERCENT, BACKSLASH, ENTITY, `${PERCENT}|${BACKSLASH}|${ENTITY}`].map(
  (family) => new RegExp(family, 'giu'),
);

/** Rounds of decoding: JSON in a JSON string in a URL has three levels of escapes. */
const ROUNDS = 3;

/**
 * Returns the text, and its decoded forms: with one family of escapes decoded, and with all of them, since a key may contain
 * text that looks like an escape of another family.
 */
export function unescapedTexts(text: string): readonly UnescapedText[] {
  const found: UnescapedText[] = [{ text }];
  if (!/[%\\&]/u.test(text)) return found;
  for (const family of FAMILIES) {
    let view: UnescapedText | undefined = { text };
    for (let round = 0; round < ROUNDS; round += 1) {
      view = view && undone(view, family);
      if (view !== undefined) found.push(view);
    }
  }
  return found;
}

/** The text after one decoding of all escapes of a family; undefined if there are none. */
function undone({ text, places }: UnescapedText, family: RegExp): UnescapedText | undefined {
  const parts: string[] = [];
  const into = new Uint32Array(text.length + 1);
  let length = 0;
  let done = 0;
  const keep = (end: number): void => {
    parts.push(text.slice(done, end));
    for (; done < end; done += 1) into[length++] = places?.[done] ?? done;
  };
  for (const { 0: escape, index } of text.matchAll(family)) {
    const character = meant(escape);
    if (character === undefined) continue;
    keep(index);
    parts.push(character);
    into[length++] = places?.[index] ?? index;
    done = index + escape.length;
  }
  if (parts.length === 0) return undefined;
  keep(text.length);
  into[length] = places?.[done] ?? done;
  return { text: parts.join(''), places: into.subarray(0, length + 1) };
}

/** Returns the character of an escape; a percent escape stands for a byte, shown as Latin-1. */
function meant(escape: string): string | undefined {
  const hex = /^(?:%|\\u\{?|\\x|&#x)([0-9a-f]+)/iu.exec(escape)?.[1];
  const decimal = /^&#([0-9]+)/u.exec(escape)?.[1];
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  if (code <= 0xffff) return String.fromCharCode(code);
  if (decimal !== undefined) return undefined;
  return escape.startsWith('&') ? CHARACTERS.get(escape.slice(1, -1).toLowerCase()) : escape[1];
}
