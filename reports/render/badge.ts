import { countsText, joinPhrases } from '../measures.ts';
import type { VerdictChange, Report, RunVerdict } from '../model.ts';
import { safeJsonText } from '../text.ts';

const colours = {
  conformant: 'brightgreen',
  partial: 'yellow',
  inconclusive: 'orange',
  'non-conformant': 'red',
} as const satisfies Record<RunVerdict, string>;

/** Returns the text of the badge: the verdict, and all counts except of passes. */
export function badgeMessage({ requirements, totals, verdict }: Report): string {
  const since = (change: VerdictChange) =>
    requirements.filter((row) => row.baseline?.change === change).length;
  const counts = countsText({
    failed: totals.fail,
    'of them new': since('new-failure'),
    fixed: since('fixed'),
    undecided: totals.inconclusive,
    'not tested': totals['not-tested'],
    waived: totals.waived,
    [totals.warn === 1 ? 'warning' : 'warnings']: totals.warn,
  });
  return joinPhrases([verdict, counts], ': ');
}

/** Returns what the badge is about. */
export function badgeLabel({ target }: Report): string {
  return target.embedded ? 'Pet Store API (reference server)' : 'Pet Store API';
}

/** Renders badge.json, for the endpoint badge of shields.io. */
export function renderBadge(report: Report): string {
  const badge = {
    schemaVersion: 1,
    label: badgeLabel(report),
    message: badgeMessage(report),
    color: colours[report.verdict],
    isError: report.verdict === 'non-conformant',
  };
  return safeJsonText(badge);
}
