import { requirements } from '../requirements/index.ts';
import { fileProblem } from '../schemas/files.ts';
import { REPORT_BOUNDS } from './bounds.ts';
import type { HistoryEntry, Report, Verdict } from './model.ts';
import { parseBoundedJson } from './report-json.ts';

/** Runs that the page shows, including the current one. */
export const MAX_RUNS_SHOWN = 50;

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

/** Returns the history entry of a run: id, date, commit, verdict and a letter for each requirement of the catalogue. */
export function historyEntry(report: Report): HistoryEntry {
  const { tag, seed, startedAt: date, context, verdict } = report;
  const byId = new Map(report.requirements.map((row) => [row.id, LETTERS[row.verdict]]));
  const rows = requirements.map(({ id }) => byId.get(id) ?? LETTERS['not-tested']).join('');
  return { id: tag ?? `seed-${String(seed)}`, date, commit: context?.commit ?? '', verdict, rows };
}

/**
 * Parses a history file. Returns the most recent runs, the oldest first: as many as the page shows besides the current run.
 * @throws Error whose message continues "The file ..."
 */
export function parseHistory(text: string): readonly HistoryEntry[] {
  const lines = text.split('\n');
  if (lines.pop() !== '') throw new Error('does not end with a whole line');
  return lines.slice(1 - MAX_RUNS_SHOWN).map((line) => {
    const entry = parseBoundedJson(line, REPORT_BOUNDS);
    if (fileProblem('history', entry) !== undefined) throw new Error('has a line that no run wrote');
    return entry as HistoryEntry;
  });
}

/** Returns the verdicts of an entry; undefined if its catalogue had another number of requirements. */
export function verdictsIn({ rows }: HistoryEntry) {
  if (rows.length !== requirements.length) return undefined;
  return requirements.map(({ id }, at) => ({ id, verdict: VERDICTS[rows.charAt(at)] ?? 'not-tested' }));
}
