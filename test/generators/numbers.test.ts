import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { categories } from '../../generators/categories.ts';
import { lookalikes, notIds, positiveIds, unknownIds } from '../../generators/ids.ts';
import { limitsOf } from '../../generators/limit-shares.ts';
import { limits, limitsOutside, notLimits } from '../../generators/limits.ts';
import { classesOf, KNOWN } from './drawns.ts';
import { holdsForAll, holdsForEvery, isInt64, valuesOf } from './laws.ts';

const MAX = 2n ** 63n - 1n;

describe('limits', () => {
  it('are the integers from 1 to 100, all of them', () => {
    for (const seed of [-7, 0, 1, 2, 2 ** 31]) {
      holdsForAll(limits(seed), (limit) => {
        expect(Number.isInteger(limit) && limit >= 1 && limit <= 100).toBe(true);
      });
      expect(new Set(valuesOf(limits(seed))).size).toBe(100);
    }
  });

  it('of a run are asked for in one place each, and a filter can find more animals than those that are paired', () => {
    for (let seed = -5; seed < 50; seed += 1) {
      const { inWalks, paired, rest } = limitsOf(seed);
      const all = [...inWalks, ...paired, ...rest];
      expect(new Set(all).size).toBe(all.length);
      expect([inWalks.length, paired.length]).toEqual([3, 3]);
      expect(Math.max(...paired)).toBeLessThanOrEqual(25);
    }
  });

  it('outside are integers, never inside, on both sides and past every width', () => {
    holdsForAll(limitsOutside, (text) => {
      expect(text).toMatch(/^-?\d+$/);
      expect(BigInt(text) >= 1n && BigInt(text) <= 100n).toBe(false);
    });
    expect(valuesOf(limitsOutside)).toEqual(expect.arrayContaining(['0', '101']));
    const drawn = classesOf(limitsOutside).flatMap(({ draw }) => fc.sample(draw, { seed: 1, numRuns: 5 }));
    for (const [min, max] of [
      [-(2n ** 63n), -101n],
      [102n, 999n],
      [2n ** 31n, 2n ** 40n],
      [2n ** 53n, 2n ** 63n - 1n],
      [2n ** 63n, 2n ** 70n],
    ] as const) {
      expect(drawn.filter((text) => BigInt(text) >= min && BigInt(text) <= max)).not.toEqual([]);
    }
  });

  it('that are words denote no integer', () => {
    holdsForAll(notLimits, (text) => {
      expect(text).not.toMatch(/^[+-]?\d+(?:\.0*)?(?:e\d+)?$/i);
    });
  });
});

describe('ids', () => {
  it('unknown ones are int64, 60 bits wide and more, and no ends that somebody may count from', () => {
    const ends = new Set([MAX, MAX - 1n, 2n ** 62n, 2n ** 62n - 1n, 2n ** 60n, 2n ** 60n + 1n]);
    holdsForAll(unknownIds, (id) => expect(isInt64(id) && id > 2n ** 53n).toBe(true));
    const drawn = classesOf(unknownIds).flatMap(({ draw }) => fc.sample(draw, { seed: 1, numRuns: 2000 }));
    expect(drawn.filter((id) => ends.has(id))).toEqual([]);
  });

  it('positive ones are positive int64, of every magnitude', () => {
    holdsForAll(positiveIds, (id) => expect(id > 0n && isInt64(id)).toBe(true));
    const drawn = classesOf(positiveIds).flatMap(({ draw }) => fc.sample(draw, { seed: 1, numRuns: 50 }));
    const widths = drawn.map((id) => id.toString(2).length);
    for (const [from, to] of [
      [1, 31],
      [32, 53],
      [54, 63],
    ] as const) {
      expect(widths.some((width) => width >= from && width <= to)).toBe(true);
    }
  });

  it.each([[undefined], [1n], [KNOWN], [MAX], [-5n]])(
    'that are none, beside %s, are no int64 in any reading',
    (known) => {
      holdsForAll(notIds(known), (text) => {
        expect(/^[+-]?\d+$/.test(text) && isInt64(BigInt(text))).toBe(false);
        expect(text).not.toBe('');
      });
    },
  );

  it('that are none reach a known one in a careless reading', () => {
    const texts = valuesOf(notIds(KNOWN));
    expect(texts.filter((text) => parseInt(text, 10) === Number(KNOWN)).length).toBeGreaterThanOrEqual(3);
    expect(
      texts.filter((text) => /^\d{20,}$/.test(text) && BigInt.asUintN(64, BigInt(text)) === KNOWN),
    ).toHaveLength(1);
    expect(classesOf(notIds(undefined)).length).toBe(classesOf(notIds(KNOWN)).length - 3);
  });

  it('that look alike are other int64, and really wrap or round to the one, or lack its sign', () => {
    const ids = fc.bigInt({ min: -MAX, max: MAX });
    const widths = [31, 32, 33, 48, 53];
    holdsForEvery(ids, [1n, 7n, -1n, 2n ** 31n, 2n ** 53n, 2n ** 53n + 1n, MAX, MAX - 1n, -MAX], (id) => {
      const others = lookalikes(id);
      expect(others).not.toContain(id);
      expect(new Set(others).size).toBe(others.length);
      for (const other of others) {
        expect(isInt64(other)).toBe(true);
        const wraps = widths.some((bits) => BigInt.asUintN(bits, other) === BigInt.asUintN(bits, id));
        expect(wraps || Number(other) === Number(id) || other === -id).toBe(true);
      }
    });
  });

  it('have lookalikes past 2^32 where they are small, and past 2^53 among their neighbours', () => {
    expect(lookalikes(5n)).toEqual(expect.arrayContaining([2n ** 32n + 5n]));
    expect(lookalikes(2n ** 60n + 1n)).toEqual(expect.arrayContaining([2n ** 60n]));
    expect(lookalikes(5n).filter((id) => id < 1000n)).toEqual([-5n]);
  });
});

describe('categories', () => {
  it('are int64; the ends, what doubles lose, what 32 bits lose, and small ones are met', () => {
    holdsForAll(categories, (id) => expect(isInt64(id)).toBe(true));
    const always = categories.always.flatMap(({ values = [] }) => values);
    expect(always).toEqual(expect.arrayContaining([MAX, -(2n ** 63n), 2n ** 53n + 1n, 2n ** 31n]));
    const drawn = categories.inTurn.flatMap(({ draw }) => fc.sample(draw, { seed: 1, numRuns: 20 }));
    expect(drawn.some((id) => Number.isSafeInteger(Number(id)))).toBe(true);
    expect(drawn.some((id) => BigInt(Number(id)) !== id)).toBe(true);
  });
});
