import type { Change, Report, RunVerdict } from '../model.ts';
import { jsonText } from '../text.ts';

const colours = {
  conformant: 'brightgreen',
  partial: 'yellow',
  inconclusive: 'orange',
  'non-conformant': 'red',
} as const satisfies Record<RunVerdict, string>;

function counted(count: number, words: string): string[] {
  return count === 0 ? [] : [`${String(count)} ${words}`];
}

/** The words on the badge: the verdict, and every count that a reader of a bare `conformant` would not guess. */
export function badgeMessage(report: Report): string {
  const { totals, verdict } = report;
  const since = (change: Change) =>
    report.requirements.filter((row) => row.baseline?.change === change).length;
  const parts = [
    ...counted(totals.fail, 'failed'),
    ...counted(since('new-failure'), 'of them new'),
    ...counted(since('fixed'), 'fixed'),
    ...counted(totals.inconclusive, 'undecided'),
    ...counted(totals['not-tested'], 'not tested'),
    ...counted(totals.waived, 'waived'),
    ...counted(totals.warn, totals.warn === 1 ? 'warning' : 'warnings'),
  ];
  return parts.length === 0 ? verdict : `${verdict}: ${parts.join(', ')}`;
}

/** badge.json: what shields.io draws from an endpoint. */
export function renderBadge(report: Report): string {
  const badge = {
    schemaVersion: 1,
    label: report.target.embedded ? 'Pet Store API (reference server)' : 'Pet Store API',
    message: badgeMessage(report),
    color: colours[report.verdict],
    isError: report.verdict === 'non-conformant',
  };
  return jsonText(badge);
}
