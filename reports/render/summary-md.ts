import type { Exchange } from '../../src/client/types.ts';
import { explain } from '../explain.ts';
import { changeWords } from '../compare/changes.ts';
import { baselineLine, changedRows } from '../compare/since.ts';
import { bounded, cell, code, codeBlock, words } from './markdown.ts';
import type { Report, RequirementReport, Verdict } from '../model.ts';
import { byArea, rowsWith } from '../rows.ts';
import { runFacts } from '../run-facts.ts';
import { verdictSentence } from '../verdict-sentence.ts';
import { runVerdicts } from '../words.ts';

/** Bytes that GitHub takes for the summary of one step. */
export const SUMMARY_LIMIT = 1024 * 1024;

const marks = {
  pass: 'pass',
  fail: '**FAIL**',
  warn: 'warning',
  inconclusive: '**undecided**',
  'not-tested': 'not tested',
  waived: 'waived',
} as const satisfies Record<Verdict, string>;

function heading(report: Report): string[] {
  const { verdict, aborted } = report;
  const facts = runFacts(report).map(({ label, text }) => `| ${label} | ${words(text, 600)} |`);
  return [
    `# ${runVerdicts[verdict].word.toUpperCase()}`,
    words(verdictSentence(report), 600),
    ...(aborted === undefined ? [] : [words(aborted.message, 600)]),
    ['| | |', '|---|---|', ...facts].join('\n'),
  ];
}

function list(report: Report, verdict: Verdict, title: string): string[] {
  const rows = rowsWith(report, verdict);
  if (rows.length === 0) return [];
  return [
    `## ${title}`,
    rows.map((row) => `- ${code(row.id)} (${row.level}): ${words(row.reason)}`).join('\n'),
  ];
}

function since(report: Report): string[] {
  const line = baselineLine(report);
  if (line === undefined) return [];
  const lines = changedRows(report).map(
    ([kind, rows]) => `- ${changeWords[kind]}: ${rows.map(({ id }) => code(id)).join(', ')}`,
  );
  return ['## Since the baseline', [...lines, `- ${words(line, 400)}`].join('\n')];
}

function table(report: Report): string[] {
  const parts = ['## Every requirement'];
  for (const [area, rows] of byArea(report)) {
    const lines = rows.map(
      (row) => `| ${cell(row.id)} | ${row.level} | ${words(row.section)} | ${marks[row.verdict]} |`,
    );
    parts.push(
      `### ${area}`,
      ['| Requirement | Level | Section | Verdict |', '|---|---|---|---|', ...lines].join('\n'),
    );
  }
  return parts;
}

function details(row: RequirementReport, report: Report, evidence: readonly Exchange[]): string[] {
  const facts = explain(row, report, evidence);
  const isCommand = (label: string) => label === 'Send it' || label === 'Run again';
  const isWords = (label: string) =>
    ['Asked', 'Why', 'Baseline', 'Waiver', 'Finding', 'Next', 'Also'].includes(label);
  return [
    `### ${code(row.id)}`,
    facts
      .filter(({ label }) => !isCommand(label))
      .map(({ label, text }) => `- **${label}**: ${isWords(label) ? words(text, 600) : code(text)}`)
      .join('\n'),
    codeBlock(
      facts
        .filter(({ label }) => isCommand(label))
        .map(({ text }) => text)
        .join('\n'),
    ),
  ];
}

/** summary.md: the verdict, what failed, every requirement in a table, then each failure with what to do. */
export function renderSummaryMd(
  report: Report,
  evidence: readonly Exchange[],
  limit = SUMMARY_LIMIT,
): string {
  const failed = rowsWith(report, 'fail');
  const parts = [
    ...heading(report),
    ...list(report, 'fail', 'Failed'),
    ...list(report, 'inconclusive', 'Undecided'),
    ...list(report, 'warn', 'Warnings'),
    ...list(report, 'waived', 'Waived'),
    ...since(report),
    ...table(report),
    ...(failed.length === 0
      ? []
      : ['## Failures in full', ...failed.flatMap((row) => details(row, report, evidence))]),
  ];
  return bounded(`${parts.join('\n\n')}\n`, limit);
}
