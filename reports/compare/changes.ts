import { groupBy, byKind } from '../../src/base/group-by.ts';
import type { Operation } from '../exchange.ts';
import { levels, operations } from '../words.ts';
import type { Change, CheckReport, Report, RequirementReport, Verdict } from '../model.ts';

type Row = Pick<RequirementReport, 'verdict' | 'cause'>;

/** Verdicts that count as one when two runs are compared. */
const STANDING = {
  pass: 'met',
  fail: 'failed',
  warn: 'warned',
  waived: 'waived',
  inconclusive: 'open',
  'not-tested': 'open',
} as const satisfies Record<Verdict, string>;

export function outcomeGroup({ verdict, cause }: Row): (typeof STANDING)[Verdict] {
  // What fails because of the waiver file alone is met by the target.
  const isMet = cause === 'configuration' && (verdict === 'fail' || verdict === 'warn');
  return isMet ? 'met' : STANDING[verdict];
}

/**
 * The change of a verdict from one run to a later one.
 * @param strict whether a warning counts as a failure in the later one
 */
export function changeOf(before: Row, after: Row, strict: boolean): Change {
  const [from, to] = [outcomeGroup(before), outcomeGroup(after)];
  const changes = {
    failed: 'new-failure',
    warned: strict ? 'new-failure' : 'new-warning',
    open: 'lost-coverage',
    waived: from === 'open' ? 'newly-decided' : 'newly-waived',
    met: from === 'open' ? 'newly-decided' : from === 'warned' ? 'warning-gone' : 'fixed',
  } as const satisfies Record<typeof to, Change>;
  return from === to ? 'same' : changes[to];
}

/** The change of a whole row: a failure that spreads is a new one, and a lower level is lost coverage. */
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
  const isMissed = !['met', 'open'].includes(outcomeGroup(after));
  const further = isMissed && change === 'same' ? newFindings(before, after) : [];
  if (further.length === 0) return { change, verdict };
  // A new finding counts as if the row had been met before.
  return {
    change: changeOf({ verdict: 'pass' }, after, strict),
    note: `also ${further.join('; ')}`,
    verdict,
  };
}

/** The checks by name that found what the verdict of the row says; one check may have found several things. */
export function brokenBy({
  verdict,
  checks,
}: RequirementReport): ReadonlyMap<string, readonly CheckReport[]> {
  const broken = checks.filter((check) => check.verdict === verdict);
  return groupBy(broken, ({ name }) => name);
}

/** The operations at which an invariant found something; undefined for a check that sends requests of its own. */
export function spreadOver(found: readonly CheckReport[]): readonly Operation[] | undefined {
  const all = found.flatMap(({ spread = [] }) => spread.map(({ operation }) => operation));
  return all.length === 0 ? undefined : [...new Set(all)];
}

function operationsOf(found: readonly CheckReport[]): readonly Operation[] {
  return spreadOver(found) ?? found.flatMap(({ operation = [] }) => operation);
}

/**
 * New findings about a requirement that was missed before too, as `when adding, by auth/no-header-create`: of a check that
 * passed before, or whose failure was waived, or at an operation without a finding before. A check that did not decide before
 * may find the same in another order, and one that sends requests of its own may show the same by another request: neither is
 * new.
 */
function newFindings(before: RequirementReport, after: RequirementReport): readonly string[] {
  const [was, now] = [brokenBy(before), brokenBy(after)];
  const known = operationsOf([...was.values()].flat());
  return [...now].flatMap(([name, found]) => {
    const at = operationsOf(found);
    const same = was.get(name);
    const wasMet = before.checks.some(
      (check) => check.name === name && (check.verdict === 'pass' || check.verdict === 'waived'),
    );
    if (same === undefined && wasMet) return [by(name, at)];
    const old = same === undefined ? known : (spreadOver(same) ?? []);
    const further = old.length === 0 ? [] : at.filter((operation) => !old.includes(operation));
    return further.length === 0 ? [] : [by(name, further)];
  });
}

function by(name: string, at: readonly Operation[]): string {
  const where = [...new Set(at)].map((operation) => operations[operation]).join(' and ');
  return where === '' ? `by ${name}` : `when ${where}, by ${name}`;
}

/** Levels, from what binds most. */
const ORDER = Object.keys(levels);

/** The name of each change, in the order of reports: what asks for action first. */
export const changeWords = {
  'new-failure': 'new failure',
  'lost-coverage': 'lost coverage',
  'new-warning': 'new warning',
  'newly-waived': 'newly waived',
  fixed: 'fixed',
  'newly-decided': 'newly decided',
  'warning-gone': 'warning gone',
  same: 'same',
} as const satisfies Record<Change, string>;

const changeKinds = Object.keys(changeWords) as readonly Change[];

/** Things by their change, in that order; without those that stayed the same. */
export function byChange<T>(list: readonly T[], changeOfOne: (one: T) => Change | undefined) {
  return byKind(changeKinds, list, changeOfOne).filter(([kind]) => kind !== 'same');
}

export function rowsById(report: Report): ReadonlyMap<string, RequirementReport> {
  return new Map(report.requirements.map((row) => [row.id, row]));
}

/** `2 new failures, 1 fixed, 61 same`: each change that occurred, with its count. */
export function changeCounts(changes: readonly Change[]): string {
  const counts = byKind(changeKinds, changes, (change) => change).map(([kind, { length }]) => {
    const many = length > 1 && (kind === 'new-failure' || kind === 'new-warning') ? 's' : '';
    return `${String(length)} ${changeWords[kind]}${many}`;
  });
  return counts.join(', ') || 'nothing to compare';
}

/** Whether a verdict fails a build; a warning only if it is strict. */
export function failsBuild(verdict: Verdict | undefined, strict: boolean): boolean {
  return verdict === 'fail' || (verdict === 'warn' && strict);
}
