import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeJson } from '../../src/json/json.ts';
import type { JsonObject } from '../../src/json/types.ts';
import type { InputClass } from '../../generators/drawn.ts';
import { limitsOf } from '../../generators/limit-shares.ts';
import { drawns } from './drawns.ts';

/** What a spoiler or a lacking body is tried on. */
const BODY: JsonObject = { name: 'Rex', categoryId: 1, status: 'sold' };

/** A value as a line; of what changes a body, what it makes of one. */
function shown(value: unknown): string {
  if (typeof value !== 'object' || value === null || !('label' in value)) return fc.stringify(value);
  const made: readonly string[] = [
    ...('spoil' in value ? [(value as { spoil(text: string): string }).spoil(writeJson(BODY))] : []),
    ...('without' in value
      ? [writeJson((value as { without(body: JsonObject): JsonObject }).without(BODY))]
      : []),
  ];
  return made.length === 0 ? fc.stringify(value) : [value.label, ...made].map(fc.stringify).join(': ');
}

/** A number, also as text, or else how long a text is. */
function sizeOf(value: unknown): { readonly size: bigint | number; readonly unit: string } | undefined {
  if (typeof value === 'bigint' || typeof value === 'number') return { size: value, unit: '' };
  if (typeof value !== 'string') return undefined;
  if (/^-?\d+$/.test(value)) return { size: BigInt(value), unit: ' as text' };
  return { size: value.length, unit: ' characters' };
}

/** The lowest and the highest of what is drawn, where two seeds agree on it: then it is an end. */
function range(draw: fc.Arbitrary<unknown>): string {
  const ends = [1, 2].map((seed) => {
    const sizes = fc.sample(draw, { seed, numRuns: 2000 }).map(sizeOf);
    const known = sizes.filter((one) => one !== undefined);
    if (known.length < sizes.length) return undefined;
    const sorted = known.toSorted((a, b) => (a.size < b.size ? -1 : a.size > b.size ? 1 : 0));
    return [sorted[0], sorted.at(-1)];
  });
  const [[low, high] = [], [lowAgain, highAgain] = []] = ends;
  if (low === undefined || high === undefined) return 'drawn';
  const bits = ({ size }: typeof low): number =>
    (typeof size === 'bigint' ? size : BigInt(Math.trunc(size))).toString(2).length;
  const end = (one: typeof low, other: typeof low | undefined): string => {
    if (one.size === other?.size) return String(one.size);
    return other !== undefined && bits(one) === bits(other)
      ? `something of ${String(bits(one))} bits`
      : 'somewhere';
  };
  const units = [...new Set([low.unit, high.unit])].join(' or');
  return `drawn from ${end(low, lowAgain)} to ${end(high, highAgain)}${units}`;
}

// What is drawn decides what a run can find: a class that loses a value, or a range that loses its end, is a check that
// sees less, and nothing else tells. What was meant is written down with
// `npx vitest run --project self test/generators/classes.test.ts -u`.
describe('what is drawn is what is written down', () => {
  it.each(drawns)('$name', ({ drawn }) => {
    const told = (some: readonly InputClass<unknown>[]): Readonly<Record<string, unknown>> =>
      Object.fromEntries(
        some.map(({ name, draw, values }) => [name, values === undefined ? range(draw) : values.map(shown)]),
      );
    expect({ always: told(drawn.always), 'in turn': told(drawn.inTurn) }).toMatchSnapshot();
  });

  it('the shares of the limits', () => {
    expect([0, 1, 2].map((seed) => limitsOf(seed))).toMatchSnapshot();
  });
});
