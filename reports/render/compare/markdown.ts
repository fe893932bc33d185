import type { Comparison, Side } from '../../compare/comparison.ts';
import { bounded, cell, code, words } from '../markdown.ts';
import { SUMMARY_LIMIT } from '../summary-md.ts';
import { view, turnWords } from './view.ts';

/** Comparisons with the same first report, for a job summary or a comment. */
export function compareMarkdown(comparisons: readonly Comparison[]): string {
  return bounded(`${comparisons.flatMap(section).join('\n\n')}\n`, SUMMARY_LIMIT);
}

function section(comparison: Comparison): string[] {
  const { before, after } = comparison;
  const { facts, changes, result } = view(comparison);
  const rows = [
    ['Before', side(before)],
    ['After', side(after)],
    ...facts.map(({ label, text }) => [label, words(text, 2000)]),
  ];
  return [
    `# ${words(after.name, 120)}: ${result}`,
    ['| | |', '|---|---|', ...rows.map((row) => `| ${row.join(' | ')} |`)].join('\n'),
    ...changes.flatMap(({ title, groups }) => [
      `## ${title}`,
      groups
        .map((alike) => {
          const ids = alike.map(({ id }) => code(id, 80)).join(', ');
          return `- ${ids} (${words(turnWords(alike[0], 'to'), 400)}): ${words(alike[0].reason)}`;
        })
        .join('\n'),
    ]),
  ];
}

function side({ name, verdict, startedAt, baseUrl, catalogue }: Side): string {
  return `${cell(name)}: **${verdict}**, ${words(startedAt, 40)}, ${cell(baseUrl)}, catalogue ${words(catalogue.version, 40)}`;
}
