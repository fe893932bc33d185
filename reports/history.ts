import { requirements } from '../requirements/index.ts';
import { fileProblem } from '../schemas/files.ts';
import { REPORT_BOUNDS } from './bounds.ts';
import type { HistoryEntry, Report, Verdict } from './model.ts';
import { parsedJson } from './report-json.ts';

/** Runs that the page shows, its own among them. */
export const MOST_SHOWN = 50;

/** The letter of each verdict in a line of a history. */
const LETTERS: Record<Verdict, string> = {
  pass: 'p',
  fail: 'f',
  warn: 'w',
  inconclusive: 'i',
  'not-tested': 'n',
  waived: 'v',
};
const VERDICTS = Object.fromEntries(
  Object.entries(LETTERS).map(([verdict, letter]) => [letter, verdict as Verdict]),
);

/** A run in a line of a history: its id, when and on which commit it was, and a letter for each requirement of the catalogue. */
export function historyEntry(report: Report): HistoryEntry {
  const { tag, seed, startedAt: date, context, verdict } = report;
  const byId = new Map(report.requirements.map((row) => [row.id, LETTERS[row.verdict]]));
  const rows = requirements.map(({ id }) => byId.get(id) ?? LETTERS['not-tested']).join('');
  return { id: tag ?? `seed-${String(seed)}`, date, commit: context?.commit ?? '', verdict, rows };
}

/**
 * The last runs in a history file, the oldest first, without room for one more.
 * @throws Error whose message is the end of a sentence about the file
 */
export function parseHistory(text: string): readonly HistoryEntry[] {
  const lines = text.split('\n');
  if (lines.pop() !== '') throw new Error('does not end with a whole line');
  return lines.slice(1 - MOST_SHOWN).map((line) => {
    const entry = parsedJson(line, REPORT_BOUNDS);
    if (fileProblem('history', entry) !== undefined) throw new Error('has a line that no run wrote');
    return entry as HistoryEntry;
  });
}

/** The verdict of each requirement in a run; undefined where a catalogue of another length was asked. */
export function verdictsIn({ rows }: HistoryEntry) {
  if (rows.length !== requirements.length) return undefined;
  return requirements.map(({ id }, at) => ({ id, verdict: VERDICTS[rows.charAt(at)] ?? 'not-tested' }));
}
