import * as fc from 'fast-check';

const MAX = 2n ** 63n - 1n;

/** Ids that no animal has by chance: 63 random bits, not drawn to the ends, where somebody may count from. */
export const unknownIds: fc.Arbitrary<bigint> = fc.noBias(fc.bigInt({ min: 2n ** 60n, max: MAX }));

/** Positive ids of every magnitude, from one bit to 63. */
export const positiveIds: fc.Arbitrary<bigint> = fc
  .integer({ min: 8, max: 62 })
  .chain((bits) => fc.bigInt({ min: 2n ** BigInt(bits), max: 2n ** BigInt(bits + 1) - 1n }));

/** Path segments that are no int64 in any reading. */
export const notIds: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('abc', '1.5', 'null', 'NaN', '0x1F', '1,2', '٣', "1'--"),
  fc.bigInt({ min: 2n ** 63n, max: 2n ** 70n }).map(String),
  fc.stringMatching(/^[a-z]{1,12}$/),
);

export const tellingNotIds: readonly string[] = ['abc', '1.5', '9223372036854775808', "1'", '1\0'];

/**
 * Other ids that a careless reading takes for `id`: wrapped to 31, 32, 48 or 53 bits, or rounded to a double. All are int64.
 */
export function lookalikes(id: bigint): readonly bigint[] {
  const wrapped = [31n, 32n, 33n, 48n, 53n].map((bits) => (id < 0n ? id - 2n ** bits : id + 2n ** bits));
  const rounded = [1n, -1n, 2n, -2n].map((step) => id + step).filter((near) => sameDouble(near, id));
  return [...wrapped, ...rounded].filter((other) => other >= -MAX && other <= MAX && other !== id);
}

function sameDouble(a: bigint, b: bigint): boolean {
  return Number(a) === Number(b);
}
