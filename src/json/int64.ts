import type { Json } from './types.ts';

export const INT64_MIN = -(2n ** 63n);
export const INT64_MAX = 2n ** 63n - 1n;

/** Returns the exact value of a JSON integer; undefined for any other value. */
export function integerValue(value: Json | undefined): bigint | undefined {
  if (typeof value === 'bigint') return value;
  return typeof value === 'number' && Number.isInteger(value) ? BigInt(value) : undefined;
}

export function fitsInt64(value: bigint): boolean {
  return value >= INT64_MIN && value <= INT64_MAX;
}

/** Returns the exact value of a JSON integer within int64; undefined for any other value. */
export function int64Value(value: Json | undefined): bigint | undefined {
  const exact = integerValue(value);
  return exact !== undefined && fitsInt64(exact) ? exact : undefined;
}

/** Returns an integer as a JSON value: a number if a double holds it exactly, otherwise a bigint. */
export function bigintToJson(value: bigint): number | bigint {
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}
