import { describe, expect, test } from 'vitest';
import { compare } from '../../reports/compare/comparison.ts';
import type { Operation } from '../../reports/exchange.ts';
import type { CheckReport, Verdict } from '../../reports/model.ts';
import { report } from '../reports/fixture.ts';

const ID = 'media.json';

type Given = readonly [name: string, verdict: Verdict, at?: Operation | readonly Operation[]];

/** A check that sends requests of its own has one operation, an invariant those at which it shows. */
function check([name, verdict, at]: Given): CheckReport {
  const base = { name, verdict, message: 'What happened.', exchanges: ['x1'] };
  if (at === undefined) return base;
  if (typeof at === 'string') return { ...base, operation: at };
  const [operation = 'list'] = at;
  return { ...base, operation, spread: at.map((one) => ({ operation: one, status: 200, count: 1 })) };
}

function found(before: readonly Given[], after: readonly Given[], verdict: Verdict = 'fail') {
  const side = (checks: readonly Given[]) => ({
    name: 'a',
    report: report({ [ID]: { verdict, checks: checks.map(check) } }),
  });
  return compare(side(before), side(after)).changes;
}

const OPEN_GET: Given = ['auth/no-header-get', 'fail', 'get'];
const WALK = 'walk/any-order';

describe('what is missed before and after', () => {
  test.each<[what: string, before: readonly Given[], after: readonly Given[], note: string]>([
    [
      'an open get that becomes an open create',
      [OPEN_GET, ['auth/no-header-create', 'pass']],
      [OPEN_GET, ['auth/no-header-create', 'fail', 'create']],
      'also when adding, by auth/no-header-create',
    ],
    [
      'a further check at the same operation, which passed before',
      [OPEN_GET, ['auth/other', 'pass']],
      [['auth/other', 'fail', 'get']],
      'also when getting, by auth/other',
    ],
    [
      'a check whose failure was waived',
      [OPEN_GET, ['auth/other', 'waived', 'get']],
      [OPEN_GET, ['auth/other', 'fail', 'get']],
      'also when getting, by auth/other',
    ],
    [
      'an invariant at a further operation',
      [['media/json', 'fail', ['get']]],
      [['media/json', 'fail', ['get', 'list', 'create']]],
      'also when listing and adding, by media/json',
    ],
    [
      'an invariant that finds several things, one of them elsewhere',
      [
        ['media/json', 'fail', ['get']],
        ['media/json', 'pass'],
      ],
      [
        ['media/json', 'fail', ['get']],
        ['media/json', 'fail', ['list']],
      ],
      'also when listing, by media/json',
    ],
    [
      'a check that did not decide before, at a further operation',
      [OPEN_GET, [WALK, 'inconclusive']],
      [OPEN_GET, [WALK, 'fail', 'list']],
      'also when listing, by walk/any-order',
    ],
    [
      'several checks',
      [OPEN_GET, ['auth/a', 'pass'], ['auth/b', 'pass']],
      [OPEN_GET, ['auth/a', 'fail', 'list'], ['auth/b', 'fail', 'create']],
      'also when listing, by auth/a; when adding, by auth/b',
    ],
  ])('further: %s', (_, before, after, note) => {
    expect(found(before, after)).toMatchObject([
      { id: ID, change: 'new-failure', before: 'fail', after: 'fail', note, stops: true },
    ]);
    // The other way round nothing is new.
    expect(found(after, before).filter(({ change }) => change === 'new-failure')).toEqual([]);
  });

  test.each<[what: string, before: readonly Given[], after: readonly Given[]]>([
    ['the same', [OPEN_GET], [OPEN_GET]],
    ['a walk that comes upon the same by chance', [OPEN_GET], [OPEN_GET, [WALK, 'fail', 'get']]],
    ['a walk that shows the same by another request', [[WALK, 'fail', 'get']], [[WALK, 'fail', 'list']]],
    ['fewer checks', [OPEN_GET, ['auth/other', 'fail', 'list']], [OPEN_GET, ['auth/other', 'pass']]],
    ['an older report, which knows no operations', [['a/b', 'fail']], [['a/b', 'fail', ['get', 'list']]]],
    [
      'another check than in an older report',
      [['a/b', 'fail']],
      [
        ['a/b', 'fail'],
        [WALK, 'fail', 'list'],
      ],
    ],
    [
      'a check that leaves open what passed',
      [OPEN_GET, ['a/b', 'pass']],
      [OPEN_GET, ['a/b', 'inconclusive']],
    ],
  ])('as before: %s', (_, before, after) => {
    expect(found(before, after)).toEqual([]);
  });

  test.each<[verdict: Verdict, change: string | undefined]>([
    ['warn', 'new-warning'],
    ['waived', 'newly-waived'],
    ['inconclusive', undefined],
    ['pass', undefined],
  ])('of a row that is %s: %s', (verdict, change) => {
    const rows = found(
      [['a/b', verdict, 'get']],
      [
        ['a/b', verdict, 'get'],
        ['c/d', verdict, 'list'],
      ],
      verdict,
    );
    expect(rows.map((row) => row.change)).toEqual(change === undefined ? [] : [change]);
    expect(rows.some(({ stops }) => stops)).toBe(false);
  });
});
