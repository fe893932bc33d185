import { sectionsWithLines } from '../../requirements/document.ts';
import type { Exchange } from '../exchange.ts';
import { failureOf } from '../explain.ts';
import { verdictChangeNames } from '../compare/changes.ts';
import { baselineLine, rowsByChange, changedRequirementText } from '../compare/since.ts';
import { failureAsMarkdown } from './block.ts';
import { truncateWithNote, codeCell, inlineCode, escapeMarkdown } from './markdown.ts';
import type { Report, Verdict } from '../model.ts';
import {
  causeCountText,
  groupFailuresByCause,
  groupByNextStep,
  rowsOutsideCauseGroups,
  rowsWith,
} from '../rows.ts';
import { runFacts } from '../run-facts.ts';
import { verdictSentence } from '../verdict-sentence.ts';
import { runVerdictWords, verdictTitle } from '../words.ts';

/** Largest job summary of one step on GitHub, in bytes. */
export const MAX_SUMMARY_BYTES = 1024 * 1024;

function heading(report: Report): string[] {
  const { verdict, aborted, target } = report;
  return [
    `# ${runVerdictWords[verdict].word.toUpperCase()}`,
    `${codeCell(target.baseUrl)}: ${escapeMarkdown(verdictSentence(report), 1500)}`,
    ...(aborted === undefined ? [] : [escapeMarkdown(aborted.message, 600)]),
    ...(report.notes ?? []).map((note) => escapeMarkdown(note, 600)),
  ];
}

function about(report: Report): string[] {
  const facts = runFacts(report).map(({ label, text }) => `| ${label} | ${escapeMarkdown(text, 600)} |`);
  return ['## The run', ['| | |', '|---|---|', ...facts].join('\n')];
}

function failures(report: Report, evidence: readonly Exchange[]): string[] {
  const found = groupFailuresByCause(report);
  if (found.length === 0) return [];
  return [
    `## Failed: ${causeCountText(report)}`,
    ...found.flatMap(({ root }) => failureAsMarkdown(failureOf(root, report, evidence))),
  ];
}

/** Renders requirements by the failure that blocks them, or by their next step. */
function grouped(report: Report, verdict: Verdict): string[] {
  const lines = groupByNextStep(report, verdict).flatMap(({ next, reasons }) => [
    ...reasons.map(
      ([reason, rows]) => `- ${rows.map(({ id }) => inlineCode(id)).join(', ')}: ${escapeMarkdown(reason)}`,
    ),
    ...(next === undefined ? [] : [`- Next: ${escapeMarkdown(next)}`]),
  ]);
  if (lines.length === 0) return [];
  const shown = rowsOutsideCauseGroups(report, verdict).length;
  const blocked = rowsWith(report, verdict).length - shown;
  const told = verdict === 'inconclusive' ? 'blocked by failures' : 'listed with their cause';
  const more = blocked > 0 ? `, and ${String(blocked)} ${told}` : '';
  return [`## ${verdictTitle(verdict)}: ${String(shown)}${more}`, lines.join('\n')];
}

function since(report: Report): string[] {
  const line = baselineLine(report);
  if (line === undefined) return [];
  const lines = rowsByChange(report).map(
    ([kind, rows]) =>
      `- ${verdictChangeNames[kind]}: ${rows.map((row) => inlineCode(changedRequirementText(row))).join(', ')}`,
  );
  return ['## Since the baseline', [...lines, `- ${escapeMarkdown(line, 400)}`].join('\n')];
}

/** Renders the passed requirements in a collapsed section, because they need no action. */
function passes(report: Report): string[] {
  const rows = rowsWith(report, 'pass');
  if (rows.length === 0) return [];
  const lines = rows.map(
    (row) =>
      `| ${codeCell(row.id)} | ${row.level} | ${escapeMarkdown(sectionsWithLines(row.section))} | ${escapeMarkdown(row.reason, 200)} |`,
  );
  return [
    `<details><summary>Passed: ${String(rows.length)}</summary>`,
    ['| Requirement | Level | Document | Tried |', '|---|---|---|---|', ...lines].join('\n'),
    '</details>',
  ];
}

/** Renders summary.md: the verdict, failures and how to act on them, other requirements by cause, and passes collapsed. */
export function renderSummaryMd(report: Report, evidence: readonly Exchange[]): string {
  const parts = [
    ...heading(report),
    ...since(report),
    ...failures(report, evidence),
    ...(['inconclusive', 'warn', 'waived', 'not-tested'] as const).flatMap((one) => grouped(report, one)),
    ...about(report),
    ...passes(report),
  ];
  return truncateWithNote(`${parts.join('\n\n')}\n`, MAX_SUMMARY_BYTES);
}
