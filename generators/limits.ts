import * as fc from 'fast-check';
import { partition, partitionOfEach, type Partitions } from './partitions.ts';

/** The lowest, default and highest limit (section Limits) and their neighbours, where off-by-one errors show, and common page sizes. */
export const BOUNDARY_LIMITS: readonly number[] = [1, 2, 10, 19, 20, 21, 32, 50, 64, 99, 100];

function from(low: number, high: number): readonly number[] {
  return Array.from({ length: high - low + 1 }, (_, index) => low + index);
}

/** Limits that a server may handle wrongly although it handles others correctly, such as round numbers and powers of two. */
const NOTABLE_LIMITS: readonly number[] = [
  ...from(1, 8),
  10,
  ...from(15, 17),
  ...from(19, 21),
  25,
  ...from(31, 33),
  ...from(48, 51),
  ...from(63, 65),
  90,
  ...from(98, 100),
];

/** Limits that the document allows: a class for each notable limit, and two classes of other limits. */
export const validLimits: Partitions<number> = [
  ...partitionOfEach(NOTABLE_LIMITS, (limit) => `limit=${String(limit)}`),
  ...partition<number>({
    'another limit below 50': fc.integer({ min: 9, max: 48 }),
    'another limit above 50': fc.integer({ min: 52, max: 97 }),
  }),
];

/** Limits that are sent beside an unknown status. */
export const FAR_BELOW_ZERO: ReadonlySet<string> = new Set(['-150', '-100', '-1000']);

/** Integers outside 1 to 100, as text: near the ends, and past 7, 8, 15, 16, 31, 32, 53 and 63 bits. */
export const limitsOutOfRange: Partitions<string> = partition<string>({
  zero: ['0'],
  'minus one': ['-1'],
  'below zero': ['-20', '-2', '-5'],
  'minus twenty-one': ['-21'],
  'far below zero': [...FAR_BELOW_ZERO],
  'one too many': ['101'],
  'some too many': fc.integer({ min: 102, max: 999 }).map(String),
  'two hundred': ['200'],
  'two hundred and fifty': ['250'],
  thousands: ['1000', '10000'],
  'past 7 bits': ['128'],
  'past 8 bits': ['256', '257', '276'],
  'past 15 bits': ['32768'],
  'past 16 bits': ['65536', '65556'],
  'the highest of 31 bits': ['2147483647'],
  'past 31 bits': ['2147483648', '-2147483648'],
  'the highest of 32 bits': ['4294967295'],
  'past 32 bits': ['4294967296', '4294967297'],
  'what wraps to a limit': fc.integer({ min: 1, max: 100 }).map((n) => String(2n ** 32n + BigInt(n))),
  'past a double': fc.bigInt({ min: 2n ** 53n, max: 2n ** 63n - 1n }).map(String),
  'the highest of int64': ['9223372036854775807'],
  'past int64': ['9223372036854775808'],
  'what wraps from 64 bits': ['18446744073709551636'],
  'far past int64': ['99999999999999999999', '1'.repeat(40), '9'.repeat(400)],
  'far below int64': ['-99999999999999999999', '-9223372036854775809'],
});

/** Query strings with a limit above 100 that a server misses if it compares text, or reads only one of two parameters. */
export const disguisedTooLargeLimits: Partitions<string> = partition<string>({
  'zeros in front': ['limit=0101', 'limit=000200'],
  'a plus sign in front': ['limit=%2B101', 'limit=%2B200'],
  'twice, the last too many': ['limit=5&limit=101'],
  'twice, the first too many': ['limit=101&limit=5'],
});

/** Texts that are not integers in any notation; `5.0` and `1e1` are left out, because they equal an integer. */
export const nonIntegerLimits: Partitions<string> = partition<string>({
  words: ['abc', 'ten'],
  'a word for all': ['all', 'max', 'none'],
  'any word': fc.stringMatching(/^[g-z]{2,8}$/u),
  nothing: [''],
  'a sign alone': ['-', '--', '.'],
  'a fraction': ['1.5', '20.5', '2.7'],
  'a fraction below one': ['0.5', '0.1', '-0.5'],
  'digits and more': ['10abc', '5;', '20 animals', '5px', 'x5'],
  'a list': ['1,2', '5,6', '[5]'],
  'a word of a language': ['NaN', 'null', 'undefined', 'true', 'false'],
  'a word for no end': ['Infinity', '-Infinity', 'inf'],
  'hexadecimal digits': ['0x10'],
  'another base': ['0b11', '#5'],
  // An error that is put together as text breaks here.
  quotes: ['"5"', '5"'],
  'a sign behind': ['5 %', '5-', '5!'],
  'another script': ['\u0665', '\u4e94'],
});
