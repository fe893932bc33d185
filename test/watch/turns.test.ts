import { expect, test } from 'vitest';
import { turnOf } from '../../reports/live/turns.ts';

test.each([
  [undefined, 'fail', 'red'],
  [undefined, 'pass', 'none'],
  [undefined, undefined, 'none'],
  ['pass', 'fail', 'new-red'],
  ['inconclusive', 'fail', 'new-red'],
  ['fail', 'fail', 'still-red'],
  ['fail', 'pass', 'new-green'],
  ['fail', 'waived', 'new-green'],
  ['fail', 'inconclusive', 'unsure'],
  ['fail', 'not-tested', 'unsure'],
  ['fail', undefined, 'pending'],
  ['pass', 'inconclusive', 'none'],
  ['pass', 'warn', 'none'],
] as const)('%s, then %s: %s', (before, now, turn) => {
  expect(turnOf(before, now, false)).toBe(turn);
});

test('a warning is red where it counts', () => {
  expect(turnOf('pass', 'warn', true)).toBe('new-red');
  expect(turnOf('warn', 'pass', true)).toBe('new-green');
  expect(turnOf('warn', 'warn', true)).toBe('still-red');
});
