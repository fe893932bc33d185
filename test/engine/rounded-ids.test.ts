import { expect, it } from 'vitest';
import { seemRounded } from '../../src/engine/target/rounded-ids.ts';

/** Ids as a generator of 63-bit ids draws them. */
const DRAWN = [4_203_905_873_214_509_331n, 812_345_678_901_234_567n, 1_690_000_123_456_789_013n];
const COUNT = Array.from({ length: 8 }, (_, n) => BigInt(n));
const toDouble = (id: bigint): bigint => BigInt(Number(id));
const toShortest = (id: bigint): bigint => BigInt(String(Number(id)));

it.each<[what: string, ids: readonly bigint[]]>([
  ['doubles with all their digits', DRAWN.map(toDouble)],
  ['doubles in 17 digits', DRAWN.map(toShortest)],
  ['doubles, and small ids', [...DRAWN, 12n, 2n ** 53n + 1n].map(toDouble)],
])('%s are rounded', (_, ids) => {
  expect(seemRounded(ids)).toBe(true);
});

it.each<[what: string, ids: readonly bigint[]]>([
  ['no ids', []],
  ['small ids', COUNT],
  ['ids drawn at random', DRAWN],
  ['two doubles', DRAWN.slice(1).map(toDouble)],
  ['doubles and one other id', [...DRAWN.map(toDouble), 2n ** 53n + 1n]],
  ['even ids past 2^53', COUNT.map((n) => 2n ** 53n + 2n * n)],
  ['snowflakes of an idle service', COUNT.map((n) => (430_000_000_000n + 977n * n) << 22n)],
  ['microseconds, counted in nanoseconds', COUNT.map((n) => 1_790_000_000_123_456_000n + 1_234_567_000n * n)],
])('%s are not', (_, ids) => {
  expect(seemRounded(ids)).toBe(false);
});
