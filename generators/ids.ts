import * as fc from 'fast-check';
import { drawn, type Drawn } from './drawn.ts';

const MAX = 2n ** 63n - 1n;

/** Ids that no animal has by chance: 63 random bits, not drawn to the ends, where somebody may count from. */
export const unknownIds: Drawn<bigint> = drawn({
  'of 63 random bits': fc.noBias(fc.bigInt({ min: 2n ** 60n, max: MAX })),
});

/** Positive ids of every magnitude; somebody's animal may have one. */
export const positiveIds: Drawn<bigint> = drawn(
  { 'of up to 31 bits': magnitude(8, 31) },
  { 'of 32 to 62 bits': magnitude(32, 62) },
);

function magnitude(min: number, max: number): fc.Arbitrary<bigint> {
  return fc
    .integer({ min, max })
    .chain((bits) => fc.bigInt({ min: 2n ** BigInt(bits), max: 2n ** BigInt(bits + 1) - 1n }));
}

/**
 * Path segments that are no int64 in any reading.
 * @param known the id of some animal: what stands around it must not be passed over
 */
export function notIds(known: bigint | undefined): Drawn<string> {
  const around =
    known === undefined ? [] : [`${String(known)}abc`, `${String(known)}.5`, `${String(known)},1`];
  return drawn<string>(
    {
      words: fc.stringMatching(/^[a-z]{1,12}$/),
      'past int64': fc.bigInt({ min: 2n ** 63n, max: 2n ** 70n }).map(String),
      'an id and more': around,
      'an id in another notation': notations(known),
      'an id past 64 bits': known === undefined ? [] : [String(known + 2n ** 64n)],
    },
    {
      fractions: ['1.5', '0.1'],
      'words of a language': ['null', 'NaN', 'undefined', 'true'],
      'other notations': ['0x1F', '1,2', '#1'],
      quotes: ["1'", "1'--", '"1"'],
      spaces: [' 1', '1 ', '1 2'],
      // Some gateways refuse it by themselves: it proves nothing about the form of the answer.
      'a control character': ['1\0'],
    },
  );
}

/** The id of an animal, written as no decimal digits. */
function notations(known: bigint | undefined): readonly string[] {
  if (known === undefined) return [];
  const id = String(known);
  return [`${id}e0`, `${id}.0`, `0x${known.toString(16).replace('-', '')}`, ` ${id}`, `${id} `];
}

/**
 * Other ids that a careless reading takes for `id`: without its sign, wrapped to 31, 32, 48 or 53 bits, or rounded to a double. All are int64.
 */
export function lookalikes(id: bigint): readonly bigint[] {
  const wrapped = [31n, 32n, 33n, 48n, 53n].map((bits) => (id < 0n ? id - 2n ** bits : id + 2n ** bits));
  const rounded = [1n, -1n, 2n, -2n].map((step) => id + step).filter((near) => sameDouble(near, id));
  return [-id, ...wrapped, ...rounded].filter((other) => other >= -MAX && other <= MAX && other !== id);
}

function sameDouble(a: bigint, b: bigint): boolean {
  return Number(a) === Number(b);
}
