import { inertLine } from '../text.ts';

/** Characters with a meaning within a line of GitHub's markdown, autolinks included. */
const MEANS = /[\\`*_[\]#|~$]|:(?=\/\/)|(?<=www)\./giu;

/** A text as plain words in markdown, in one line: nothing in it is a link, a mention, a tag or a table's edge. */
export function words(text: string, max = 300): string {
  return inertLine(text, max)
    .replace(MEANS, String.raw`\$&`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('@', '@<!-- -->');
}

/** A text as code in one line, as it stands. */
export function code(text: string, max = 600): string {
  const line = inertLine(text, max);
  const fence = fenceOf(line, 1);
  // A blank at both ends would be taken away, unless there is nothing else.
  const blank = line.trim() === '';
  const stripped = !blank && line.startsWith(' ') && line.endsWith(' ');
  const pad = line === '' || stripped || line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${line}${pad}${fence}`;
}

/** Backticks, so many at least, and more than stand together in a text. */
function fenceOf(text: string, least: number): string {
  return '`'.repeat(Math.max(least, ...Array.from(text.matchAll(/`+/gu), ([run]) => run.length + 1)));
}

/** The same within a table, where a bar would begin the next cell, and none can stand in a span of code behind a backslash. */
export function cell(text: string): string {
  return text.includes('|') ? `<code>${words(text, 600)}</code>` : code(text);
}

/** Lines in a block that has a copy button; the fence is longer than any run of backticks within. */
export function codeBlock(text: string, language = 'sh'): string {
  const fence = fenceOf(text, 3);
  return `${fence}${language}\n${text}\n${fence}`;
}

/** A text bounded to a number of UTF-8 bytes, cut after a whole line, with a last line that says so. */
export function bounded(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  const note = '\n\nCut here to stay within its size; the whole is in report.html and report.json.\n';
  const room = bytes - Buffer.byteLength(note);
  if (room <= 0) return '';
  const head = Buffer.from(text).subarray(0, room).toString();
  return head.slice(0, Math.max(0, head.lastIndexOf('\n'))) + note;
}
