import type { Covered, Difference, Report } from '../model.ts';
import { firstNames } from '../measures.ts';
import { frozen } from '../rows.ts';

/** Classes that are named; the others are counted. */
const NAMED = 5;

/**
 * What a later run put to the test less than an earlier one, besides single requirements; texts are raw. What an older
 * report does not say is held against nobody.
 */
export function lostCoverage(before: Report, after: Report): readonly Difference[] {
  const [runs, fewer] = [before.scope.runs, after.scope.runs];
  const [was, is] = [before.catalogue?.digest, after.catalogue?.digest];
  const isOther = was !== undefined && is !== undefined && was !== is;
  return [
    ...(fewer < runs ? [{ name: '--runs', before: String(runs), after: String(fewer) }] : []),
    ...lostClasses(before, after),
    ...(isOther
      ? [{ name: 'catalogue', before: frozen(before).catalogue, after: frozen(after).catalogue }]
      : []),
  ];
}

/**
 * Classes that were met and are not any more, of checks that met all of theirs: which of them a budget leaves out is up to the
 * seed. A check that found something stops there, and one that could not decide says so with its requirement: what these
 * did not come to is no loss of its own.
 */
function lostClasses(before: Report, after: Report): readonly Difference[] {
  const stopped = after.requirements.flatMap(({ checks }) =>
    checks.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'not-tested').map(({ name }) => name),
  );
  const whole = before.coverage?.filter(({ classes, of }) => classes.length === of);
  const [was, is] = [met(whole), met(after.coverage)];
  if (was.size === 0 || is.size === 0) return [];
  const lost = [...was].flatMap(([key, { check, name }]) =>
    is.has(key) || stopped.includes(check) ? [] : [name],
  );
  return lost.length === 0
    ? []
    : [{ name: 'classes', before: `${String(was.size)} met`, after: `not met: ${firstNames(NAMED, lost)}` }];
}

/** Each class that was met by each check that says which it is. */
function met(
  coverage: readonly Covered[] = [],
): ReadonlyMap<string, { readonly check: string; readonly name: string }> {
  return new Map(
    coverage.flatMap(({ check, property, classes }) =>
      check === undefined
        ? []
        : classes.map(
            (name) => [`${check} ${property} ${name}`, { check, name: `"${name}" of ${property}` }] as const,
          ),
    ),
  );
}
