import { expect, it } from 'vitest';
import { operationSummaries } from '../../reports/in-short.ts';
import type { CheckReport, Report } from '../../reports/model.ts';
import { report, type Row } from './fixture.ts';

const words = (rows: Readonly<Record<string, Row>>, change: Partial<Report> = {}) =>
  operationSummaries(report(rows, change)).map(({ word }) => word);
const check = (change: Partial<CheckReport>): CheckReport => ({
  name: 'errors/object',
  verdict: 'fail',
  message: 'It is wrong.',
  exchanges: ['x1'],
  ...change,
});
const one = (
  id: string,
  verdict: Row['verdict'],
  more: Partial<Row> = {},
): Readonly<Record<string, Row>> => ({
  [id]: { verdict, ...more },
});
const found = (change: Partial<CheckReport>) => ({ checks: [check(change)] });
const spread = [
  { operation: 'list', status: 200, count: 2 },
  { operation: 'create', status: 201, count: 2 },
] as const;

const works = ['works', 'works', 'works', 'works'];
/** The place of an operation among them. */
const [list, create, get, message] = [0, 1, 2, 3] as const;

it.each<[string, Readonly<Record<string, Row>>, readonly string[]]>([
  ['everything passes', {}, works],
  ['a warning changes nothing', one('list.limit.not-integer', 'warn'), works],
  ['a requirement fails', one('list.limit.default', 'fail'), works.with(list, 'fails')],
  [
    'one of all at one operation',
    one('error.object', 'fail', found({ operation: 'get' })),
    works.with(get, 'fails'),
  ],
  [
    'one of all at several',
    one('media.json', 'fail', found({ spread })),
    works.with(list, 'fails').with(create, 'fails'),
  ],
  [
    'the base address is wrong',
    one('version.prefix', 'fail', found({ exchanges: [] })),
    ['fails', 'fails', 'fails', 'works'],
  ],
  ['messages fail', one('messages.missing', 'fail'), works.with(message, 'fails')],
  ['a waiver accepts what fails', one('get.success', 'waived'), works.with(get, 'fails')],
  ['it was left out', one('create.success', 'not-tested'), works.with(create, 'not checked')],
  ['it could not be decided', one('messages.success', 'inconclusive'), works.with(message, 'not checked')],
  [
    'a part was not decided',
    one('list.complete', 'inconclusive'),
    works.with(list, 'works as far as checked'),
  ],
])('says of each operation whether it works: %s', (_what, rows, expected) => {
  expect(words(rows)).toEqual(expected);
});

const aborted = { aborted: { cause: 'network', message: 'Cut.' } } as const;
it.each<[string, number, Readonly<Record<string, Row>>, Partial<Report>?]>([
  ['All 11 mandatory requirements passed.', list, {}],
  [
    '1 undecided, 1 not tested of 11 mandatory requirements.',
    list,
    { ...one('list.complete', 'inconclusive'), ...one('list.distinct', 'not-tested') },
  ],
  ['This run did not test the operation.', get, one('get.success', 'not-tested')],
  ['The run could not decide whether the operation works.', get, one('get.success', 'inconclusive')],
  [
    'Undecided until another failure is fixed; 4 of 5 mandatory requirements passed.',
    get,
    one('get.success', 'inconclusive', { because: 'create.success' }),
  ],
  ['The run stopped before this operation was judged.', get, one('get.success', 'inconclusive'), aborted],
  ['A waiver accepts what fails.', get, one('get.success', 'waived')],
])('says why without an id: %s', (text, at, rows, change = {}) => {
  expect(operationSummaries(report(rows, change))[at]?.text).toBe(text);
});

it('names the failure to fix first at the beginning', () => {
  const rows = {
    'list.limit.default': { verdict: 'fail' },
    'list.success': { verdict: 'fail' },
  } as const;
  expect(operationSummaries(report(rows))[0]?.failed.map(({ id }) => id)).toEqual([
    'list.success',
    'list.limit.default',
  ]);
});
