import * as fc from 'fast-check';
import { partition, type Partitions } from './partitions.ts';

const MAX = 2n ** 63n - 1n;
const MIN = -(2n ** 63n);

/**
 * Category ids from the whole int64 range: its ends, the overflow points of 8, 15, 16, 31 and 32 bits, of float and
 * double, and values that some languages treat as false.
 */
export const categoryIdClasses: Partitions<bigint> = partition<bigint>({
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
  'one past what a double holds': [2n ** 53n + 1n, -(2n ** 53n) - 1n],
  'from 2^53 on': fc.bigInt({ min: 2n ** 53n, max: MAX }).map((id) => id | 1n),
  'the highest of int64': [MAX],
  'the lowest of int64': [MIN],
});
