import * as fc from 'fast-check';
import type { Drawn, InputClass } from '../../generators/drawn.ts';
import type { Covered } from './finding.ts';
import { seedFor } from './seed.ts';

/** An input, and the class that it was drawn from. */
export interface Input<T> {
  readonly value: T;
  readonly from: InputClass<T>;
}

/**
 * Draws the inputs of a property: one of each class that every run meets, then one of each of the others, which take
 * turns by seed, and round again until there are as many as asked for, or no more to draw. The same seed draws the same.
 * @param runs inputs; every class that is always met is met, however few
 * @param seed 32-bit integer
 */
export function drawInputs<T>(drawn: Drawn<T>, runs: number, seed: number): readonly Input<T>[] {
  const classes = order(drawn, seed);
  const most = Math.max(runs, drawn.always.length);
  const wells = classes.map((from) => {
    const first = drawn.always.includes(from);
    return { from, values: valuesOf(from, most, seedFor(seed, from.name), first).values() };
  });
  const inputs: Input<T>[] = [];
  const seen = new Set<string>();
  for (let before = -1; inputs.length < most && inputs.length > before;) {
    before = inputs.length;
    for (const { from, values } of wells) {
      if (inputs.length >= most) break;
      // Each goes on where it was left.
      for (const value of values) {
        const text = fc.stringify(value);
        if (seen.has(text)) continue;
        seen.add(text);
        inputs.push({ value, from });
        break;
      }
    }
  }
  return inputs;
}

function order<T>({ always, inTurn }: Drawn<T>, seed: number): readonly InputClass<T>[] {
  return [...always, ...rotated(inTurn, seed)];
}

/** Draws of a class for each input that is asked for: some of them come twice. */
const DRAWS = 4;

/** @param first whether the first value, which is the most telling one, goes out in every run */
function valuesOf<T>(
  { draw, values, inOrder }: InputClass<T>,
  most: number,
  seed: number,
  first: boolean,
): readonly T[] {
  if (values === undefined) return fc.sample(draw, { seed, numRuns: DRAWS * most });
  if (inOrder === true) return values;
  return first ? [...values.slice(0, 1), ...rotated(values.slice(1), seed)] : rotated(values, seed);
}

/** The same list from another place on: with many values in strides, so that a few of them are spread over all. */
function rotated<T>(list: readonly T[], seed: number): readonly T[] {
  const { length } = list;
  if (length === 0) return list;
  const stride = length > 30 ? 37 : 1;
  const from = (seed >>> 0) % length;
  // A stride that shares no factor with the length meets every value once.
  return list.map((_, index) => list[(from + index * coprime(stride, length)) % length] as T);
}

function coprime(stride: number, length: number): number {
  let candidate = stride;
  while (gcd(candidate, length) !== 1) candidate += 1;
  return candidate;
}

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b);
}

/** What of a property the inputs met. */
export function coverageOf<T>(
  property: string,
  { always, inTurn }: Drawn<T>,
  inputs: readonly Input<T>[],
): Covered {
  const met = new Set(inputs.map(({ from }) => from.name));
  return {
    property,
    inputs: inputs.length,
    classes: [...always, ...inTurn].map(({ name }) => name).filter((name) => met.has(name)),
    of: always.length + inTurn.length,
  };
}

/** Questions that shrinking may put to the target beyond those asked before. */
const SHRINKING_BUDGET = 24;

/**
 * The simplest input of the same class that still breaks, within a budget of further questions.
 * @param breaks whether an input breaks; answered from memory where it was asked before
 */
export async function shrink<T>(
  input: Input<T>,
  runs: number,
  seed: number,
  breaks: (value: T) => Promise<boolean>,
): Promise<T> {
  if (input.from.values !== undefined) return input.value;
  let asked = 0;
  let broke = false;
  const details = await fc.check(
    fc.asyncProperty(input.from.draw, async (value) => {
      // What was drawn before is known; only what shrinking makes of it costs a question.
      if (broke && (asked += 1) > SHRINKING_BUDGET) return true;
      const again = await breaks(value);
      broke ||= again;
      return !again;
    }),
    { seed: seedFor(seed, input.from.name), numRuns: DRAWS * runs },
  );
  return details.counterexample?.[0] ?? input.value;
}
