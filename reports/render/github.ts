import { appendFile, stat } from 'node:fs/promises';
import { errorMessageOf } from '../../src/base/files.ts';
import type { Exchange } from '../exchange.ts';
import { changeSinceText } from '../compare/since.ts';
import type { Report, RequirementReport } from '../model.ts';
import { groupFailuresByCause, rowsInFixOrder } from '../rows.ts';
import { joinPhrases } from '../measures.ts';
import { outcomeOf, type RequirementOutcome } from '../outcome.ts';
import { runVerdictWords } from '../words.ts';
import { truncateWithNote } from './markdown.ts';
import { renderSummaryMd, MAX_SUMMARY_BYTES } from './summary-md.ts';
import { safeLine } from '../text.ts';

/** Annotations of one kind that GitHub shows for a step. */
const PER_KIND = 10;

type Kind = 'error' | 'warning';

function annotation(kind: Kind, head: string, text: string): string {
  // Workflow commands also need line feeds escaped, but `safeLine` returns none.
  const data = (line: string) => line.replaceAll('%', '%25');
  const title = data(safeLine(head, 100)).replaceAll(':', '%3A').replaceAll(',', '%2C');
  return `::${kind} title=${title}::${data(safeLine(text, 1000))}`;
}

/**
 * Returns workflow commands for a GitHub job: an error for each cause of failures, with the failures it causes, and a
 * warning for each other warning and undecided requirement; ten of a kind at most. An aborted run is one more error.
 */
export function githubAnnotations(report: Report): readonly string[] {
  const blocks = new Map(groupFailuresByCause(report).map((block) => [block.root, block]));
  const inBlock = new Set([...blocks.values()].flatMap(({ followers, open }) => [...followers, ...open]));
  const ids = (rows: readonly RequirementReport[] = []) => rows.map(({ id }) => id).join(', ');
  const line = (kind: Kind, row: RequirementReport) => {
    const [block, since] = [blocks.get(row), changeSinceText(row)];
    const [same, waiting] = [ids(block?.followers), ids(block?.open)];
    const head = `${row.id} ${row.verdict}${since === undefined ? '' : ` (${since})`}`;
    const also = [same && `Same cause: ${same}.`, waiting && `Blocks: ${waiting}.`];
    return annotation(kind, head, joinPhrases([row.statement, row.reason, ...also], ' '));
  };
  /** Returns an annotation for each requirement, as far as there is room, and one for the rest. */
  const rows = (kind: Kind, word: string, most: number, ...outcomes: readonly RequirementOutcome[]) => {
    const list = outcomes.flatMap((outcome) =>
      rowsInFixOrder(report).filter((row) => outcomeOf(row, report) === outcome && !inBlock.has(row)),
    );
    const shown = list.length > most ? list.slice(0, most - 1) : list;
    const rest = list.slice(shown.length);
    const lines = shown.map((row) => line(kind, row));
    return rest.length === 0 ? lines : [...lines, annotation(kind, `${rest.length} more ${word}`, ids(rest))];
  };
  const { aborted, verdict } = report;
  const isWhole = aborted === undefined;
  return [
    ...(isWhole ? [] : [annotation('error', runVerdictWords[verdict].word, aborted.message)]),
    ...rows('error', 'failed', isWhole ? PER_KIND : PER_KIND - 1, 'failed'),
    // The error of an aborted run replaces its undecided requirements.
    ...rows('warning', 'undecided or warned', PER_KIND, ...(isWhole ? ['undecided' as const] : []), 'warned'),
  ];
}

/**
 * Appends the summary to the file of GITHUB_STEP_SUMMARY, within GitHub's size limit. Resolves to an error message if the file
 * cannot be written, since a missing summary must not change the result of the run.
 */
export async function appendJobSummary(file: string, report: Report, evidence: readonly Exchange[]) {
  try {
    const used = await stat(file).then(
      ({ size }) => size,
      () => 0,
    );
    await appendFile(file, truncateWithNote(renderSummaryMd(report, evidence), MAX_SUMMARY_BYTES - used));
    return undefined;
  } catch (cause) {
    return `The job summary could not be written: ${safeLine(errorMessageOf(cause))}. Look at summary.md in the report instead.`;
  }
}
