import { groupBy, groupByKind } from '../../src/base/group-by.ts';
import type { Operation } from '../exchange.ts';
import { levelMeanings, operationVerbs } from '../words.ts';
import type { VerdictChange, CheckReport, Report, RequirementReport, Verdict } from '../model.ts';

type Row = Pick<RequirementReport, 'verdict' | 'cause'>;

/** Groups of verdicts: two verdicts of one group count as no change. */
const VERDICT_GROUPS = {
  pass: 'met',
  fail: 'failed',
  warn: 'warned',
  waived: 'waived',
  inconclusive: 'open',
  'not-tested': 'open',
} as const satisfies Record<Verdict, string>;

export function verdictGroup({ verdict, cause }: Row): (typeof VERDICT_GROUPS)[Verdict] {
  // Only a stale waiver makes the row fail: the target passes.
  const isMet = cause === 'configuration' && (verdict === 'fail' || verdict === 'warn');
  return isMet ? 'met' : VERDICT_GROUPS[verdict];
}

/** Returns the change of a verdict from one run to a later one; `strict`: a warning fails the later run. */
export function changeOf(before: Row, after: Row, strict: boolean): VerdictChange {
  const [from, to] = [verdictGroup(before), verdictGroup(after)];
  const changes = {
    failed: 'new-failure',
    warned: strict ? 'new-failure' : 'new-warning',
    open: 'lost-coverage',
    waived: from === 'open' ? 'newly-decided' : 'newly-waived',
    met: from === 'open' ? 'newly-decided' : from === 'warned' ? 'warning-gone' : 'fixed',
  } as const satisfies Record<typeof to, VerdictChange>;
  return from === to ? 'same' : changes[to];
}

/** Returns the change of a requirement: a new finding makes a new failure, a lower level is lost coverage. */
export function rowChange(
  before: RequirementReport,
  after: RequirementReport,
  strict: boolean,
): NonNullable<RequirementReport['baseline']> {
  const { verdict, level: was } = before;
  const { level: is } = after;
  const change = changeOf(before, after, strict);
  if (change !== 'new-failure' && ORDER.indexOf(is) > ORDER.indexOf(was))
    return { change: 'lost-coverage', note: `${was} before, ${is} now`, verdict };
  const isMissed = !['met', 'open'].includes(verdictGroup(after));
  const further = isMissed && change === 'same' ? newFindings(before, after) : [];
  if (further.length === 0) return { change, verdict };
  // A new finding of a requirement that failed before counts as a new failure.
  return {
    change: changeOf({ verdict: 'pass' }, after, strict),
    note: `also ${further.join('; ')}`,
    verdict,
  };
}

/** Returns the results of the checks that have the same verdict as the requirement, grouped by check. */
export function checksWithRowVerdict({ verdict, checks }: RequirementReport) {
  return groupBy(
    checks.filter((check) => check.verdict === verdict),
    ({ name }) => name,
  );
}

/** Returns the operations where an invariant found violations; undefined for a check that sends its own requests. */
export function affectedOperations(found: readonly CheckReport[]): readonly Operation[] | undefined {
  const all = found.flatMap(({ spread = [] }) => spread.map(({ operation }) => operation));
  return all.length === 0 ? undefined : [...new Set(all)];
}

function operationsOf(found: readonly CheckReport[]): readonly Operation[] {
  return affectedOperations(found) ?? found.flatMap(({ operation = [] }) => operation);
}

/**
 * Returns the new findings of a requirement that failed before too, such as `when adding, by auth/no-header-create`.
 * A finding is new if its check passed or was waived before, or if an invariant fails at a new operation. Other differences do
 * not count, because checks may find the same failure in another order or by another request.
 */
function newFindings(before: RequirementReport, after: RequirementReport): readonly string[] {
  const [was, now] = [checksWithRowVerdict(before), checksWithRowVerdict(after)];
  const known = operationsOf([...was.values()].flat());
  return [...now].flatMap(([name, found]) => {
    const at = operationsOf(found);
    const same = was.get(name);
    const wasMet = before.checks.some(
      (check) => check.name === name && (check.verdict === 'pass' || check.verdict === 'waived'),
    );
    if (same === undefined && wasMet) return [by(name, at)];
    const old = same === undefined ? known : (affectedOperations(same) ?? []);
    const further = old.length === 0 ? [] : at.filter((operation) => !old.includes(operation));
    return further.length === 0 ? [] : [by(name, further)];
  });
}

function by(name: string, at: readonly Operation[]): string {
  const where = [...new Set(at)].map((operation) => operationVerbs[operation]).join(' and ');
  return where === '' ? `by ${name}` : `when ${where}, by ${name}`;
}

/** Levels, the most binding first. */
const ORDER = Object.keys(levelMeanings);

/** The name of each change, the most urgent first. */
export const verdictChangeNames = {
  'new-failure': 'new failure',
  'lost-coverage': 'lost coverage',
  'new-warning': 'new warning',
  'newly-waived': 'newly waived',
  fixed: 'fixed',
  'newly-decided': 'newly decided',
  'warning-gone': 'warning gone',
  same: 'same',
} as const satisfies Record<VerdictChange, string>;

const changeKinds = Object.keys(verdictChangeNames) as readonly VerdictChange[];

/** Groups a list by change, the most urgent first; leaves out `same`. */
export function groupByChange<T>(list: readonly T[], changeOfOne: (one: T) => VerdictChange | undefined) {
  return groupByKind(changeKinds, list, changeOfOne).filter(([kind]) => kind !== 'same');
}

export function rowsById(report: Report): ReadonlyMap<string, RequirementReport> {
  return new Map(report.requirements.map((row) => [row.id, row]));
}

/** Returns the count of each change that occurred, such as `2 new failures, 1 fixed, 61 same`. */
export function changeCountsText(changes: readonly VerdictChange[]): string {
  const counts = groupByKind(changeKinds, changes, (change) => change).map(([kind, { length }]) => {
    const many = length > 1 && (kind === 'new-failure' || kind === 'new-warning') ? 's' : '';
    return `${String(length)} ${verdictChangeNames[kind]}${many}`;
  });
  return counts.join(', ') || 'nothing to compare';
}

/** True if a verdict fails a build; a warning only with `strict`. */
export function failsBuild(verdict: Verdict | undefined, strict: boolean): boolean {
  return verdict === 'fail' || (verdict === 'warn' && strict);
}
