import { fits } from '../../src/base/glob.ts';
import type { Change, Report, Verdict } from '../model.ts';
import { beside, type Beside } from './changes.ts';

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

/** A requirement that both sides know and that does not stand as it did. */
export interface RowChange {
  readonly id: string;
  readonly change: Exclude<Change, 'same'>;
  readonly before: Verdict;
  readonly after: Verdict;
  /** What the later report says of it; may hold text of the server's. */
  readonly reason: string;
  /** Whether a gate stops at it: a new failure or lost coverage that nobody allowed. */
  readonly stops: boolean;
}

/** One thing that is otherwise in the later report; texts as people read them. */
export interface Difference {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

/** What differs from one report to a later one. */
export interface Comparison {
  readonly before: Side;
  readonly after: Side;
  readonly changes: readonly RowChange[];
  /** Requirements that both know and that stand as they did. */
  readonly same: number;
  readonly catalogue: Beside['catalogue'];
  readonly traffic: readonly Difference[];
  /** What each run was asked to judge, as far as it differs: it explains much of the rest. */
  readonly scope: readonly Difference[];
}

/** The changes that a gate stops at, unless they are allowed. */
export const REGRESSIONS = ['new-failure', 'lost-coverage'] as const satisfies readonly Change[];

/**
 * Holds two reports against each other, requirement by requirement, by the ids that both have.
 * @param allowed changes that no gate is to stop at: `new-failure`, `lost-coverage`, ids or patterns of ids
 */
export function compare(before: Named, after: Named, allowed: readonly string[] = []): Comparison {
  const stops = (change: Change, id: string): boolean =>
    REGRESSIONS.some((kind) => kind === change) && !allowed.some((word) => word === change || fits(word, id));
  const { shared, catalogue } = beside(before.report, after.report);
  return {
    before: side(before),
    after: side(after),
    changes: shared.flatMap(({ was, row: { id, verdict, reason }, change }) =>
      change === 'same'
        ? []
        : [{ id, change, before: was.verdict, after: verdict, reason, stops: stops(change, id) }],
    ),
    same: shared.filter(({ change }) => change === 'same').length,
    catalogue,
    traffic: differences(trafficOf(before.report), trafficOf(after.report)),
    scope: differences(scopeOf(before.report), scopeOf(after.report)),
  };
}

function side({ name, report }: Named): Side {
  const { target, startedAt, verdict, totals, tool, catalogue } = report;
  const facts = { name, baseUrl: target.baseUrl, startedAt, verdict, totals, tool };
  return catalogue === undefined ? facts : { ...facts, catalogue };
}

type Facts = Readonly<Record<string, string>>;

function trafficOf({ traffic, durationMs }: Report): Facts {
  return {
    requests: String(traffic.requests),
    'sent again': String(traffic.retried),
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
  return Object.entries(after)
    .map(([name, text]) => ({ name, before: before[name] ?? '', after: text }))
    .filter((one) => one.before !== one.after);
}
