import { expect, test } from 'vitest';
import { groupsOf } from '../../reports/rows.ts';
import { saidOnce } from '../../reports/said-once.ts';
import { report, type Row } from './fixture.ts';

const open = (reason: string, next?: string): Row => ({
  verdict: 'inconclusive',
  reason,
  cause: 'network',
  ...(next === undefined ? {} : { next }),
});
const said = (rows: Parameters<typeof report>[0]) => {
  const { groups, shared } = saidOnce(groupsOf(report(rows), 'inconclusive'));
  return { groups: groups.map(({ reason, next }) => [reason, next]), shared };
};

test('what is said of each group alone stays with it', () => {
  const rows = { 'list.success': open('one: closed', 'Wait.'), 'get.success': open('two: hung', 'Look.') };
  expect(said(rows)).toEqual({
    groups: [
      ['one: closed', 'Wait.'],
      ['two: hung', 'Look.'],
    ],
    shared: [],
  });
});

test('what all have in common stands once, and what some have says how many', () => {
  const rows = {
    'list.success': open('one: hung; sent alone', 'Wait.'),
    'list.complete': open('two: hung', 'Look.'),
    'get.success': open('three: hung; sent alone; the last', 'Wait.'),
  };
  expect(said(rows)).toEqual({
    groups: [
      ['one', undefined],
      ['two', 'Look.'],
      ['three: the last', undefined],
    ],
    shared: [
      ['In each case', 'hung'],
      ['In 2 of these cases', 'sent alone'],
      ['Next', 'Wait.'],
    ],
  });
});

test('what several parts have in common with the same rows stands in one line', () => {
  const rows = { 'list.success': open('one: hung; alone'), 'get.success': open('two: hung; alone') };
  expect(said(rows).shared).toContainEqual(['In each case', 'hung; alone']);
});

test('what scope left out asks nobody for a next step', () => {
  const left = (reason: string): Row => ({
    verdict: 'not-tested',
    reason,
    cause: 'scope',
    next: 'Widen it.',
  });
  const rows = report({ 'list.success': left('one'), 'get.success': left('two') });
  expect(saidOnce(groupsOf(rows, 'not-tested')).shared).toEqual([]);
});
