import { appendFile, stat } from 'node:fs/promises';
import type { Exchange } from '../exchange.ts';
import { sinceWords } from '../compare/since.ts';
import type { Report, RequirementReport } from '../model.ts';
import { blocksOf, rootsFirst } from '../groups.ts';
import { outcomeOf, type Outcome } from '../outcome.ts';
import { runVerdicts } from '../words.ts';
import { renderSummaryMd, SUMMARY_LIMIT } from './summary-md.ts';
import { inertLine } from '../text.ts';

/** Annotations of one kind that GitHub shows for a step. */
const PER_KIND = 10;

function annotation(kind: 'error' | 'warning', head: string, text: string): string {
  // An inert line has no line ends, which a command would need in another form too.
  const data = (line: string) => line.replaceAll('%', '%25');
  const title = data(inertLine(head, 100)).replaceAll(':', '%3A').replaceAll(',', '%2C');
  return `::${kind} title=${title}::${data(inertLine(text, 1000))}`;
}

/** A row, and what is said of others with it. */
interface Noted {
  readonly row: RequirementReport;
  readonly also: string;
}

/** An annotation for each row as far as there is room, and one for all the others. */
function rows(kind: 'error' | 'warning', list: readonly Noted[], word: string, most = PER_KIND): string[] {
  const shown = list.length > most ? list.slice(0, most - 1) : list;
  const rest = list.slice(shown.length);
  const lines = shown.map(({ row, also }) => {
    const since = sinceWords(row);
    const head = `${row.id} ${row.verdict}${since === undefined ? '' : ` (${since})`}`;
    return annotation(kind, head, `${row.statement} ${row.reason}${also}`);
  });
  if (rest.length === 0) return lines;
  return [
    ...lines,
    annotation(kind, `${String(rest.length)} more ${word}`, rest.map(({ row }) => row.id).join(', ')),
  ];
}

/**
 * Workflow commands for the log of a GitHub job: an error for each cause of failures, which names what comes from it, a
 * warning for each other warning and undecided requirement, ten of a kind at most. That a run was cut off is an error of its own.
 */
export function annotations(report: Report): readonly string[] {
  const told = new Map(blocksOf(report).map((block) => [block.root, block]));
  const inBlock = new Set([...told.values()].flatMap(({ followers, open }) => [...followers, ...open]));
  const names = (word: string, some: readonly RequirementReport[] = []) =>
    some.length === 0 ? '' : ` ${word}: ${some.map(({ id }) => id).join(', ')}.`;
  const those = (...wanted: readonly Outcome[]): readonly Noted[] =>
    rootsFirst(report)
      .filter((row) => wanted.includes(outcomeOf(row, report)) && !inBlock.has(row))
      .map((row) => {
        const { followers, open } = told.get(row) ?? {};
        return { row, also: names('Same cause', followers) + names('Waiting for it', open) };
      });
  const { aborted, verdict } = report;
  if (aborted === undefined) {
    return [
      ...rows('error', those('failed'), 'failed'),
      ...rows('warning', [...those('undecided'), ...those('warned')], 'undecided or warned'),
    ];
  }
  // What a run that was cut off did not come to is said once.
  return [
    annotation('error', runVerdicts[verdict].word, aborted.message),
    ...rows('error', those('failed'), 'failed', PER_KIND - 1),
    ...rows('warning', those('warned'), 'undecided or warned'),
  ];
}

/**
 * Appends the summary to the file that GITHUB_STEP_SUMMARY names, within what GitHub takes for one step. Returns a
 * sentence where it could not, since a summary that is missing must never change the outcome of a run.
 */
export async function appendJobSummary(
  file: string,
  report: Report,
  evidence: readonly Exchange[],
): Promise<string | undefined> {
  try {
    const used = await stat(file).then(
      ({ size }) => size,
      () => 0,
    );
    await appendFile(file, renderSummaryMd(report, evidence, SUMMARY_LIMIT - used));
    return undefined;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    return `The job summary could not be written: ${inertLine(why)}. Look at summary.md in the report instead.`;
  }
}
