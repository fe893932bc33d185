import * as fc from 'fast-check';
import { partition, type Partitions } from './partitions.ts';

const MAX = 2n ** 63n - 1n;

/** Ids that no animal has: 61 to 63 random bits, not biased to the ends of a range, where a server's counter may start. */
export const unknownIds: Partitions<bigint> = partition({
  'of 63 random bits': fc.noBias(fc.bigInt({ min: 2n ** 62n, max: MAX })),
  'of 62 random bits': fc.noBias(fc.bigInt({ min: 2n ** 61n, max: 2n ** 62n - 1n })),
  'of 61 random bits': fc.noBias(fc.bigInt({ min: 2n ** 60n, max: 2n ** 61n - 1n })),
});

/** Positive ids of every magnitude; the target may have an animal with one. */
export const positiveIds: Partitions<bigint> = partition({
  'of 8 to 15 bits': magnitude(8, 14),
  'of 16 to 31 bits': magnitude(15, 30),
  'of 32 bits': magnitude(31, 31),
  'of 33 to 53 bits': magnitude(32, 52),
  'of 54 to 62 bits': magnitude(53, 61),
  'the highest of 32 bits': [2n ** 31n - 1n],
  'the highest of int64': [MAX],
});

function magnitude(min: number, max: number): fc.Arbitrary<bigint> {
  return fc
    .integer({ min, max })
    .chain((bits) => fc.bigInt({ min: 2n ** BigInt(bits), max: 2n ** BigInt(bits + 1) - 1n }));
}

/** Path segments that are not an int64 in any notation; some contain a known id, so that a lenient parser finds it. */
export function invalidIds(known: bigint | undefined): Partitions<string> {
  const ofKnown = (make: (id: bigint) => readonly string[]) => (known === undefined ? [] : make(known));
  return partition<string>({
    words: fc.stringMatching(/^[a-z]{1,12}$/u),
    'words of a language': ['null', 'NaN', 'undefined', 'constructor', '__proto__'],
    fractions: ['1.5', '0.1', '2.75'],
    'past int64': fc.bigInt({ min: 2n ** 63n, max: 2n ** 70n }).map(String),
    'far past int64': ['9'.repeat(40), '1'.repeat(300)],
    'an id past 64 bits': ofKnown((id) => [String(id + 2n ** 64n)]),
    'an id and letters': ofKnown((id) => [`${String(id)}abc`, `${String(id)}x`]),
    'a letter and an id': ofKnown((id) => [`x${String(id)}`]),
    'an id and a fraction': ofKnown((id) => [`${String(id)}.5`]),
    'an id and a zero behind a point': ofKnown((id) => [`${String(id)}.0`]),
    'an id with an exponent': ofKnown((id) => [`${String(id)}e0`]),
    'an id in hexadecimal digits': ofKnown((id) => [`0x${id.toString(16).replace('-', '')}`]),
    'two ids': ofKnown((id) => [`${String(id)},1`]),
    'an id and a parameter': ofKnown((id) => [`${String(id)};1`]),
    'a space before an id': ofKnown((id) => [` ${String(id)}`]),
    'a space behind an id': ofKnown((id) => [`${String(id)} `]),
    'other notations': ['1,2', '#1'],
    'an underscore': ['1_0'],
    'digits of another script': ['\u0661', '\uff11'],
    quotes: ["1'", "1'--", '"1"'],
    'a pattern': ['*', '%', '1 OR 1=1'],
    // Some gateways reject a control character themselves, so the response proves nothing about the error body.
    'a control character': ['1\u0000', '1\n'],
  });
}

/**
 * Valid ids for which a careless look-up returns another animal: an index that counts from the end, the next entry, or a
 * match by prefix. An animal with such an id may exist; then the response must be that animal.
 * @param known id of an existing animal
 */
export function boundaryIds(known: bigint | undefined): Partitions<bigint> {
  const near = (...steps: readonly bigint[]): readonly bigint[] =>
    known === undefined ? [] : steps.map((step) => known + step).filter((id) => id >= -MAX && id <= MAX);
  return partition<bigint>({
    zero: [0n],
    one: [1n],
    'minus one': [-1n],
    'minus two': [-2n],
    'the lowest of int64': [-(2n ** 63n)],
    'one further than a known one': near(1n),
    'two further than a known one': near(2n),
    'one before a known one': near(-1n),
    'far from a known one': near(1000n, 999n),
  });
}

/** Path segments with an invalid percent-escape (RFC 3986, section 2.1) or one that is not UTF-8; sent without encoding. */
export const brokenEscapes: Partitions<string> = partition<string>({
  'an escape without digits': ['%', '1%'],
  'half of an escape': ['%4', '1%a'],
  'an escape of no digits': ['%zz', '%g1'],
  'an escape of no UTF-8': ['%ff', '%c3%28', '%80'],
  'an escape of a surrogate': ['%ed%a0%80'],
  'an escape that is too long': ['%c0%b1', '%e0%80%b1'],
});

/** Returns int64 ids with digits added to `known`, or removed from it: a server that looks ids up as text may confuse them. */
export function similarIds(known: bigint): Partitions<bigint> {
  const fitting = otherThan(known);
  const digits = String(known < 0n ? -known : known);
  return partition<bigint>({
    'without its sign, or with one': fitting(-known),
    'digits behind it': fitting(known * 10n + (known < 0n ? -7n : 7n), known * 1000n),
    'digits before it': fitting(BigInt(`9${'0'.repeat(3)}${digits}`), BigInt(`7${digits}`)),
    'its first digits': digits.length > 1 ? fitting(BigInt(digits.slice(0, -1))) : [],
    // The last digits are left out if they begin with zero, because such a number is not a canonical id.
    'its last digits': /^\d[1-9]/u.test(digits) ? fitting(BigInt(digits.slice(1))) : [],
  });
}

/** Filters ids to int64 values other than `known`, each once. */
function otherThan(known: bigint) {
  return (...ids: readonly bigint[]): readonly bigint[] => [
    ...new Set(ids.filter((id) => id >= -MAX && id <= MAX && id !== known)),
  ];
}

/** Returns int64 ids that a server may confuse with `known` by wrapping to fewer bits or digits, or by rounding. */
export function overflowingIds(known: bigint): Partitions<bigint> {
  const up = (by: bigint): bigint => (known < 0n ? known - by : known + by);
  const fitting = otherThan(known);
  const wrapped = [16n, 32n, 48n, 53n, 62n].map(
    (bits) => [`${String(bits)} bits further`, fitting(up(2n ** bits))] as const,
  );
  const same = (near: bigint, read: (number: number) => number): boolean =>
    read(Number(near)) === read(Number(known));
  const near = [1n, -1n, 2n, -2n].map((step) => known + step);
  const past = (some: number): readonly bigint[] => fitting(up(7n * 10n ** BigInt(some)));
  /** The id whose high and low halves, each with one bit changed, give the hash of a Java long that the known one gives. */
  const sameHash = fitting(known ^ (2n ** 32n + 1n));
  return partition<bigint>({
    ...Object.fromEntries(wrapped),
    'the same as a double': fitting(...near.filter((id) => same(id, (number) => number))),
    'the same as a float': fitting(...near.filter((id) => same(id, Math.fround))),
    // Some ids start with the number of a node or region.
    'more before its last digits': [18, 15, 12, 9].map(past).find((ids) => ids.length > 0) ?? [],
    'the same hash as a long': known >= 0n ? sameHash : [],
    'the sign of 64 bits': fitting(known - 2n ** 63n),
  });
}
