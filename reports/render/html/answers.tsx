import { groupBy } from '../../../src/base/group-by.ts';
import type { Exchange } from '../../exchange.ts';
import { formatDuration, formatCount } from '../../measures.ts';
import { numberTable } from '../page/parts.tsx';
import { proportionBar } from './plot.tsx';

/** Maximum number of rows in the table, because a server may use any number of statuses. */
const MOST_ROWS = 24;

/** Renders counts and times of responses by operation and status; each count links to its exchanges. */
export function responseStatsSection(evidence: readonly Exchange[]) {
  const kinds = [...groupBy(evidence, kindOf)]
    .map(([kind, all]) => ({ kind, count: all.length, ...times(all) }))
    .toSorted((a, b) => b.count - a.count);
  const most = (name: 'count' | 'median' | 'longest') => Math.max(...kinds.map((one) => one[name]));
  const [count, median, longest] = [most('count'), most('median'), most('longest')];
  const shown = groupBy(kinds.slice(0, MOST_ROWS), ({ kind }) => kind.split(' ')[0]);
  const rows = [...shown.values()].flat().map((one) => {
    const [operation = '', status = ''] = one.kind.split(' ');
    return [
      operation,
      status,
      [
        <a href={`#exchanges?operation=${operation}&status=${status}`}>{formatCount(one.count)}</a>,
        proportionBar(one.count, count),
      ],
      [formatDuration(one.median), proportionBar(one.median, median)],
      [formatDuration(one.longest), proportionBar(one.longest, longest)],
    ];
  });
  const rest = kinds.slice(MOST_ROWS).reduce((sum, one) => sum + one.count, 0);
  if (rest > 0) rows.push(['others', '', formatCount(rest), '', '']);
  return numberTable(
    ['Operation', 'Status', 'Answers', 'Median', 'Longest'],
    rows,
    'What was answered, and how long it took',
  );
}

function kindOf({ operation, response }: Exchange): string {
  return `${operation} ${response === null ? 'none' : String(response.status)}`;
}

function times(all: readonly Exchange[]) {
  const sorted = all.map(({ durationMs }) => durationMs).toSorted((a, b) => a - b);
  return { median: sorted[Math.floor(sorted.length / 2)] ?? 0, longest: sorted.at(-1) ?? 0 };
}
