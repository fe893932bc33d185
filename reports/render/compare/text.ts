import type { Comparison } from '../../compare/comparison.ts';
import { hang, measure } from '../terminal/layout.ts';
import { trendOf, comparisonView } from './view.ts';

/** Renders comparisons with one first report for a terminal. */
export function compareText(comparisons: readonly Comparison[], columns: number): string {
  const width = measure(columns);
  const trend = trendOf(comparisons);
  const blocks = comparisons.map((one) => block(one, width).join('\n'));
  return `${[...(trend.length === 0 ? [] : [trend.join('\n')]), ...blocks].join('\n\n')}\n`;
}

function block(comparison: Comparison, width: number): string[] {
  const { sides, facts, changes, result } = comparisonView(comparison);
  const line = ({ label, text }: (typeof facts)[number]) => hang(`${label.padEnd(10)}${text}`, width, 10, 0);
  return [
    hang(result, width, 4, 0),
    ...sides.map(line),
    '',
    ...changes.flatMap(({ title, groups }) => [
      title,
      ...groups.map(({ ids, turn, reason }) => hang(`${ids.join(', ')} (${turn}): ${reason}`, width, 4, 2)),
      '',
    ]),
    ...facts.map(line),
  ];
}
