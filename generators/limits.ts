import * as fc from 'fast-check';
import { drawn, type Drawn } from './drawn.ts';
import { limitsOf } from './limit-shares.ts';

/** The ends, the default and their neighbours in every run; of the others as many as there are draws, none twice. */
export function limits(seed: number): Drawn<number> {
  const { inWalks, paired, rest } = limitsOf(seed);
  return drawn<number>({
    'the ends': [1, 100],
    'beside the ends': [2, 99],
    'the default and beside': [20, 19, 21],
    'from 1 to 100': { inOrder: [...rest, ...paired, ...inWalks] },
  });
}

/** Integers outside 1 to 100, as text: near the ends, and past 2^31, 2^53 and 2^63. */
export const limitsOutside: Drawn<string> = drawn<string>(
  {
    zero: ['0'],
    'minus one': ['-1'],
    negative: ['-20', '-150', '-100', '-2147483648'],
    'one too many': ['101'],
    'some too many': fc.integer({ min: 102, max: 999 }).map(String),
    'past int64': ['9223372036854775808', '99999999999999999999'],
  },
  {
    thousands: fc.integer({ min: 1000, max: 100_000 }).map(String),
    'at the ends of 32 bits': ['2147483648', '4294967296', '2147483647', '4294967297', '4294967295'],
    'past 31 bits': fc.bigInt({ min: 2n ** 31n, max: 2n ** 40n }).map(String),
    'past a double': fc.bigInt({ min: 2n ** 53n, max: 2n ** 63n - 1n }).map(String),
    'far below zero': fc.bigInt({ min: -(2n ** 63n), max: -101n }).map(String),
    'what wraps to a limit': fc.integer({ min: 1, max: 100 }).map((n) => String(2n ** 32n + BigInt(n))),
  },
);

/** Texts that are no integer in any reading; `5.0` and `1e1` are left out, since they denote one. */
export const notLimits: Drawn<string> = drawn<string>(
  {
    words: ['abc', 'ten', 'all'],
    fractions: ['1.5', '20.5', '0.5'],
    nothing: [''],
    'digits and more': ['10abc', '5;', '1,2', '20 animals'],
  },
  {
    'words of a language': ['NaN', 'null', 'undefined', 'true', 'Infinity'],
    'other notations': ['0x10', '#5', '5 %'],
    'a list': ['[5]', '5,6'],
  },
);
