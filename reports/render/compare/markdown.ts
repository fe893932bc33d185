import type { Comparison } from '../../compare/comparison.ts';
import { truncateWithNote, inlineCode, escapeMarkdown } from '../markdown.ts';
import { MAX_SUMMARY_BYTES } from '../summary-md.ts';
import { comparisonSummaryLines, comparisonTexts } from './view.ts';

/** Renders comparisons of reports with the first report as Markdown, for a job summary or a comment. */
export function renderComparisonMarkdown(comparisons: readonly Comparison[]): string {
  const [answer, ...lines] = comparisonSummaryLines(comparisons);
  const trend =
    answer === undefined
      ? []
      : [`# ${answer}`, lines.map((line) => `- ${escapeMarkdown(line, 400)}`).join('\n')];
  return truncateWithNote(`${[...trend, ...comparisons.flatMap(section)].join('\n\n')}\n`, MAX_SUMMARY_BYTES);
}

function section(comparison: Comparison): string[] {
  const { sides, facts, changes, result } = comparisonTexts(comparison);
  const rows = [...sides, ...facts].map(({ label, text }) => `| ${label} | ${escapeMarkdown(text, 2000)} |`);
  return [
    `# ${escapeMarkdown(comparison.after.name, 120)}: ${result}`,
    ['| | |', '|---|---|', ...rows].join('\n'),
    ...changes.flatMap(({ title, groups }) => [
      `## ${title}`,
      groups
        .map(
          ({ ids, turn, reason }) =>
            `- ${ids.map((id) => inlineCode(id)).join(', ')} (${escapeMarkdown(turn, 400)}): ${escapeMarkdown(reason)}`,
        )
        .join('\n'),
    ]),
  ];
}
