import { ACTS } from '../text.ts';

/** Text that stands for itself in a word of any shell without quotes; zsh expands a word that begins with `=`. */
const SAFE = /^[A-Za-z0-9_./-][A-Za-z0-9_@%+=:,./-]*$/u;
/** Characters that a CI log interprets even inside quotes. */
const COMMAND = /:(?=:[A-Za-z])|#(?=#)/u;

/** Whether a text would act on a screen that it is shown on. */
export function acts(text: string): boolean {
  return text.search(ACTS) !== -1 || COMMAND.test(text);
}

/**
 * A text as one word for sh, bash and zsh. Plain text stands in single quotes; one that would act on the screen is
 * written by printf. NUL cannot stand in a shell word.
 */
export function shellWord(text: string): string {
  if (SAFE.test(text)) return text;
  if (!acts(text)) return `'${text.replaceAll("'", String.raw`'\''`)}'`;
  // A shell takes line ends away from the end of what a command wrote.
  const end = /\n*$/u.exec(text)?.[0] ?? '';
  return `"$(${printfCommand(text.slice(0, text.length - end.length))})"${end === '' ? '' : `'${end}'`}`;
}

/** A part of a word: text as it stands, or what the shell is to put there, such as `${NAME}`. */
export type WordPart = { readonly text: string } | { readonly expansion: string };

/** Text that no shell gives a meaning between double quotes. */
const INERT = /^[\w .:,=/+~-]*$/u;

/** Parts one after the other as one word, whatever the expansions come to. */
export function joined(parts: readonly WordPart[]): string {
  const inert = parts.every((part) => 'expansion' in part || INERT.test(part.text));
  if (!inert) {
    return parts
      .map((part) => ('expansion' in part ? `"${part.expansion}"` : part.text && shellWord(part.text)))
      .join('');
  }
  const word = parts.map((part) => ('expansion' in part ? part.expansion : part.text)).join('');
  // Braces are needed only where the name of the variable would go on.
  return `"${word.replaceAll(/\$\{(\w+)\}(?!\w)/gu, '$$$1')}"`;
}

/** A printf command that writes exactly this text, NUL included. */
export function printfCommand(text: string): string {
  const format = Array.from(Buffer.from(text, 'utf8'), (byte) => {
    const letter = String.fromCharCode(byte);
    return /[ -~]/u.test(letter) && !/[%\\':#]/u.test(letter)
      ? letter
      : `\\${byte.toString(8).padStart(3, '0')}`;
  });
  return `printf -- '${format.join('')}'`;
}
