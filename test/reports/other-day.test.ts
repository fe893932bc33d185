import { expect, it } from 'vitest';
import { isOtherDay } from '../../reports/measures.ts';

it.each([
  ['2026-11-21', '2026-11-21T10:00:00.000Z', false],
  // It read its day before midnight, and waited for its target until after it.
  ['2026-11-21', '2026-11-22T00:59:00.000Z', false],
  ['2026-11-21', '2026-11-22T01:01:00.000Z', true],
  ['2026-11-22', '2026-11-21T23:59:00.000Z', true],
  ['2031-01-01', '2026-11-21T10:00:00.000Z', true],
  // A leap second is an instant of RFC 3339, and none of the engine's.
  ['2016-12-31', '2016-12-31T23:59:60Z', false],
  ['2017-01-01', '2016-12-31T23:59:60Z', true],
])('a run as of %s that began at %s: of another day? %s', (asOf, startedAt, other) => {
  expect(isOtherDay(asOf, startedAt)).toBe(other);
});
