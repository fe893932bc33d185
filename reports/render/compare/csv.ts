import type { VerdictMatrix } from '../../compare/comparison.ts';
import { safeLine } from '../../text.ts';

/** Renders the matrix as CSV (RFC 4180): a line for each requirement, a column for each report. */
export function matrixCsv({ columns, rows }: VerdictMatrix): string {
  const lines = [
    ['requirement', 'level', ...columns.map(({ name }) => name)],
    ['(target)', '', ...columns.map(({ baseUrl }) => baseUrl)],
    ['(started)', '', ...columns.map(({ startedAt }) => startedAt)],
    ['(catalogue)', '', ...columns.map(({ catalogue }) => catalogue.version)],
    ['(verdict)', '', ...columns.map(({ verdict }) => verdict)],
    ...rows.map(({ id, level, verdicts }) => [id, level, ...verdicts.map((verdict) => verdict ?? '')]),
  ];
  return lines.map((cells) => `${cells.map(cell).join(',')}\r\n`).join('');
}

/** Returns a text as one cell; an apostrophe keeps a spreadsheet from reading it as a formula. */
function cell(text: string): string {
  const inert = safeLine(text).replace(/^[=+\-@]/u, "'$&");
  return /[",]/u.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
