import type { Comparison } from '../../compare/comparison.ts';
import { bounded, code, words } from '../markdown.ts';
import { SUMMARY_LIMIT } from '../summary-md.ts';
import { trendOf, view } from './view.ts';

/** Renders comparisons with one first report as Markdown, for a job summary or a comment. */
export function compareMarkdown(comparisons: readonly Comparison[]): string {
  const [answer, ...lines] = trendOf(comparisons);
  const trend =
    answer === undefined ? [] : [`# ${answer}`, lines.map((line) => `- ${words(line, 400)}`).join('\n')];
  return bounded(`${[...trend, ...comparisons.flatMap(section)].join('\n\n')}\n`, SUMMARY_LIMIT);
}

function section(comparison: Comparison): string[] {
  const { sides, facts, changes, result } = view(comparison);
  const rows = [...sides, ...facts].map(({ label, text }) => `| ${label} | ${words(text, 2000)} |`);
  return [
    `# ${words(comparison.after.name, 120)}: ${result}`,
    ['| | |', '|---|---|', ...rows].join('\n'),
    ...changes.flatMap(({ title, groups }) => [
      `## ${title}`,
      groups
        .map(
          ({ ids, turn, reason }) =>
            `- ${ids.map((id) => code(id)).join(', ')} (${words(turn, 400)}): ${words(reason)}`,
        )
        .join('\n'),
    ]),
  ];
}
