import { given } from '../../src/base/given.ts';
import type { Difference, Report, RequirementReport } from '../model.ts';
import { phrases, some } from '../measures.ts';
import { inertLine } from '../text.ts';
import { becameOf, byChange, changeCounts, changeWords, isRed, rowsById } from './changes.ts';
import { lostCoverage } from './coverage.ts';

/** A report that says of each requirement what became of it since an earlier one. */
export function sinceBaseline(
  report: Report,
  earlier: Report,
): Report & { readonly baseline: NonNullable<Report['baseline']> } {
  const [old, now] = [rowsById(earlier), rowsById(report)];
  const pairs = report.requirements.map((row) => ({ row, was: old.get(row.id) }));
  const { startedAt, target, verdict, catalogue } = earlier;
  const lost = [...lostCoverage(earlier, report), ...moreUnanswered(earlier, report)];
  return {
    ...report,
    baseline: given({
      startedAt,
      baseUrl: target.baseUrl,
      verdict,
      catalogue,
      added: pairs.flatMap(({ row, was }) => (was === undefined ? [row.id] : [])),
      removed: earlier.requirements.flatMap(({ id }) => (now.has(id) ? [] : [id])),
      reworded: pairs.flatMap(({ row: { id, level, statement }, was }) =>
        was !== undefined && (was.level !== level || was.statement !== statement) ? [id] : [],
      ),
      lost: lost.length === 0 ? undefined : lost,
    }),
    requirements: pairs.map(({ row, was }) =>
      given({ ...row, baseline: was && becameOf(was, row, report.scope.strict) }),
    ),
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
  const red = requirements.filter((row) => row.baseline === undefined && isRed(row.verdict, scope.strict));
  const counts = [
    changeCounts(changes),
    some(baseline.added.length, 'not asked then'),
    red.length === 0 ? '' : `of these failed: ${red.map(({ id }) => id).join(', ')}`,
    some(baseline.removed.length, 'asked then alone'),
    some(baseline.reworded.length, 'worded anew'),
  ];
  const since = `${baseline.startedAt.slice(0, 10)}, ${baseline.verdict}`;
  const less = baseline.lost === undefined ? '' : `; less put to the test: ${differenceLine(baseline.lost)}`;
  return `${phrases(counts, ', ')} (since ${since}, ${baseline.baseUrl})${less}`;
}

/** A row among those of its change: its id, and what there is to say of it besides. */
export function changedWords({ id, baseline }: RequirementReport): string {
  return baseline?.note === undefined ? id : `${id} (${inertLine(baseline.note, 400)})`;
}

/** The rows that changed since the baseline, by what became of them; what asks for action first. */
export function changedRows({ requirements }: Report) {
  return byChange(requirements, ({ baseline }) => baseline?.change);
}
