import { UNSAFE_CHARACTERS } from './text.ts';

/** Text that no shell needs quoted; zsh expands a word that begins with `=`. */
const SAFE = /^[A-Za-z0-9_./-][A-Za-z0-9_@%+=:,./-]*$/u;
/** Characters that a CI log interprets even inside quotes. */
const COMMAND = /:(?=:[A-Za-z])|#(?=#)/u;

/** True if a text contains characters that a terminal or a CI log would interpret. */
export function hasUnsafeCharacters(text: string): boolean {
  return text.search(UNSAFE_CHARACTERS) !== -1 || COMMAND.test(text);
}

/** Returns a text as one word for sh, bash and zsh, by printf if it would act on a screen. A word cannot contain NUL. */
export function shellWord(text: string): string {
  if (SAFE.test(text)) return text;
  if (!hasUnsafeCharacters(text)) return `'${text.replaceAll("'", String.raw`'\''`)}'`;
  // A shell removes line feeds at the end of a command's output.
  const end = /\n*$/u.exec(text)?.[0] ?? '';
  return `"$(${printfCommand(text.slice(0, text.length - end.length))})"${end === '' ? '' : `'${end}'`}`;
}

/** A part of a shell word: literal text, or a shell expansion such as `${NAME}`. */
export type ShellWordPart = { readonly text: string } | { readonly expansion: string };

/** Text without special characters of any shell, for use inside double quotes. */
const INERT = /^[\w .:,=/+~-]*$/u;

/** Joins parts to one shell word, whatever the expansions give. */
export function doubleQuotedWord(parts: readonly ShellWordPart[]): string {
  const inert = parts.every((part) => 'expansion' in part || INERT.test(part.text));
  if (!inert) {
    return parts
      .map((part) => ('expansion' in part ? `"${part.expansion}"` : part.text && shellWord(part.text)))
      .join('');
  }
  const word = parts.map((part) => ('expansion' in part ? part.expansion : part.text)).join('');
  // Braces around a variable are only needed if the next character could belong to its name.
  return `"${word.replaceAll(/\$\{(\w+)\}(?!\w)/gu, '$$$1')}"`;
}

/** Returns a printf command that writes exactly this text, including NUL. */
export function printfCommand(text: string): string {
  const format = Array.from(Buffer.from(text, 'utf8'), (byte) => {
    const letter = String.fromCharCode(byte);
    return /[ -~]/u.test(letter) && !/[%\\':#]/u.test(letter)
      ? letter
      : `\\${byte.toString(8).padStart(3, '0')}`;
  });
  return `printf -- '${format.join('')}'`;
}
