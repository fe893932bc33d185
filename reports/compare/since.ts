import { given } from '../../src/base/given.ts';
import type { Change, Difference, Report, RequirementReport } from '../model.ts';
import { inertLine } from '../text.ts';
import { beside, changeCounts, changeKinds, changeWords, isRed } from './changes.ts';
import { lostCoverage } from './coverage.ts';

/** A report that says of each requirement what became of it since an earlier one. */
export function sinceBaseline(report: Report, baseline: Report): Report {
  const { shared, added, removed, reworded } = beside(baseline, report);
  const since = new Map(shared.map(({ was, row, became }) => [row, { ...became, verdict: was.verdict }]));
  const { startedAt, target, verdict, catalogue } = baseline;
  const lost = [...lostCoverage(baseline, report), ...moreUnanswered(baseline, report)];
  const ids = (rows: readonly RequirementReport[]) => rows.map(({ id }) => id);
  return {
    ...report,
    baseline: given({
      startedAt,
      baseUrl: target.baseUrl,
      verdict,
      catalogue,
      added: ids(added),
      removed: ids(removed),
      reworded,
      lost: lost.length === 0 ? undefined : lost,
    }),
    requirements: report.requirements.map((row) => {
      const found = since.get(row);
      return found === undefined ? row : { ...row, baseline: found };
    }),
  };
}

function moreUnanswered({ traffic: was }: Report, { traffic: is }: Report): readonly Difference[] {
  const [before, after] = [was.unanswered, is.unanswered];
  return before === undefined || after === undefined || after <= before
    ? []
    : [{ name: 'requests without an answer', before: String(before), after: String(after) }];
}

/** What became of a requirement since the baseline, as `new failure (pass before)`; undefined without one. */
export function sinceWords({ baseline }: RequirementReport): string | undefined {
  if (baseline === undefined) return undefined;
  const { change, verdict, note } = baseline;
  return `${changeWords[change]} (${verdict} before${note === undefined ? '' : `, ${inertLine(note, 400)}`})`;
}

/** Differences in one line, such as `--runs 20 -> 5`. */
export function differenceLine(list: readonly Difference[]): string {
  return list
    .map(({ name, before, after }) => `${name} ${inertLine(before, 120)} -> ${inertLine(after, 400)}`)
    .join(', ');
}

/** The baseline and what changed since, in one line; undefined without one. */
export function baselineLine({ baseline, requirements, scope }: Report): string | undefined {
  if (baseline === undefined) return undefined;
  const changes = requirements.flatMap((row) => (row.baseline === undefined ? [] : [row.baseline.change]));
  const count = (ids: readonly string[], words: string) =>
    ids.length === 0 ? [] : [`${String(ids.length)} ${words}`];
  const red = requirements.filter((row) => row.baseline === undefined && isRed(row.verdict, scope.strict));
  const catalogue = [
    ...count(baseline.added, 'not asked then'),
    ...(red.length === 0 ? [] : [`of these failed: ${red.map(({ id }) => id).join(', ')}`]),
    ...count(baseline.removed, 'asked then alone'),
    ...count(baseline.reworded, 'worded anew'),
  ];
  const since = `${baseline.startedAt.slice(0, 10)}, ${baseline.verdict}`;
  const less = baseline.lost === undefined ? '' : `; less put to the test: ${differenceLine(baseline.lost)}`;
  return `${[changeCounts(changes), ...catalogue].join(', ')} (since ${since}, ${baseline.baseUrl})${less}`;
}

/** A row among those of its change: its id, and what there is to say of it besides. */
export function changedWords({ id, baseline }: RequirementReport): string {
  return baseline?.note === undefined ? id : `${id} (${inertLine(baseline.note, 400)})`;
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
