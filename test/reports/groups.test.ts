import { expect, it, test } from 'vitest';
import { requirements, type RequirementId } from '../../requirements/index.ts';
import {
  causeCountText,
  groupFailuresByCause,
  groupByNextStep,
  rowsOutsideCauseGroups,
  rowsInFixOrder,
} from '../../reports/rows.ts';
import { report, type Row } from './fixture.ts';

const failed: Row = { verdict: 'fail' };
const follows = (id: RequirementId, verdict: 'fail' | 'warn' = 'fail'): Row => ({ verdict, follows: id });
const waits = (because: RequirementId): Row => ({ verdict: 'inconclusive', because });

const run = report({
  'get.agrees': follows('get.success'),
  'get.success': failed,
  'list.limit.default': failed,
  'auth.missing': failed,
  'robust.no-5xx': follows('get.success', 'warn'),
  'auth.challenge': { verdict: 'warn' },
  'get.int64': waits('get.success'),
  'list.agrees': waits('auth.challenge'),
});
const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);

test('failures stand by their cause, in the order of fixing, with what comes from it and what waits for it', () => {
  const blocks = groupFailuresByCause(run);
  expect(blocks.map(({ root, followers, open }) => [root.id, ids(followers), ids(open)])).toEqual([
    ['auth.missing', [], []],
    ['get.success', ['get.agrees', 'robust.no-5xx'], ['get.int64']],
    ['list.limit.default', [], []],
  ]);
  expect(causeCountText(run)).toBe('3 causes, 4 requirements');
  expect(ids(rowsOutsideCauseGroups(run, 'warn'))).toEqual(['auth.challenge']);
  expect(
    groupByNextStep(run, 'inconclusive').map(({ next, reasons }) => [
      next,
      reasons.map(([text, rows]) => [text, ids(rows)]),
    ]),
  ).toEqual([[undefined, [['undecided because of auth.challenge', ['list.agrees']]]]]);
});

test('rows that need one next step are one group, by their reasons', () => {
  const open = (reason: string, next: string): Row => ({
    verdict: 'inconclusive',
    cause: 'network',
    reason,
    next,
  });
  const rows = {
    'list.success': open('one', 'Wait.'),
    'list.complete': open('two', 'Look.'),
    'get.success': open('one', 'Wait.'),
    'get.int64': open('three', 'Wait.'),
  };
  const groups = groupByNextStep(report(rows), 'inconclusive');
  expect(
    groups.map(({ next, reasons }) => [next, reasons.map(([reason, all]) => [reason, ids(all)])]),
  ).toEqual([
    [
      'Wait.',
      [
        ['one', ['list.success', 'get.success']],
        ['three', ['get.int64']],
      ],
    ],
    ['Look.', [['two', ['list.complete']]]],
  ]);
  const left: Row = { verdict: 'not-tested', reason: 'left out', cause: 'scope', next: 'Widen it.' };
  expect(groupByNextStep(report({ 'list.success': left }), 'not-tested')[0]?.next).toBeUndefined();
});

test('roots come first, and every row once', () => {
  const rows = ids(rowsInFixOrder(run));
  expect(rows.slice(0, 6)).toEqual([
    'auth.missing',
    'get.success',
    'get.agrees',
    'robust.no-5xx',
    'get.int64',
    'list.limit.default',
  ]);
  expect(rows.toSorted()).toEqual(ids(requirements).toSorted());
});

it.each([
  ['a row that passed', report({ 'get.agrees': follows('get.success') })],
  ['each other', report({ 'get.agrees': follows('get.success'), 'get.success': follows('get.agrees') })],
])('no failure is lost where a report that somebody made up says that it follows %s', (_what, made) => {
  const blocks = groupFailuresByCause(made);
  expect(blocks.length).toBe(made.totals.fail);
  expect(causeCountText(made)).not.toContain('cause');
});
