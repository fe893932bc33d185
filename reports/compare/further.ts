import { groupBy } from '../../src/base/group-by.ts';
import type { Operation } from '../exchange.ts';
import type { CheckReport, RequirementReport } from '../model.ts';
import { operations } from '../words.ts';

type Row = Pick<RequirementReport, 'verdict' | 'checks'>;

/** The checks by name that found what the verdict of the row says; one check may have found several things. */
export function brokenBy({ verdict, checks }: Row): ReadonlyMap<string, readonly CheckReport[]> {
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
 * How else a requirement is missed in a later run that was missed before too, as `when adding, by auth/no-header-create`.
 * It takes a check that passed before, or whose failure was waived, or an operation at which nothing was found before. A
 * check that did not decide before may find the same in another order, and one that sends requests of its own may show the
 * same by another request: neither is new.
 */
export function furtherOf(before: Row, after: Row): readonly string[] {
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
