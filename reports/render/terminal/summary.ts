import type { Exchange } from '../../exchange.ts';
import type { Report, RequirementReport, Verdict } from '../../model.ts';
import { verdictChangeNames } from '../../compare/changes.ts';
import { baselineLine, rowsByChange, changedRequirementText } from '../../compare/since.ts';
import { type Failure, failureOf, requestLineWithBody } from '../../explain.ts';
import {
  isMandatory,
  causeCountText,
  groupFailuresByCause,
  type NextStepGroup,
  groupByNextStep,
  rowsOutsideCauseGroups,
} from '../../rows.ts';
import { countWithNoun, listFirstNames, joinPhrases } from '../../measures.ts';
import { runFacts } from '../../run-facts.ts';
import { verdictSentence } from '../../verdict-sentence.ts';
import { runVerdictWords, verdictTitle } from '../../words.ts';
import { safeLine } from '../../text.ts';
import { failureText, unansweredRequestText } from './failure.ts';
import { createPaint, wrapIndented, labelled, textWidth, type TerminalLayout } from './layout.ts';

/** Maximum number of failures shown in full; each further failure gets one line. */
const SHOWN = 5;
/** Width of the label column, in characters. */
const LABEL = 12;

export interface SummaryOptions {
  readonly columns: number;
  readonly colour: boolean;
  /** URL of the written page; absent if none was written. */
  readonly page?: string;
}

interface SummaryPage extends TerminalLayout {
  readonly report: Report;
  readonly evidence: readonly Exchange[];
}

function rule(title: string, { columns, paint }: TerminalLayout): string {
  return paint.bold(`${title} ${'-'.repeat(Math.max(0, columns - title.length - 1))}`);
}

function sentences(reason: string, next: string | undefined): string {
  const text = safeLine(reason);
  return next === undefined ? text : `${/[.!?]$/u.test(text) ? text : `${text}.`} ${safeLine(next)}`;
}

function entry(name: string, text: string, { columns, paint }: TerminalLayout): string {
  return wrapIndented(`${paint.bold(name)}: ${text}`, columns, 4, 2);
}

function failures(page: SummaryPage): string[] {
  const { report, evidence } = page;
  const blocks = groupFailuresByCause(report);
  if (blocks.length === 0) return [];
  // If only one failure is left, it is shown in full too.
  const most = blocks.length === SHOWN + 1 ? blocks.length : SHOWN;
  const all = blocks.map(({ root }) => failureOf(root, report, evidence));
  const shown = all.slice(0, most).map((failure) => failureText(failure, page));
  const rest = all.slice(most);
  if (rest.length > 0) {
    const lines = rest.map(({ row, found, next, block }) => {
      const same = block.followers.map(({ id }) => id).join(', ');
      return entry(
        row.id,
        joinPhrases([sentences(found, next), same && `the same cause: ${same}`], '; '),
        page,
      );
    });
    const title = `${page.paint.bold(countWithNoun(rest.length, 'more cause'))} (in full in the report):`;
    shown.push([title, ...lines].join('\n'));
  }
  return [`${rule(`Failed: ${causeCountText(report)}`, page)}\n\n${shown.join('\n\n')}`];
}

/** The verdicts other than pass and fail, in the order in which the summary lists them. */
const others = ['warn', 'inconclusive', 'waived', 'not-tested'] as const satisfies readonly Verdict[];

/** Renders the requirements of a verdict, grouped by the failure that blocks them, or by next step. */
function grouped(verdict: Verdict, page: SummaryPage): readonly string[] {
  const { report } = page;
  const rows = rowsOutsideCauseGroups(report, verdict);
  const isUndecided = verdict === 'inconclusive';
  // For an aborted run, the verdict block has the reason.
  if (rows.length === 0 || (isUndecided && report.aborted !== undefined)) return [];
  const advisory = isUndecided ? rows.filter((row) => !isMandatory(row)).length : 0;
  const notes = [
    advisory > 0 ? `${String(advisory)} of them advisory` : '',
    verdict === 'warn' ? `advisory${report.scope.strict ? ', but --strict counts them' : ''}` : '',
  ];
  const silent = isUndecided ? silentRow(page) : undefined;
  return [
    [
      rule(joinPhrases([`${verdictTitle(verdict)}: ${String(rows.length)}`, ...notes], ', '), page),
      ...groupByNextStep(report, verdict).flatMap((group) => groupLines(group, page)),
      ...(silent === undefined ? [] : ['', unansweredRequestText(silent, page)]),
    ].join('\n'),
  ];
}

