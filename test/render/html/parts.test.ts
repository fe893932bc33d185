import { describe, expect, it } from 'vitest';
import { duration, instant } from '../../../reports/measures.ts';

describe('words', () => {
  it.each([
    [0, '0 ms'],
    [999, '999 ms'],
    [3230, '3.2 s'],
    [125_000, '2 min 5 s'],
    [59_990, '1 min 0 s'],
    [179_900, '3 min 0 s'],
  ])('a duration of %d', (ms, words) => {
    expect(duration(ms)).toBe(words);
  });

  it('takes no sentence for an instant', () => {
    expect(instant('owned=1')).toBe('owned=1');
    expect(instant('2026-11-21T23:59:59.999Z')).toBe('21 November 2026, 23:59 UTC');
  });
});
