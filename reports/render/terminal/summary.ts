import { join } from 'node:path';
import type { Exchange } from '../../exchange.ts';
import type { Report, RequirementReport, Verdict } from '../../model.ts';
import { changeWords } from '../../compare/changes.ts';
import { baselineLine, changedRows, changedWords } from '../../compare/since.ts';
import { foundIn, nextStep, sentLine } from '../../explain.ts';
import { binding, blockCount, blocksOf, groupsOf, requestLine, restOf } from '../../rows.ts';
import { counted, firstNames, phrases } from '../../measures.ts';
import { rerunWords } from '../../rerun.ts';
import { runFacts } from '../../run-facts.ts';
import { type Said, saidOnce } from '../../said-once.ts';
import { verdictSentence } from '../../verdict-sentence.ts';
import { runVerdicts } from '../../words.ts';
import { inertLine } from '../../text.ts';
import { storyOf } from '../../story.ts';
import { failure, silence } from './failure.ts';
import { createPaint, hang, labelled, measure, type Page } from './layout.ts';

/** Failures shown in full; the others stand in a line each, and in the report. */
const SHOWN = 5;
/** Lines of the whole where there is one cause. */
const MOST_LINES = 40;
/** Columns of the labels at the left of the verdict. */
const LABEL = 12;
/** Lines of each list below failures, which are what a red run is about. */
const FEW = 4;

export interface SummaryOptions {
  /** Width of the terminal. */
  readonly columns: number;
  readonly colour: boolean;
  /** Folder that the report was written to; absent where none was. */
  readonly out?: string;
}

function rule(title: string, { columns, paint }: Page): string {
  return paint.bold(`${title} ${'-'.repeat(Math.max(0, columns - title.length - 1))}`);
}

/** A reason and the next step, where there is one, as sentences. */
function sentences(reason: string, next: string | undefined): string {
  const text = inertLine(reason);
  return next === undefined ? text : `${/[.!?]$/u.test(text) ? text : `${text}.`} ${inertLine(next)}`;
}

/** What something is called, and what is to be said of it; in one line where the page is short. */
function entry(name: string, text: string, { columns, paint, short }: Page): string {
  const [line = '', ...more] = hang(
    `${paint.bold(name)}: ${text}`,
    short ? columns - 1 : columns,
    4,
    2,
  ).split('\n');
  return short && more.length > 0 ? `${line}…` : [line, ...more].join('\n');
}

/** How rows are seen again, where any can be: one stands for all. */
function againLines(report: Report, rows: readonly RequirementReport[], page: Page): readonly string[] {
  const lines = rows.flatMap((row) => {
    const [program = '', dir = '', id = '', ...more] = rerunWords(report, row);
    const which = rows.length === 1 ? id : 'ID';
    return program.endsWith(' replay') ? [[program, dir, which, ...more].join(' ')] : [];
  });
  const label = rows.length === 1 ? 'See it again' : 'See one again';
  return lines.slice(0, 1).map((line) => hang(`${label}: ${line}`, page.columns, 4, 2));
}

/** @param room lines that each failure may take */
function failures(report: Report, evidence: readonly Exchange[], page: Page, room: number): string[] {
  const blocks = blocksOf(report);
  if (blocks.length === 0) return [];
  // A line for the only one that is left would spare nothing.
  const most = blocks.length === SHOWN + 1 ? blocks.length : SHOWN;
  const shown = blocks.slice(0, most).map(({ root }) => failure(root, report, evidence, page, room));
  const rest = blocks.slice(most);
  if (rest.length > 0) {
    const title = `${page.paint.bold(counted(rest.length, 'more cause'))} (in full in the report):`;
    const lines = rest.map(({ root, followers }) => {
      const also =
        followers.length === 0 ? '' : `; the same cause: ${followers.map(({ id }) => id).join(', ')}`;
      return entry(root.id, sentences(foundIn(root), nextStep(root)) + also, page);
    });
    const again = againLines(
      report,
      rest.map(({ root }) => root),
      page,
    );
    shown.push([title, ...lines, ...again].join('\n'));
  }
  return [`${rule(`Failed: ${blockCount(report, blocks)}`, page)}\n\n${shown.join('\n\n')}`];
}

/** Lines below a title that counts the rows; nothing where there are none. */
function section(title: string, lines: readonly string[], page: Page): string[] {
  if (lines.length === 0) return [];
  const isLong = page.short === true && lines.length > FEW;
  const shown = isLong
    ? [...lines.slice(0, FEW - 1), `  and ${String(lines.length - FEW + 1)} more in the report`]
    : lines;
  return [[rule(title, page), ...shown].join('\n')];
}

/** Rows in a line each, with what shows them. */
function briefs(
  report: Report,
  verdict: Verdict,
  title: string,
  page: Page,
  evidence: readonly Exchange[],
): string[] {
  const rows = restOf(report, verdict);
  const lines = rows.map((row) => {
    const { proof } = storyOf(row, evidence) ?? {};
    const seen = proof === undefined ? '' : ` (${proof.id}: ${inertLine(requestLine(proof), 200)})`;
    return entry(row.id, sentences(row.reason.replace(/\.$/u, '') + seen, nextStep(row)), page);
  });
  const again = page.short === true ? [] : againLines(report, rows, page);
  return section(`${title}: ${String(rows.length)}`, lines, page).map((text) => [text, ...again].join('\n'));
}

