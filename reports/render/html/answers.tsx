import { groupBy } from '../../../src/base/group-by.ts';
import type { Exchange } from '../../exchange.ts';
import { formatCount } from '../../measures.ts';
import { numberTable } from '../page/parts.tsx';

/** Maximum number of rows in the table, because a server may use any number of statuses. */
const MOST_ROWS = 24;

/** Renders counts of responses by operation and status; each count links to its exchanges. */
export function responseStatsSection(evidence: readonly Exchange[]) {
  const kinds = [...groupBy(evidence, kindOf)].toSorted(([, a], [, b]) => b.length - a.length);
  const shown = groupBy(kinds.slice(0, MOST_ROWS), ([kind]) => kind.split(' ')[0]);
  const rows = [...shown.values()].flat().map(([kind, { length }]) => {
    const [operation = '', status = ''] = kind.split(' ');
    const address = `#exchanges?operation=${operation}&status=${status}`;
    return [operation, status, <a href={address}>{formatCount(length)}</a>];
  });
  const rest = kinds.slice(MOST_ROWS).reduce((sum, [, { length }]) => sum + length, 0);
  if (rest > 0) rows.push(['others', '', formatCount(rest)]);
  return numberTable(['Operation', 'Status', 'Answers'], rows, 'What was answered');
}

function kindOf({ operation, response }: Exchange): string {
  return `${operation} ${response === null ? 'none' : String(response.status)}`;
}
