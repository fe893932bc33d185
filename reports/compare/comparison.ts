import { withoutUndefined } from '../../src/base/without-undefined.ts';
import { matchesGlob } from '../../src/base/glob.ts';
import type { VerdictChange, NamedDifference, Report, RequirementReport, Verdict } from '../model.ts';
import { historyEntry } from '../history.ts';
import { verdictAffectingOptionsByFlag } from '../settings.ts';
import { failsBuild, verdictGroup, rowsById } from './changes.ts';
import { coverageLosses, withBaselineChanges } from './since.ts';

export interface NamedReport {
  readonly name: string;
  readonly report: Report;
}

export type Comparison = ReturnType<typeof compareTwoReports>;

export function failsGate({ changes, lost }: Comparison): boolean {
  return [...changes, ...lost].some(({ stops }) => stops);
}

/** Changes that fail a comparison, unless they are allowed. */
export const REGRESSIONS = ['new-failure', 'lost-coverage'] as const satisfies readonly VerdictChange[];

export function isRegression(change: VerdictChange): boolean {
  return REGRESSIONS.some((kind) => kind === change);
}

/** Compares two reports by ids of requirements. `allowed`: `new-failure`, `lost-coverage`, ids or patterns of ids. */
export function compareTwoReports(before: NamedReport, after: NamedReport, allowed: readonly string[] = []) {
  const stops = (change: VerdictChange, id?: string): boolean =>
    isRegression(change) &&
    !allowed.some((word) => word === change || (id !== undefined && matchesGlob(word, id)));
  const { baseline, requirements } = withBaselineChanges(after.report, before.report);
  const { added, removed, reworded } = baseline;
  const changed = (
    { id, reason, follows }: RequirementReport,
    change: VerdictChange,
    // `before` or `after` is absent if that report does not have the requirement.
    more: { readonly before?: Verdict; readonly after?: Verdict; readonly note?: string | undefined },
  ) => {
    // `reason` is from the later report, or else from the earlier report; it may contain text of the server.
    const told = withoutUndefined({ ...more, follows, reason });
    // `stops` is true if this change makes the command exit with 1: a new failure or lost coverage that no option allows.
    return change === 'same' ? [] : [{ id, change, ...told, stops: stops(change, id) }];
  };
  const changes = [
    ...requirements.flatMap((row) => {
      if (row.baseline === undefined) return [];
      const { change, verdict, note } = row.baseline;
      return changed(row, change, { before: verdict, after: row.verdict, note });
    }),
    ...requirements
      .filter((row) => row.baseline === undefined && failsBuild(row.verdict, after.report.scope.strict))
      .flatMap((row) => changed(row, 'new-failure', { after: row.verdict })),
    ...before.report.requirements
      .filter((row) => removed.includes(row.id) && verdictGroup(row) !== 'open')
      .flatMap((row) => changed(row, 'lost-coverage', { before: row.verdict })),
  ];
  return {
    before: side(before),
    after: side(after),
    changes,
    same: requirements.filter((row) => row.baseline?.change === 'same').length,
    /** Ids in only one of the catalogues, and ids with another level or statement. */
    catalogue: { added, removed, reworded },
    /** Lost coverage that is not about a single requirement. */
    lost: coverageLosses(before.report, after.report).map((one) => ({
      ...one,
      stops: stops('lost-coverage'),
    })),
    traffic: differences(trafficOf(before.report), trafficOf(after.report)),
    /** Differences of target, profiles and options, which explain other differences. */
    scope: differences(scopeOf(before.report), scopeOf(after.report)),
  };
}

export type VerdictMatrix = ReturnType<typeof verdictMatrixOf>;

/** Returns a table with a column for each report and a row for each requirement, in the order of the last report. */
export function verdictMatrixOf(reports: readonly NamedReport[]) {
  const known = reports.map(({ report }) => rowsById(report));
  const rows = new Map<string, RequirementReport>();
  for (const [id, row] of known.toReversed().flatMap((byId) => [...byId]))
    if (!rows.has(id)) rows.set(id, row);
  return {
    columns: reports.map(side),
    runs: reports.map(({ report }) => historyEntry(report)),
    rows: [...rows.values()].map(({ id, level, statement }) => ({
      id,
      level,
      statement,
      /** The verdict in each report, in the order of the columns; undefined if a report does not have the requirement. */
      verdicts: known.map((byId) => byId.get(id)?.verdict),
    })),
  };
}

function side({ name, report }: NamedReport) {
  const { target, startedAt, verdict, totals, tool, catalogue } = report;
  return { name, baseUrl: target.baseUrl, startedAt, verdict, totals, tool, catalogue };
}

type Facts = Readonly<Record<string, string>>;

function trafficOf({ traffic, durationMs }: Report): Facts {
  return {
    requests: String(traffic.requests),
    retries: String(traffic.retried),
    unanswered: String(traffic.unanswered),
    'animals created': String(traffic.created),
    seconds: (durationMs / 1000).toFixed(1),
  };
}

function scopeOf({ scope, target, settings }: Report): Facts {
  return {
    target: target.baseUrl,
    profiles: scope.profiles.join(', '),
    ...verdictAffectingOptionsByFlag(settings),
  };
}

function differences(before: Facts, after: Facts): readonly NamedDifference[] {
  return Object.keys({ ...before, ...after }).flatMap((name) => {
    const [was, is] = [before[name] ?? 'default', after[name] ?? 'default'];
    return was === is ? [] : [{ name, before: was, after: is }];
  });
}
