import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  categories,
  tellingCategories,
  tellingUnusualNames,
  unusualNames,
} from '../../generators/animals.ts';
import { lookalikes, notIds, positiveIds, tellingNotIds, unknownIds } from '../../generators/ids.ts';
import * as limits from '../../generators/limits.ts';
import { holdsForAll, isInt64 } from './laws.ts';

const MAX = 2n ** 63n - 1n;

describe('limits', () => {
  it('are integers from 1 to 100, both ends among the fixed ones', () => {
    holdsForAll(limits.limits, limits.tellingLimits, (limit) => {
      expect(Number.isInteger(limit) && limit >= 1 && limit <= 100).toBe(true);
    });
    expect(limits.tellingLimits).toEqual(expect.arrayContaining([1, 20, 100]));
  });

  it('outside are integers, never inside', () => {
    holdsForAll(limits.limitsOutside, limits.tellingLimitsOutside, (text) => {
      expect(text).toMatch(/^-?\d+$/);
      expect(BigInt(text) >= 1n && BigInt(text) <= 100n).toBe(false);
    });
    expect(limits.tellingLimitsOutside).toEqual(expect.arrayContaining(['0', '101']));
  });

  it('that are words denote no integer', () => {
    holdsForAll(limits.limitWords, limits.tellingLimitWords, (text) => {
      expect(text).not.toMatch(/^[+-]?\d+(?:\.0*)?(?:e\d+)?$/i);
    });
  });
});

describe('ids', () => {
  it('unknown ones are int64, 63 bits wide, and no ends that somebody may count from', () => {
    const ends = new Set([MAX, MAX - 1n, 2n ** 62n, 2n ** 62n - 1n, 2n ** 60n, 2n ** 60n + 1n]);
    holdsForAll(unknownIds, [], (id) => expect(isInt64(id) && id > 2n ** 53n).toBe(true));
    expect(fc.sample(unknownIds, { seed: 1, numRuns: 2000 }).filter((id) => ends.has(id))).toEqual([]);
  });

  it('positive ones are positive int64, of every magnitude', () => {
    holdsForAll(positiveIds, [], (id) => expect(id > 0n && isInt64(id)).toBe(true));
    const widths = fc.sample(positiveIds, { seed: 1, numRuns: 500 }).map((id) => id.toString(2).length);
    for (const [from, to] of [
      [1, 31],
      [32, 53],
      [54, 63],
    ] as const) {
      expect(widths.some((width) => width >= from && width <= to)).toBe(true);
    }
  });

  it('that are none are no int64 in any reading', () => {
    holdsForAll(notIds, tellingNotIds, (text) => {
      expect(/^[+-]?\d+$/.test(text) && isInt64(BigInt(text))).toBe(false);
      expect(text).not.toBe('');
    });
  });

  it('that look alike are other int64, and really wrap or round to the one', () => {
    const ids = fc.bigInt({ min: -MAX, max: MAX });
    const widths = [31, 32, 33, 48, 53];
    holdsForAll(ids, [1n, 7n, -1n, 2n ** 31n, 2n ** 53n, 2n ** 53n + 1n, MAX, MAX - 1n, -MAX], (id) => {
      const others = lookalikes(id);
      expect(others).not.toContain(id);
      expect(new Set(others).size).toBe(others.length);
      for (const other of others) {
        expect(isInt64(other)).toBe(true);
        const wraps = widths.some((bits) => BigInt.asUintN(bits, other) === BigInt.asUintN(bits, id));
        expect(wraps || Number(other) === Number(id)).toBe(true);
      }
    });
  });

  it('have lookalikes past 2^32 where they are small, and past 2^53 among their neighbours', () => {
    expect(lookalikes(5n)).toEqual(expect.arrayContaining([2n ** 32n + 5n]));
    expect(lookalikes(2n ** 60n + 1n)).toEqual(expect.arrayContaining([2n ** 60n]));
    expect(lookalikes(5n).filter((id) => id < 1000n)).toEqual([]);
  });
});

describe('animals', () => {
  it('have categories within int64, the ends and what doubles lose among the fixed ones', () => {
    holdsForAll(categories, tellingCategories, (id) => expect(isInt64(id)).toBe(true));
    expect(tellingCategories).toEqual(expect.arrayContaining([MAX, -(2n ** 63n), 2n ** 53n + 1n]));
    expect(
      fc.sample(categories, { seed: 1, numRuns: 100 }).some((id) => Number.isSafeInteger(Number(id))),
    ).toBe(true);
  });

  it('have unusual names that UTF-8 can carry, whatever plain name stands in them', () => {
    holdsForAll(unusualNames, tellingUnusualNames, ({ before, after }) => {
      expect(`${before}Rex${after}`.isWellFormed()).toBe(true);
    });
    for (const { before, after } of tellingUnusualNames) expect(`${before}Rex${after}`).not.toBe('Rex');
  });
});
