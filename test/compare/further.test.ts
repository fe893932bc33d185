import { describe, expect, test } from 'vitest';
import { compareTwoReports } from '../../reports/compare/comparison.ts';
import type { Operation } from '../../reports/exchange.ts';
import type { CheckReport, Verdict } from '../../reports/model.ts';
import { report } from '../reports/fixture.ts';

const ID = 'media.json';

/**
 * `auth/a fail get`: a check and its verdict; one that sends requests of its own has one operation. `media/json fail at:get,list`:
 * an invariant, and the operations at which it shows.
 */
function check(words: string): CheckReport {
  const [name, verdict, at] = words.split(' ') as [string, Verdict, string?];
  const base = { name, verdict, message: 'What happened.', exchanges: ['x1'] };
  if (at === undefined) return base;
  const operations = at.replace('at:', '').split(',') as Operation[];
  const [operation = 'list'] = operations;
  if (operation === at) return { ...base, operation };
  return { ...base, operation, spread: operations.map((one) => ({ operation: one, status: 200, count: 1 })) };
}

/** What changes between checks that are told in words, with a comma between them. */
function found(before: string, after: string, verdict: Verdict = 'fail') {
  const side = (checks: string) => ({
    name: 'a',
    report: report({ [ID]: { verdict, checks: checks.split(', ').map(check) } }),
  });
  return compareTwoReports(side(before), side(after)).changes;
}

const GET = 'auth/no-header-get fail get';

describe('what is missed before and after', () => {
  test.each([
    [
      'an open get that becomes an open create',
      `${GET}, auth/no-header-create pass`,
      `${GET}, auth/no-header-create fail create`,
      'also when adding, by auth/no-header-create',
    ],
    [
      'a further check at the same operation, which passed before',
      `${GET}, auth/other pass`,
      'auth/other fail get',
      'also when getting, by auth/other',
    ],
    [
      'a check whose failure was waived',
      `${GET}, auth/other waived get`,
      `${GET}, auth/other fail get`,
      'also when getting, by auth/other',
    ],
    [
      'an invariant at a further operation',
      'media/json fail at:get',
      'media/json fail at:get,list,create',
      'also when listing and adding, by media/json',
    ],
    [
      'an invariant that finds several things, one of them elsewhere',
      'media/json fail at:get, media/json pass',
      'media/json fail at:get, media/json fail at:list',
      'also when listing, by media/json',
    ],
    [
      'a check that did not decide before, at a further operation',
      `${GET}, walk/any-order inconclusive`,
      `${GET}, walk/any-order fail list`,
      'also when listing, by walk/any-order',
    ],
    [
      'several checks',
      `${GET}, auth/a pass, auth/b pass`,
      `${GET}, auth/a fail list, auth/b fail create`,
      'also when listing, by auth/a; when adding, by auth/b',
    ],
  ])('further: %s', (_, before, after, note) => {
    const told = { id: ID, change: 'new-failure', before: 'fail', after: 'fail', note, stops: true };
    expect(found(before, after)).toMatchObject([told]);
    // The other way round nothing is new.
    expect(found(after, before).filter(({ change }) => change === 'new-failure')).toEqual([]);
  });

  test.each([
    ['the same', GET, GET],
    ['a walk that meets the same by chance', GET, `${GET}, walk/any-order fail get`],
    ['a walk that shows the same by another request', 'walk/any-order fail get', 'walk/any-order fail list'],
    ['fewer checks', `${GET}, auth/other fail list`, `${GET}, auth/other pass`],
    ['a failure without an operation', 'a/b fail', 'a/b fail at:get,list'],
    [
      'another check than that of a failure without an operation',
      'a/b fail',
      'a/b fail, walk/any-order fail list',
    ],
    ['a check that leaves open what passed', `${GET}, a/b pass`, `${GET}, a/b inconclusive`],
  ])('as before: %s', (_, before, after) => {
    expect(found(before, after)).toEqual([]);
  });

  test.each<[verdict: Verdict, change: string | undefined]>([
    ['warn', 'new-warning'],
    ['waived', 'newly-waived'],
    ['inconclusive', undefined],
    ['pass', undefined],
  ])('of a row that is %s: %s', (verdict, change) => {
    const rows = found(`a/b ${verdict} get`, `a/b ${verdict} get, c/d ${verdict} list`, verdict);
    expect(rows.map((row) => row.change)).toEqual(change === undefined ? [] : [change]);
    expect(rows.some(({ stops }) => stops)).toBe(false);
  });
});
