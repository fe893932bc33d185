import { withoutUndefined } from '../../src/base/without-undefined.ts';
import type { CheckCoverage, NamedDifference, Report, RequirementReport } from '../model.ts';
import { countsText, listFirstNames, joinPhrases } from '../measures.ts';
import { versionTexts } from '../rows.ts';
import { safeLine } from '../text.ts';
import {
  groupByChange,
  changeCountsText,
  verdictChangeNames,
  failsBuild,
  rowChange,
  rowsById,
} from './changes.ts';

/** Returns a report with the change of each requirement since an earlier report. */
export function withBaselineChanges(report: Report, earlier: Report) {
  const [old, now] = [rowsById(earlier), rowsById(report)];
  const pairs = report.requirements.map((row) => ({ row, was: old.get(row.id) }));
  const { startedAt, target, verdict, catalogue } = earlier;
  const [before, after] = [earlier.traffic.unanswered, report.traffic.unanswered];
  const lost = [
    ...coverageLosses(earlier, report),
    ...(after > before ? [difference('requests without an answer', before, after)] : []),
  ];
  return {
    ...report,
    baseline: withoutUndefined({
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
      withoutUndefined({ ...row, baseline: was && rowChange(was, row, report.scope.strict) }),
    ),
  };
}

function difference(name: string, before: string | number, after: string | number): NamedDifference {
  return { name, before: String(before), after: String(after) };
}

/** Returns the change of a requirement, such as `new failure (pass before)`; undefined without a baseline. */
export function changeSinceText({ baseline }: RequirementReport): string | undefined {
  if (baseline === undefined) return undefined;
  const { change, verdict, note } = baseline;
  return `${verdictChangeNames[change]} (${verdict} before${note === undefined ? '' : `, ${safeLine(note, 400)}`})`;
}

/** Returns differences in one line, such as `--runs 20 -> 5`. */
export function differenceLine(list: readonly NamedDifference[]): string {
  return list
    .map(({ name, before, after }) => `${name} ${safeLine(before, 120)} -> ${safeLine(after, 400)}`)
    .join(', ');
}

/** Returns the baseline and the counts of changes in one line; undefined without a baseline. */
export function baselineLine({ baseline, requirements, scope }: Report): string | undefined {
  if (baseline === undefined) return undefined;
  const changes = requirements.flatMap((row) => (row.baseline === undefined ? [] : [row.baseline.change]));
  const red = requirements.filter(
    (row) => row.baseline === undefined && failsBuild(row.verdict, scope.strict),
  );
  const counts = [
    changeCountsText(changes),
    countsText({ 'added to the catalogue': baseline.added.length }),
    red.length === 0 ? '' : `of these failed: ${red.map(({ id }) => id).join(', ')}`,
    countsText({ 'removed from it': baseline.removed.length, reworded: baseline.reworded.length }),
  ];
  const since = `${baseline.startedAt.slice(0, 10)}, ${baseline.verdict}`;
  const less = baseline.lost === undefined ? '' : `; less tested: ${differenceLine(baseline.lost)}`;
  return `${joinPhrases(counts, ', ')} (since ${since}, ${baseline.baseUrl})${less}`;
}

export function changedRequirementText({ id, baseline }: RequirementReport): string {
  return baseline?.note === undefined ? id : `${id} (${safeLine(baseline.note, 400)})`;
}

/** Returns the requirements that changed since the baseline, grouped by change, the most urgent first. */
export function rowsByChange({ requirements }: Report) {
  return groupByChange(requirements, ({ baseline }) => baseline?.change);
}

/** Maximum number of lost input classes that are listed; further classes are only counted. */
const NAMED = 3;

/** Returns coverage that the later run lost, except that of single requirements; texts are not escaped. */
export function coverageLosses(before: Report, after: Report): readonly NamedDifference[] {
  const [runs, fewer] = [before.scope.runs, after.scope.runs];
  const isOther = before.catalogue.digest !== after.catalogue.digest;
  return [
    ...(fewer < runs ? [difference('--runs', runs, fewer)] : []),
    ...lostClasses(before, after),
    ...(isOther
      ? [difference('catalogue', versionTexts(before).catalogue, versionTexts(after).catalogue)]
      : []),
  ];
}

/**
 * Returns input classes that are no longer met. Only counts checks that met all their classes before: otherwise the seed
 * decides which classes the budget leaves out. Ignores checks that now failed or were undecided: such a check stops early, and
 * its requirement reports it.
 */
function lostClasses(before: Report, after: Report): readonly NamedDifference[] {
  const stopped = after.requirements.flatMap(({ checks }) =>
    checks.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'not-tested').map(({ name }) => name),
  );
  const whole = before.coverage?.filter(({ classes, of }) => classes.length === of);
  const [was, is] = [metClasses(whole), metClasses(after.coverage)];
  const still = new Set(is.map(({ key }) => key));
  const gone = was.filter(({ key }) => !still.has(key));
  const lost = gone.filter(({ check }) => !stopped.includes(check)).map(({ name }) => name);
  if (is.length === 0 || lost.length === 0) return [];
  const kept = String(was.length - gone.length);
  return [difference('classes met', was.length, `${kept}, without ${listFirstNames(NAMED, lost)}`)];
}

function metClasses(coverage: readonly CheckCoverage[] = []) {
  return coverage.flatMap(({ check, property, classes }) =>
    classes.map((one) => ({ check, key: `${check} ${property} ${one}`, name: `"${one}" of ${property}` })),
  );
}
