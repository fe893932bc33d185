import { describe, expect, test } from 'vitest';
import { headline, lastVerdict, turnedLine, type Live } from '../../reports/live/live.ts';
import { green, mixed } from '../reports/sample.ts';
import { after, during } from './live.ts';

const good = after(3, green);
const bad = after(3, mixed);
const { last: _, ...unjudged } = good;
const rows = good.rows.map(({ id, area, level }) => ({
  id,
  area,
  level,
  fresh: false,
  turn: 'none' as const,
}));
const first: Live = { ...unjudged, number: 1, phase: 'judging', rows };
const red = { verdict: 'fail', fresh: true, turn: 'new-red' } as const;
const away = (live: Live): Live => ({ ...live, phase: 'waiting', note: 'nothing listens at its address' });

describe('what stands', () => {
  test.each<[what: string, live: Live, word: string, like: string]>([
    ['a verdict', good, 'Conformant', 'pass'],
    ['another verdict', bad, 'Non-conformant', 'fail'],
    ['no verdict at all', first, 'No verdict yet', 'not-tested'],
    ['the last verdict, while the next round finds nothing red', during(good), 'Conformant', 'pass'],
    [
      'the last verdict, while the next round finds nothing red any more',
      during(bad),
      'Non-conformant',
      'fail',
    ],
    ['something red in a round under way', during(good, { 'media.json': red }), '1 red so far', 'fail'],
    [
      'something red in a round that was given up, and not judged again',
      during(good, { 'media.json': { verdict: 'fail', turn: 'pending' } }),
      '1 red so far',
      'fail',
    ],
    ['a server that is away after a good round', away(good), 'Waiting for the server', 'inconclusive'],
    ['a server that is away after a bad one', away(bad), 'Waiting for the server', 'inconclusive'],
    ['a server that was never there', away(first), 'Waiting for the server', 'inconclusive'],
    [
      'a round without a verdict',
      { ...good, number: 4, note: 'The key was refused.' },
      'No verdict',
      'inconclusive',
    ],
  ])('%s', (_what, live, word, like) => {
    expect(headline(live)).toMatchObject({ word, like });
  });
});

test('the last verdict is named with its round', () => {
  expect([good, bad, during(bad), first].map(lastVerdict)).toEqual([
    'Conformant, round 3',
    'Non-conformant, round 3',
    'Non-conformant, round 3',
    undefined,
  ]);
});

test('what turned is told by its kind, what asks for action first', () => {
  const { rows: turned } = during(good, {
    'get.success': { turn: 'new-green' },
    'media.json': red,
    'list.success': red,
  });
  expect(turnedLine(turned)).toBe('New red: media.json, list.success. New green: get.success');
  expect(turnedLine(during(good).rows)).toBe('');
});
