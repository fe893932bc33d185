import * as fc from 'fast-check';
import { drawn, type Drawn } from './drawn.ts';

const MAX = 2n ** 63n - 1n;
const MIN = -(2n ** 63n);

/** Category ids from all of int64: its ends, and the places where 32 bits and doubles give up. */
export const categories: Drawn<bigint> = drawn<bigint>(
  {
    'the highest of int64': [MAX],
    'the lowest of int64': [MIN],
    'one past what a double holds': [2n ** 53n + 1n, -(2n ** 53n) - 1n],
    'one past 31 bits': [2n ** 31n, -(2n ** 31n) - 1n],
    'past 32 bits': [2n ** 32n + 1n, 2n ** 40n + 1n],
    negative: fc.bigInt({ min: -(2n ** 31n), max: -1n }),
  },
  {
    zero: [0n],
    'from 2^53 on': fc.bigInt({ min: 2n ** 53n, max: MAX }).map((id) => id | 1n),
    'up to -2^53': fc.bigInt({ min: MIN, max: -(2n ** 53n) }).map((id) => id | 1n),
    'of 32 to 53 bits': fc.bigInt({ min: 2n ** 32n, max: 2n ** 53n }),
    small: fc.bigInt({ min: 1n, max: 2n ** 31n - 1n }),
  },
);
