import * as fc from 'fast-check';
import { expect } from 'vitest';
import type { Partitions } from '../../generators/partitions.ts';

/** Every value of every class has to fit: all of those that are listed, and whatever is drawn, shrunk values included. */
export function holdsForAll<T>(drawn: Partitions<T>, fits: (value: T) => void): void {
  for (const { draw, values } of drawn) {
    if (values === undefined) holdsForEvery(draw, [], fits);
    else for (const value of values) fits(value);
  }
}

/** The same for one arbitrary, and for examples beside it. */
export function holdsForEvery<T>(
  arbitrary: fc.Arbitrary<T>,
  examples: readonly T[],
  fits: (value: T) => void,
): void {
  for (const example of examples) fits(example);
  const property = fc.property(arbitrary, (value) => {
    // What an expectation returns is not for fast-check.
    fits(value);
  });
  fc.assert(property);
}

/** Every fixed value of every class. */
export function valuesOf<T>(drawn: Partitions<T>): readonly T[] {
  return drawn.flatMap(({ values = [] }) => values);
}

const INT64_MAX = 2n ** 63n - 1n;

export function isInt64(value: bigint): boolean {
  return value >= -INT64_MAX - 1n && value <= INT64_MAX;
}

/** The integer that a JSON number denotes, worked out from its decimal text alone; undefined for any other. */
export function integerIn(token: string): bigint | undefined {
  const parts = /^(-?\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(token);
  expect(parts).not.toBeNull();
  const [, whole = '', fraction = '', exponent = '0'] = parts ?? [];
  const scale = Number(exponent) - fraction.length;
  const digits = BigInt(whole + fraction);
  if (scale >= 0) return digits * 10n ** BigInt(scale);
  const unit = 10n ** BigInt(-scale);
  return digits % unit === 0n ? digits / unit : undefined;
}
