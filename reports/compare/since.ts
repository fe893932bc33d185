import { given } from '../../src/base/given.ts';
import type { Change, Report, RequirementReport } from '../model.ts';
import { beside, changeCounts, changeKinds, changeWords } from './changes.ts';

/** A report that says of each requirement what became of it since an earlier one. */
export function sinceBaseline(report: Report, baseline: Report): Report {
  const { shared, catalogue } = beside(baseline, report);
  const since = new Map(shared.map(({ was, row, change }) => [row, { change, verdict: was.verdict }]));
  const { startedAt, target, verdict, catalogue: known } = baseline;
  return {
    ...report,
    baseline: given({ startedAt, baseUrl: target.baseUrl, verdict, catalogue: known, ...catalogue }),
    requirements: report.requirements.map((row) => {
      const found = since.get(row);
      return found === undefined ? row : { ...row, baseline: found };
    }),
  };
}

/** What became of a requirement since the baseline, as `new failure (pass before)`; undefined without one. */
export function sinceWords({ baseline }: RequirementReport): string | undefined {
  return baseline && `${changeWords[baseline.change]} (${baseline.verdict} before)`;
}

/** The baseline and what changed since, in one line; undefined without one. */
export function baselineLine({ baseline, requirements }: Report): string | undefined {
  if (baseline === undefined) return undefined;
  const changes = requirements.flatMap((row) => (row.baseline === undefined ? [] : [row.baseline.change]));
  const count = (ids: readonly string[], words: string) =>
    ids.length === 0 ? [] : [`${String(ids.length)} ${words}`];
  const catalogue = [
    ...count(baseline.added, 'not asked then'),
    ...count(baseline.removed, 'asked then alone'),
    ...count(baseline.reworded, 'worded anew'),
  ];
  const since = `${baseline.startedAt.slice(0, 10)}, ${baseline.verdict}`;
  return `${[changeCounts(changes), ...catalogue].join(', ')} (since ${since}, ${baseline.baseUrl})`;
}

/** The rows that changed since the baseline, by what became of them; what asks for action first. */
export function changedRows(
  report: Report,
): readonly (readonly [change: Change, rows: readonly RequirementReport[]])[] {
  return changeKinds
    .filter((kind) => kind !== 'same')
    .map((kind) => [kind, report.requirements.filter((row) => row.baseline?.change === kind)] as const)
    .filter(([, rows]) => rows.length > 0);
}
