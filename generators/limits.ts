import * as fc from 'fast-check';

/** Every limit that the document allows. */
export const limits: fc.Arbitrary<number> = fc.integer({ min: 1, max: 100 });

/** Both ends, their neighbours, and the default. */
export const tellingLimits: readonly number[] = [1, 2, 20, 99, 100];

/** Integers outside 1 to 100, as text: near the ends, and past 2^31, 2^53 and 2^63. */
export const limitsOutside: fc.Arbitrary<string> = fc
  .oneof(
    fc.bigInt({ min: -1000n, max: 0n }),
    fc.bigInt({ min: 101n, max: 100_000n }),
    fc.bigInt({ min: 2n ** 31n, max: 2n ** 64n }),
  )
  .map(String);

export const tellingLimitsOutside: readonly string[] = ['0', '-1', '101', '1000', '9223372036854775808'];

/** Texts that are no integer in any reading; `5.0` and `1e1` are left out, since they denote one. */
export const limitWords: fc.Arbitrary<string> = fc.constantFrom(
  'abc',
  '1.5',
  '',
  '10abc',
  'NaN',
  'null',
  '0x10',
  '٣',
);

export const tellingLimitWords: readonly string[] = ['abc', '1.5', '', '10abc'];
