import { safeLine } from '../text.ts';

/** Characters with a meaning inside a line of GitHub's Markdown, including autolinks. */
const MEANS = /[\\`*_[\]#|~$]|:(?=\/\/)|(?<=www)\./giu;

/** Escapes a text as one line of plain words: no link, mention, tag or table cell in it works. */
export function escapeMarkdown(text: string, max = 300): string {
  return safeLine(text, max)
    .replace(MEANS, String.raw`\$&`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('@', '@<!-- -->');
}

/** Returns a text as a code span on one line. */
export function inlineCode(text: string): string {
  const line = safeLine(text, 600);
  const fence = fenceOf(line, 1);
  // Markdown removes a blank at both ends, unless the text is only blanks.
  const blank = line.trim() === '';
  const stripped = !blank && line.startsWith(' ') && line.endsWith(' ');
  const pad = line === '' || stripped || line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${line}${pad}${fence}`;
}

/** Returns a fence for a text: at least `least` backticks, and more than any run of backticks in the text. */
function fenceOf(text: string, least: number): string {
  return '`'.repeat(Math.max(least, ...Array.from(text.matchAll(/`+/gu), ([run]) => run.length + 1)));
}

/** Returns a code span for a table cell; a text with a bar needs HTML, because a bar ends the cell even in a code span. */
export function codeCell(text: string): string {
  return text.includes('|') ? `<code>${escapeMarkdown(text, 600)}</code>` : inlineCode(text);
}

/** Returns lines as a fenced code block, which has a copy button. */
export function codeBlock(text: string, language = 'sh'): string {
  const fence = fenceOf(text, 3);
  return `${fence}${language}\n${text}\n${fence}`;
}

/** Cuts a text to a number of UTF-8 bytes, after a whole line, and adds a note. */
export function truncateWithNote(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  const note = '\n\nCut here to stay within its size; the whole is in report.html and report.json.\n';
  const room = bytes - Buffer.byteLength(note);
  if (room <= 0) return '';
  const head = Buffer.from(text).subarray(0, room).toString();
  return head.slice(0, Math.max(0, head.lastIndexOf('\n'))) + note;
}
