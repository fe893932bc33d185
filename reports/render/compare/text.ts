import type { Comparison } from '../../compare/comparison.ts';
import { wrapIndented, textWidth } from '../terminal/layout.ts';
import { comparisonSummaryLines, comparisonTexts } from './view.ts';

/** Renders comparisons of reports with the first report for a terminal. */
export function renderComparisonText(comparisons: readonly Comparison[], columns: number): string {
  const width = textWidth(columns);
  const trend = comparisonSummaryLines(comparisons);
  const blocks = comparisons.map((one) => block(one, width).join('\n'));
  return `${[...(trend.length === 0 ? [] : [trend.join('\n')]), ...blocks].join('\n\n')}\n`;
}

function block(comparison: Comparison, width: number): string[] {
  const { sides, facts, changes, result } = comparisonTexts(comparison);
  const line = ({ label, text }: (typeof facts)[number]) =>
    wrapIndented(`${label.padEnd(10)}${text}`, width, 10, 0);
  return [
    wrapIndented(result, width, 4, 0),
    ...sides.map(line),
    '',
    ...changes.flatMap(({ title, groups }) => [
      title,
      ...groups.map(({ ids, turn, reason }) =>
        wrapIndented(`${ids.join(', ')} (${turn}): ${reason}`, width, 4, 2),
      ),
      '',
    ]),
    ...facts.map(line),
  ];
}
