/** A text as somebody sees it who undoes its escapes; `locate` leads back to the text that it was made from. */
export interface View {
  readonly text: string;
  /** The range of the source that the range `from` to `to` (exclusive) of the view stands for. */
  locate(from: number, to: number): readonly [from: number, to: number];
}

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  sol: '/',
  bsol: '\\',
  equals: '=',
  plus: '+',
  colon: ':',
  semi: ';',
  comma: ',',
  period: '.',
  excl: '!',
  num: '#',
  dollar: '$',
  percnt: '%',
  ast: '*',
  quest: '?',
  commat: '@',
  lsqb: '[',
  rsqb: ']',
  lcub: '{',
  rcub: '}',
  lbrack: '[',
  rbrack: ']',
  lbrace: '{',
  rbrace: '}',
  hat: '^',
  lowbar: '_',
  grave: '`',
  verbar: '|',
  vert: '|',
  lpar: '(',
  rpar: ')',
  hyphen: '-',
  dash: '-',
  tilde: '~',
};

const PERCENT = '%(?<percent>[0-9a-f]{2})';
const BACKSLASH =
  '\\\\u(?<unicode>[0-9a-f]{4})|\\\\u\\{0*(?<braced>[0-9a-f]{1,4})\\}|\\\\x(?<hex>[0-9a-f]{2})|\\\\(?<quoted>[!-/:-@[-`{-~])';
const ENTITY = '&#x0*(?<entityHex>[0-9a-f]{1,4});?|&#0*(?<entity>[0-9]{1,5});?|&(?<named>[a-z]{2,6});';

const ALL = new RegExp(`${PERCENT}|${BACKSLASH}|${ENTITY}`, 'giu');
const FAMILIES = [PERCENT, BACKSLASH, ENTITY].map((family) => new RegExp(family, 'giu'));

/** How often escapes inside of escapes are undone: JSON in a JSON string in a URL is three. */
const ROUNDS = 3;

/**
 * The views of a text, itself first: every escape undone (percent, JSON and script, HTML), up to three times over, and
 * each family on its own as often, since a key may hold text that looks like an escape of another family.
 */
export function views(text: string): readonly View[] {
  const itself: View = { text, locate: (from, to) => [from, to] };
  if (!/[%\\&]/u.test(text)) return [itself];
  return [itself, ...[...FAMILIES, ALL].flatMap((pattern) => undone(itself, pattern, ROUNDS))];
}

/** What is seen when escapes are undone once, twice, and as many times as there are rounds. */
function undone(outer: View, pattern: RegExp, rounds: number): readonly View[] {
  const view = rounds > 0 ? unescaped(outer.text, pattern) : null;
  if (view === null) return [];
  const inner: View = { text: view.text, locate: (from, to) => outer.locate(...view.locate(from, to)) };
  return [inner, ...undone(inner, pattern, rounds - 1)];
}

function unescaped(text: string, pattern: RegExp): View | null {
  // Where each undone escape stands in the view, and where it begins and ends in the source.
  const at: number[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  const parts: string[] = [];
  let done = 0;
  let length = 0;
  for (const match of text.matchAll(pattern)) {
    const character = meant(match.groups ?? {});
    if (character === undefined) continue;
    parts.push(text.slice(done, match.index), character);
    length += match.index - done;
    done = match.index + match[0].length;
    at.push(length);
    starts.push(match.index);
    ends.push(done);
    length += 1;
  }
  if (parts.length === 0) return null;
  parts.push(text.slice(done));

  const place = (position: number): readonly [from: number, to: number] => {
    const index = lastUpTo(at, position);
    if (index < 0) return [position, position + 1];
    const offset = position - (at[index] ?? 0);
    if (offset === 0) return [starts[index] ?? 0, ends[index] ?? 0];
    const from = (ends[index] ?? 0) + offset - 1;
    return [from, from + 1];
  };
  return { text: parts.join(''), locate: (from, to) => [place(from)[0], place(to - 1)[1]] };
}

/** The one character that an escape stands for; a percent escape stands for a byte, shown as Latin-1. */
function meant(groups: Readonly<Record<string, string | undefined>>): string | undefined {
  if (groups['quoted'] !== undefined) return groups['quoted'];
  if (groups['named'] !== undefined) return NAMED[groups['named'].toLowerCase()];
  const hex =
    groups['percent'] ?? groups['unicode'] ?? groups['braced'] ?? groups['hex'] ?? groups['entityHex'];
  const code = hex === undefined ? Number(groups['entity']) : Number.parseInt(hex, 16);
  return code <= 0xffff ? String.fromCharCode(code) : undefined;
}

/** Index of the last of the sorted values that is not above the bound; -1 where there is none. */
function lastUpTo(sorted: readonly number[], bound: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) <= bound) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
