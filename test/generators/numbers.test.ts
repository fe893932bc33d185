import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { int64CategoryIds } from '../../generators/categories.ts';
import {
  brokenEscapes,
  invalidIds,
  overflowingIds,
  positiveIds,
  similarIds,
  unknownIds,
} from '../../generators/ids.ts';
import { validLimits, limitsOutOfRange, nonIntegerLimits, BOUNDARY_LIMITS } from '../../generators/limits.ts';
import { KNOWN } from './drawns.ts';
import { holdsForAll, holdsForEvery, isInt64, valuesOf } from './laws.ts';

const MAX = 2n ** 63n - 1n;

describe('limits', () => {
  it('are integers from 1 to 100, those of the document, round ones and their neighbours each a class of its own', () => {
    holdsForAll(validLimits, (limit) => {
      expect(Number.isInteger(limit) && limit >= 1 && limit <= 100).toBe(true);
    });
    const alone = validLimits.flatMap(({ values = [] }) => (values.length === 1 ? values : []));
    expect(alone).toEqual(expect.arrayContaining([...BOUNDARY_LIMITS, 5, 25]));
    expect(new Set(alone).size).toBe(alone.length);
  });

  it('outside are integers, never inside, on both sides and past every width', () => {
    holdsForAll(limitsOutOfRange, (text) => {
      expect(text).toMatch(/^-?\d+$/);
      expect(BigInt(text) >= 1n && BigInt(text) <= 100n).toBe(false);
    });
    expect(valuesOf(limitsOutOfRange)).toEqual(expect.arrayContaining(['0', '101']));
    const drawn = limitsOutOfRange.flatMap(({ draw }) => fc.sample(draw, { seed: 1, numRuns: 5 }));
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
    holdsForAll(nonIntegerLimits, (text) => {
      expect(text).not.toMatch(/^[+-]?\d+(?:\.0*)?(?:e\d+)?$/i);
    });
  });
});

describe('ids', () => {
  it('unknown ones are int64, 60 bits wide and more, and no ends that somebody may count from', () => {
    const ends = new Set([MAX, MAX - 1n, 2n ** 62n, 2n ** 62n - 1n, 2n ** 60n, 2n ** 60n + 1n]);
    holdsForAll(unknownIds, (id) => expect(isInt64(id) && id > 2n ** 53n).toBe(true));
    const drawn = unknownIds.flatMap(({ draw }) => fc.sample(draw, { seed: 1, numRuns: 100 }));
    expect(drawn.filter((id) => ends.has(id))).toEqual([]);
  });

  it('positive ones are positive int64, of every magnitude', () => {
    holdsForAll(positiveIds, (id) => expect(id > 0n && isInt64(id)).toBe(true));
    const drawn = positiveIds.flatMap(({ draw }) => fc.sample(draw, { seed: 1, numRuns: 50 }));
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
    'that are not ids, beside %s, are not int64 in any reading',
    (known) => {
      holdsForAll(invalidIds(known), (text) => {
        expect(/^[+-]?\d+$/.test(text) && isInt64(BigInt(text))).toBe(false);
        expect(text).not.toBe('');
      });
    },
  );

  it('that are not ids reach a known one in a careless reading', () => {
    const texts = valuesOf(invalidIds(KNOWN));
    expect(texts.filter((text) => parseInt(text, 10) === Number(KNOWN)).length).toBeGreaterThanOrEqual(3);
    expect(
      texts.filter((text) => /^\d{20,}$/.test(text) && BigInt.asUintN(64, BigInt(text)) === KNOWN),
    ).toHaveLength(1);
    expect(invalidIds(undefined).length).toBe(invalidIds(KNOWN).length - 11);
  });

  it('that look alike are other int64, none of them twice', () => {
    const ids = fc.bigInt({ min: -MAX, max: MAX }).filter((id) => id !== 0n);
    holdsForEvery(ids, [1n, 7n, -1n, 2n ** 31n, 2n ** 53n, 2n ** 53n + 1n, MAX, MAX - 1n, -MAX], (id) => {
      const others = [...similarIds(id), ...overflowingIds(id)];
      holdsForAll(others, (other) => expect(other !== id && isInt64(other)).toBe(true));
      for (const { name, values = [] } of others) {
        expect(new Set(values).size, name).toBe(values.length);
        for (const other of values) expect(isAlike(name, other, id), `${name} ${String(other)}`).toBe(true);
      }
    });
  });

  it('have lookalikes past 2^32 where they are small, and past 2^53 among their neighbours', () => {
    expect(valuesOf(overflowingIds(5n))).toEqual(expect.arrayContaining([2n ** 32n + 5n]));
    expect(valuesOf(overflowingIds(2n ** 60n + 1n))).toEqual(expect.arrayContaining([2n ** 60n]));
  });

  it('that are no valid escape are none to a reader of escapes', () => {
    holdsForAll(brokenEscapes, (text) => expect(() => decodeURIComponent(text)).toThrow(URIError));
  });
});

function hashOfLong(id: bigint): bigint {
  const bits = BigInt.asUintN(64, id);
  return (bits >> 32n) ^ (bits & 0xffff_ffffn);
}

/** Whether a reading that the name of a class tells takes the one for the other. */
function isAlike(name: string, other: bigint, id: bigint): boolean {
  const bits = Number(/^(\d+) bits further$/.exec(name)?.[1]);
  if (bits > 0)
    return (
      BigInt.asUintN(bits, other) === BigInt.asUintN(bits, id) ||
      BigInt.asUintN(bits, -other) === BigInt.asUintN(bits, -id)
    );
  if (name === 'the sign of 64 bits') return BigInt.asUintN(63, other) === BigInt.asUintN(63, id);
  if (name === 'more before its last digits') return (other - id) % 10n ** 9n === 0n;
  if (name === 'the same hash as a long') return hashOfLong(other) === hashOfLong(id);
  if (name === 'the same as a double') return Number(other) === Number(id);
  if (name === 'the same as a float') return Math.fround(Number(other)) === Math.fround(Number(id));
  const [digits, others] = [id, other].map((one) => String(one).replace('-', ''));
  if (digits === undefined || others === undefined) return false;
  return (
    other === -id ||
    others.startsWith(digits) ||
    others.endsWith(digits) ||
    digits.startsWith(others) ||
    digits.endsWith(others)
  );
}

describe('categories', () => {
  const classes = int64CategoryIds([1n, 2n]);

  it('are int64; the ends, what doubles lose, what 32 bits lose, and small ones are met', () => {
    holdsForAll(classes, (id) => expect(isInt64(id)).toBe(true));
    expect(valuesOf(classes)).toEqual(expect.arrayContaining([MAX, -(2n ** 63n), 2n ** 53n + 1n, 2n ** 31n]));
    const drawn = classes.flatMap(({ draw }) => fc.sample(draw, { seed: 1, numRuns: 20 }));
    expect(drawn.some((id) => Number.isSafeInteger(Number(id)))).toBe(true);
    expect(drawn.some((id) => BigInt(Number(id)) !== id)).toBe(true);
  });
});
