import * as fc from 'fast-check';
import { partition, type Partitions } from './partitions.ts';

const MAX = 2n ** 63n - 1n;
const MIN = -(2n ** 63n);

/** Category ids of int64: its ends, overflow points of fewer bits, float and double, and what some languages take for false. */
const categoryIdClasses: Partitions<bigint> = partition<bigint>({
  zero: [0n],
  'minus one': [-1n],
  negative: fc.bigInt({ min: -(2n ** 31n), max: -1n }),
  'past 8, 15 or 16 bits': [300n, 40_000n, 70_000n, 32_768n],
  'one past what a float holds': [2n ** 24n + 1n],
  // Starts at 1,024, because a target hardly has so many categories.
  small: fc.bigInt({ min: 2n ** 10n, max: 2n ** 31n - 1n }),
  'the highest of 31 bits': [2n ** 31n - 1n],
  'one past 31 bits': [2n ** 31n, -(2n ** 31n) - 1n],
  'at the end of 32 bits': [2n ** 32n + 1n, 2n ** 32n - 1n],
  'of 32 to 53 bits': fc.bigInt({ min: 2n ** 32n, max: 2n ** 53n }),
  'one past what a double holds': [2n ** 53n + 1n],
  'from 2^53 on': fc.bigInt({ min: 2n ** 53n, max: MAX }).map((id) => id | 1n),
  'the highest of int64': [MAX],
  // A double takes it for the highest one.
  'one below the highest of int64': [MAX - 1n],
  'the lowest of int64': [MIN],
  'one below what a double holds': [-(2n ** 53n) - 1n],
});

/** A category that is sent as `13e2`: an integer (JSON Schema, type integer), which a careless parser reads as 13. */
export const CATEGORY_WITH_EXPONENT = 1300n;

/**
 * The classes above, and ids made of a configured one: one with a digit behind it, and configured ones that no double holds.
 * @param configured the category ids that the target knows
 */
export function int64CategoryIds(configured: readonly bigint[]): Partitions<bigint> {
  const [first = 1n] = configured;
  const longer = Array.from({ length: 10 }, (_, digit) => first * 10n + BigInt(digit));
  return [
    ...categoryIdClasses,
    ...partition<bigint>({
      'that begins like a configured one': longer.filter(
        (id) => id > 0n && id <= MAX && !configured.includes(id),
      ),
      'written with an exponent': configured.includes(CATEGORY_WITH_EXPONENT) ? [] : [CATEGORY_WITH_EXPONENT],
      configured: configured.filter((id) => !Number.isSafeInteger(Number(id))),
    }),
  ];
}
