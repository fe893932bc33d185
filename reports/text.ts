import { truncate } from '../src/base/truncate.ts';

/** Characters that a screen acts on or does not show: controls, bidi, invisible, line separators, surrogates, noncharacters. */
export const UNSAFE_CHARACTERS =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu;

/**
 * Workflow commands that CI runners execute from a log: `::error::`, `##[group]`, `##vso[...]`, `##teamcity[...]`, at
 * the start or anywhere in a line. Matches only the beginning of such a command, because the text that follows may complete it.
 */
const COMMAND = /:(?=:[A-Za-z][\w-]*(?:\s|::|…|$))|#(?=#\w*\[)/gu;

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  return code > 0xffff ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`;
}

/** Escapes all characters that act on a screen, as `\u001b`; keeps line feeds and tabs. */
export function escapeUnsafe(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(UNSAFE_CHARACTERS, (character) =>
      character === '\n' || character === '\t' ? character : escaped(character),
    )
    .replace(COMMAND, escaped);
}

/** Returns a text as one escaped line of at most `max` characters and a note on its length; for any text of a server. */
export function safeLine(text: string, max = 300): string {
  const head = text.length > max ? truncate(text, max) : text;
  return escapeUnsafe(head)
    .replaceAll('\n', String.raw`\n`)
    .replaceAll('\t', String.raw`\t`);
}

/** JSON replacer that writes bigints as strings. */
const plain = (_member: string, item: unknown) => (typeof item === 'bigint' ? String(item) : item);

/** Returns JSON for a file, with characters that act on a screen escaped; the parsed value is the same. */
export function safeJsonText(value: unknown, indent = 2): string {
  const text = JSON.stringify(value, plain, indent);
  // JSON.stringify escapes all characters below U+0020; other characters to escape can only be inside strings, where JSON has
  // an escape for each UTF-16 unit.
  const units = (character: string) => character.split('').map(escaped).join('');
  // Applying the slow pattern only to text beyond plain ASCII makes this a hundred times faster.
  return `${text.replace(/[^\n -~]+/gu, (run) => run.replace(UNSAFE_CHARACTERS, units))}\n`;
}
