/** Bytes that stand for themselves in a shell word without any quotes. */
const SAFE = /^[A-Za-z0-9_@%+=:,./-]+$/u;
/** What acts on a terminal or a CI log even between quotes. */
const ACTS =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]|:(?=:[A-Za-z])|#(?=#)/u;
const ACTS_ALL = new RegExp(ACTS, 'gu');

function bytes(text: string, one: (byte: number) => string): string {
  return Array.from(Buffer.from(text, 'utf8'), one).join('');
}

/**
 * A text as one word for bash. Plain text stands in single quotes; where a character would act on the screen, in
 * `$'...'` with every such character as its UTF-8 bytes, which no locale changes. NUL cannot stand in a shell word.
 */
export function shellWord(text: string): string {
  if (SAFE.test(text)) return text;
  if (!ACTS.test(text)) return `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const inner = text
    .replaceAll('\\', '\\\\')
    .replaceAll("'", String.raw`\'`)
    .replace(ACTS_ALL, (character) => {
      if (character === '\n') return String.raw`\n`;
      return bytes(character, (byte) => `\\x${byte.toString(16).padStart(2, '0')}`);
    });
  return `$'${inner}'`;
}

/** A printf command that writes exactly this text, NUL included. */
export function printfCommand(text: string): string {
  const format = bytes(text, (byte) => {
    const plain = byte >= 0x20 && byte < 0x7f && byte !== 0x25 && byte !== 0x5c && byte !== 0x27;
    if (plain && byte !== 0x3a && byte !== 0x23) return String.fromCharCode(byte);
    return `\\${byte.toString(8).padStart(3, '0')}`;
  });
  return `printf -- '${format}'`;
}