/** Rows of which dozens may have one thing in common: a line for each such thing, and what is said of several once. */
function grouped(
  report: Report,
  verdict: Verdict,
  title: string,
  page: Page,
  evidence: readonly Exchange[] = [],
): string[] {
  const { groups, shared } = saidOnce(groupsOf(report, verdict));
  const lines = [
    ...groups.map((said) => groupLine(said, page)),
    ...shared.map(([label, text]) => entry(label, inertLine(text), page)),
  ];
  const rows = restOf(report, verdict);
  const advisory = verdict === 'inconclusive' ? rows.filter((row) => !binding(row)).length : 0;
  const isShown = verdict === 'inconclusive' && page.short !== true;
  const silent = isShown ? silentRow(report, evidence) : undefined;
  const shown = silent === undefined ? [] : ['', silence(silent, report, evidence, page)];
  const count = `${String(rows.length)}${advisory === 0 ? '' : `, ${String(advisory)} of them advisory`}`;
  return section(`${title}: ${count}`, lines, page).map((text) => [text, ...shown].join('\n'));
}

/** The row of which some requests stay without an answer while others come: the one that needs the smallest to show it. */
function silentRow(report: Report, evidence: readonly Exchange[]): RequirementReport | undefined {
  const silent = restOf(report, 'inconclusive').flatMap((row) => {
    const { proof } = row.cause === 'network' ? (storyOf(row, evidence) ?? {}) : {};
    const isAnswered = proof?.response != null && proof.response.status < 502;
    return proof === undefined || isAnswered ? [] : [{ row, size: sentLine(proof, Infinity).length }];
  });
  return silent.toSorted((one, other) => one.size - other.size)[0]?.row;
}

function groupLine({ rows, reason, next }: Said, page: Page): string {
  const [{ because }] = rows;
  const ids = rows.map(({ id }) => id);
  const names = firstNames(ids.length > 4 ? 3 : 4, ids);
  if (because === undefined) return entry(names, sentences(reason, next), page);
  const word = rows.length === 1 ? 'requirement is' : 'requirements are';
  return entry(because, `${String(rows.length)} ${word} undecided because of it: ${names}`, page);
}

/** What changed since the baseline: a line for each kind of change. */
function baseline(report: Report, page: Page): string[] {
  const line = baselineLine(report);
  if (line === undefined) return [];
  const lines = changedRows(report).map(([kind, rows]) =>
    entry(changeWords[kind], rows.map(changedWords).join(', '), page),
  );
  return [
    [rule('Since the baseline', page), ...lines, hang(inertLine(line, 400), page.columns, 4, 2)].join('\n'),
  ];
}

/** What stands in the first line of the verdict, or elsewhere on the screen. */
const ELSEWHERE = new Set(['target', 'messages', 'judged', 'aborted']);
/** What a page without room for all leaves to the report. */
const SPARED = new Set(['options', 'coverage']);

function verdictBlock(report: Report, page: Page, out: string | undefined): string {
  const facts = runFacts(report);
  const { aborted, verdict } = report;
  const target = facts.find(({ name }) => name === 'target')?.text;
  const word = page.paint.verdict(verdict, runVerdicts[verdict].word.toUpperCase());
  const addresses = phrases([target, report.target.messagesUrl ?? undefined], ' and ');
  return [
    rule('Verdict', page),
    hang(`${word}  ${inertLine(addresses, 400)}`, page.columns, 4, 2),
    hang(verdictSentence(report), page.columns, 2),
    ...(aborted === undefined ? [] : [hang(inertLine(aborted.message, 500), page.columns, 2)]),
    ...facts
      .filter(({ name, weight }) => weight !== 'origin' && !ELSEWHERE.has(name))
      .filter(({ name }) => page.short !== true || !SPARED.has(name))
      .map(({ label, text }) => labelled(label, inertLine(text, 600), LABEL, page)),
    ...(out === undefined ? [] : [labelled('Report', join(out, 'report.html'), LABEL, page)]),
  ].join('\n');
}

/** Whether every undecided row only repeats why the run could not begin, which the verdict says anyway. */
function allAborted({ aborted, requirements }: Report): boolean {
  return (
    aborted !== undefined &&
    requirements.every(({ verdict, reason }) => verdict !== 'inconclusive' || reason === aborted.message)
  );
}

/** The last thing that `run` prints: failures to act on, then the rest in a line each, then the verdict. */
export function renderSummary(
  report: Report,
  evidence: readonly Exchange[],
  options: SummaryOptions,
): string {
  const page: Page = { columns: measure(options.columns), paint: createPaint(options.colour) };
  const text = whole(report, evidence, page, options.out);
  return blocksOf(report).length === 1 && linesOf(text.trimEnd()) > MOST_LINES
    ? whole(report, evidence, { ...page, short: true }, options.out)
    : text;
}

function linesOf(text: string): number {
  return text.split('\n').length;
}

function whole(report: Report, evidence: readonly Exchange[], page: Page, out: string | undefined): string {
  const above = report.totals.warn - restOf(report, 'warn').length;
  const warnings = `${above > 0 ? 'Other warnings' : 'Warnings'} (advisory${report.scope.strict ? ', but --strict counts them' : ''})`;
  const rest = [
    ...briefs(report, 'warn', warnings, page, evidence),
    ...(allAborted(report) ? [] : grouped(report, 'inconclusive', 'Undecided', page, evidence)),
    ...briefs(report, 'waived', 'Waived', page, evidence),
    ...grouped(report, 'not-tested', 'Not tested', page),
    ...baseline(report, page),
    verdictBlock(report, page, out),
  ].join('\n\n');
  // Beside the title of the failures, and the blank lines around them.
  const room = page.short ? MOST_LINES - linesOf(rest) - 3 : Infinity;
  return `${[...failures(report, evidence, page, room), rest].join('\n\n')}\n`;
}