/** Returns the undecided requirement whose request got no response from the service; of several, the one with the smallest request. */
function silentRow({ report, evidence }: SummaryPage): Failure | undefined {
  const silent = rowsOutsideCauseGroups(report, 'inconclusive').flatMap((row) => {
    const failure = failureOf(row, report, evidence);
    const { proof } = row.cause === 'network' ? (failure.detail ?? {}) : {};
    const isAnswered = proof?.response != null && proof.response.status < 502;
    return proof === undefined || isAnswered
      ? []
      : [{ failure, size: requestLineWithBody(proof, Infinity).length }];
  });
  return silent.toSorted((one, other) => one.size - other.size)[0]?.failure;
}

function groupLines({ next, reasons }: NextStepGroup, page: TerminalLayout): readonly string[] {
  const names = (rows: readonly RequirementReport[]) =>
    listFirstNames(
      rows.length > 4 ? 3 : 4,
      rows.map(({ id }) => id),
    );
  return [
    ...reasons.map(([reason, rows]) => entry(names(rows), safeLine(reason), page)),
    ...(next === undefined ? [] : [entry('Next', safeLine(next), page)]),
  ];
}

/** Renders the changes since the baseline, one line for each kind. */
function baseline(page: SummaryPage): string[] {
  const line = baselineLine(page.report);
  if (line === undefined) return [];
  const lines = rowsByChange(page.report).map(([kind, rows]) =>
    entry(verdictChangeNames[kind], rows.map(changedRequirementText).join(', '), page),
  );
  return [
    [rule('Since the baseline', page), ...lines, wrapIndented(safeLine(line, 400), page.columns, 4, 2)].join(
      '\n',
    ),
  ];
}

/** Names of run facts that the screen shows elsewhere, or that only the report shows. */
const ELSEWHERE = new Set(
  'target messages judged aborted commit branch job baseline specification catalogue kit'.split(' '),
);
/** Names of run facts that the screen omits if there are failures. */
const LEFT_OUT = new Set(['options', 'coverage']);

function verdictBlock(page: SummaryPage, { page: url }: SummaryOptions): string {
  const { report } = page;
  const { aborted, verdict } = report;
  const isRed = groupFailuresByCause(report).length > 0;
  const facts = runFacts(report);
  const target = facts.find(({ name }) => name === 'target')?.text;
  const word = page.paint.verdict(verdict, runVerdictWords[verdict].word.toUpperCase());
  const addresses = joinPhrases([target, report.target.messagesUrl ?? undefined], ' and ');
  const lines = [
    ...facts.filter(({ name }) => !ELSEWHERE.has(name) && !(isRed && LEFT_OUT.has(name))),
    ...(isRed ? namesOf(report) : []),
  ];
  return [
    rule('Verdict', page),
    wrapIndented(`${word}  ${safeLine(addresses, 400)}`, page.columns, 4, 2),
    wrapIndented(verdictSentence(report), page.columns, 2),
    ...(aborted === undefined ? [] : [wrapIndented(safeLine(aborted.message, 500), page.columns, 2)]),
    ...lines.map(({ label, text }) => labelled(label, safeLine(text, 600), LABEL, page)),
    // The URL is not wrapped, so that it can be clicked and copied.
    ...(url === undefined ? [] : [`  ${page.paint.dim('Report'.padEnd(LABEL - 2))}${url}`]),
  ].join('\n');
}

/** Returns the ids of other requirements that did not pass. */
function namesOf(report: Report): readonly { readonly label: string; readonly text: string }[] {
  return others.flatMap((verdict) => {
    const ids = rowsOutsideCauseGroups(report, verdict).map(({ id }) => id);
    const label = verdict === 'not-tested' ? 'Untested' : verdictTitle(verdict);
    return ids.length === 0 ? [] : [{ label, text: listFirstNames(3, ids) }];
  });
}

/** Renders the final output of `run`: failures with fixed facts, so that one fits on 40 lines; without any, the other rows. */
export function renderSummary(report: Report, evidence: readonly Exchange[], options: SummaryOptions) {
  const { columns, colour } = options;
  const page = { report, evidence, columns: textWidth(columns), paint: createPaint(colour) };
  const failed = failures(page);
  const rest = others.flatMap((verdict) => grouped(verdict, page));
  const parts = [...(failed.length > 0 ? failed : rest), ...baseline(page), verdictBlock(page, options)];
  return `${parts.join('\n\n')}\n`;
}
