/**
 * Characters that act instead of being read: controls, escapes, bidi marks, zero-width and other invisible ones, line
 * separators, halves of surrogate pairs, and code points that are no characters.
 */
export const ACTS =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu;

/**
 * What CI runners obey when it stands in a job's log: `::error::`, `##[group]`, `##vso[...]`, `##teamcity[...]`. Their
 * runners skip blanks before it, and some look for it anywhere in a line. What ends a command may come with the text that
 * follows, so its beginning is enough.
 */
const COMMAND = /:(?=:[A-Za-z][\w-]*(?:\s|::|…|$))|#(?=#\w*\[)/gu;

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  return code > 0xffff ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`;
}

/** Text that acts on nothing: every character that is not plainly read becomes its `\u001b` form. Keeps line feeds. */
export function visible(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(ACTS, (character) => (character === '\n' || character === '\t' ? character : escaped(character)))
    .replace(COMMAND, escaped);
}

/** The mark at the end of a text that was cut. */
const CUT = /… \(cut, (\d+) characters in all\)$/u;

/** Cuts a text at `max` characters and says how long it was, before it was cut at all. Never cuts a character in two. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const all = CUT.exec(text)?.[1] ?? String(text.length);
  const characters = Array.from(text.slice(0, max + 1)).slice(0, -1);
  return `${characters.join('').slice(0, max)}… (cut, ${all} characters in all)`;
}

/** One line of text, at most `max` characters and a word on its length: for anything that a server may have said. */
export function inertLine(text: string, max = 300): string {
  const head = text.length > max ? cut(text, max) : text;
  return visible(head)
    .replaceAll('\n', String.raw`\n`)
    .replaceAll('\t', String.raw`\t`);
}

/** Integers beyond 2^53 stand in JSON as strings. */
const plain = (_member: string, item: unknown) => (typeof item === 'bigint' ? String(item) : item);

/** JSON as text for a file: exact once it is parsed, and plain to read even where a server's text would act on a screen. */
export function jsonText(value: unknown, indent = 2): string {
  const text = JSON.stringify(value, plain, indent);
  // JSON.stringify has escaped everything below U+0020; what is left can only stand within a string.
  const units = (character: string) =>
    Array.from(
      { length: character.length },
      (_unit, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join('');
  // Nearly all of a report is plain ASCII, which is a hundred times quicker to pass over than to search.
  return `${text.replace(/[^\n -~]+/gu, (run) => run.replace(ACTS, units))}\n`;
}
