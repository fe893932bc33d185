import { withoutUndefined } from '../../src/base/without-undefined.ts';
import { matches } from '../../src/base/glob.ts';
import type { Change, Difference, Report, RequirementReport, Verdict } from '../model.ts';
import { failsBuild, outcomeGroup } from './changes.ts';
import { lostCoverage, sinceBaseline } from './since.ts';

/** A report under the name that it was given by. */
export interface Named {
  readonly name: string;
  readonly report: Report;
}

/** What identifies one side of a comparison. */
export interface Side extends Pick<Report, 'startedAt' | 'verdict' | 'totals' | 'tool' | 'catalogue'> {
  readonly name: string;
  readonly baseUrl: string;
}

/** A requirement that does not stand as it did. */
export interface RowChange {
  readonly id: string;
  readonly change: Exclude<Change, 'same'>;
  /** Absent where that side does not ask for it. */
  readonly before?: Verdict;
  readonly after?: Verdict;
  /** What there is to say of the change itself, such as by what else it is missed. */
  readonly note?: string;
  /** What the later report says of it, else the earlier one; may hold text of the server's. */
  readonly reason: string;
  /** Whether a gate stops at it: a new failure or lost coverage that nobody allowed. */
  readonly stops: boolean;
}

/** What differs from one report to a later one. */
export interface Comparison {
  readonly before: Side;
  readonly after: Side;
  readonly changes: readonly RowChange[];
  /** Requirements that both know and that stand as they did. */
  readonly same: number;
  /** Ids that only one of the catalogues has, and those whose level or statement is not the same in both. */
  readonly catalogue: Readonly<Record<'added' | 'removed' | 'reworded', readonly string[]>>;
  /** What the later run put to the test less, besides single requirements. */
  readonly lost: readonly (Difference & Pick<RowChange, 'stops'>)[];
  readonly traffic: readonly Difference[];
  /** What each run was asked to judge, as far as it differs: it explains much of the rest. */
  readonly scope: readonly Difference[];
}

/** Whether a gate stops at something of a comparison. */
export function isStopped({ changes, lost }: Comparison): boolean {
  return [...changes, ...lost].some(({ stops }) => stops);
}

/** The changes that a gate stops at, unless they are allowed. */
export const REGRESSIONS = ['new-failure', 'lost-coverage'] as const satisfies readonly Change[];

export function isRegression(change: Change): boolean {
  return REGRESSIONS.some((kind) => kind === change);
}

/**
 * Holds two reports against each other, requirement by requirement, by the ids that both have.
 * @param allowed changes that no gate is to stop at: `new-failure`, `lost-coverage`, ids or patterns of ids
 */
export function compare(before: Named, after: Named, allowed: readonly string[] = []): Comparison {
  const stops = (change: Change, id?: string): boolean =>
    isRegression(change) &&
    !allowed.some((word) => word === change || (id !== undefined && matches(word, id)));
  const { baseline, requirements } = sinceBaseline(after.report, before.report);
  const { added, removed, reworded } = baseline;
  const changed = (
    { id, reason }: RequirementReport,
    change: Change,
    more: Pick<RowChange, 'before' | 'after' | 'note'>,
  ): readonly RowChange[] =>
    change === 'same' ? [] : [{ id, change, ...more, reason, stops: stops(change, id) }];
  const changes = [
    ...requirements.flatMap((row) => {
      if (row.baseline === undefined) return [];
      const { change, verdict, note } = row.baseline;
      return changed(row, change, withoutUndefined({ before: verdict, after: row.verdict, note }));
    }),
    ...requirements
      .filter((row) => row.baseline === undefined && failsBuild(row.verdict, after.report.scope.strict))
      .flatMap((row) => changed(row, 'new-failure', { after: row.verdict })),
    ...before.report.requirements
      .filter((row) => removed.includes(row.id) && outcomeGroup(row) !== 'open')
      .flatMap((row) => changed(row, 'lost-coverage', { before: row.verdict })),
  ];
  return {
    before: side(before),
    after: side(after),
    changes,
    same: requirements.filter((row) => row.baseline?.change === 'same').length,
    catalogue: { added, removed, reworded },
    lost: lostCoverage(before.report, after.report).map((one) => ({ ...one, stops: stops('lost-coverage') })),
    traffic: differences(trafficOf(before.report), trafficOf(after.report)),
    scope: differences(scopeOf(before.report), scopeOf(after.report)),
  };
}

function side({ name, report }: Named): Side {
  const { target, startedAt, verdict, totals, tool, catalogue } = report;
  return withoutUndefined({ name, baseUrl: target.baseUrl, startedAt, verdict, totals, tool, catalogue });
}

type Facts = Readonly<Record<string, string>>;

function trafficOf({ traffic, durationMs }: Report): Facts {
  return {
    requests: String(traffic.requests),
    'sent again': String(traffic.retried),
    'without an answer': String(traffic.unanswered),
    'animals created': String(traffic.created),
    seconds: (durationMs / 1000).toFixed(1),
  };
}

function scopeOf({ scope, target }: Report): Facts {
  const onOff = (on: boolean) => (on ? 'on' : 'off');
  return {
    target: target.baseUrl,
    profiles: scope.profiles.join(', '),
    '--only': scope.only.join(' ') || 'all',
    '--read-only': onOff(scope.readOnly),
    '--strict': onOff(scope.strict),
    '--runs': String(scope.runs),
    '--max-created': String(scope.maxCreated),
    '--as-of': scope.asOf,
    '--category-ids': scope.categoryIds?.join(',') ?? 'not given',
  };
}

function differences(before: Facts, after: Facts): readonly Difference[] {
  return Object.entries(after).flatMap(([name, text]) => {
    const was = before[name];
    return was === undefined || was === text ? [] : [{ name, before: was, after: text }];
  });
}
