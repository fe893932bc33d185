import * as fc from 'fast-check';
import type { Partitions, InputClass } from '../../../generators/partitions.ts';

/** Derives a 32-bit seed for one purpose from the seed of the run (FNV-1a over its decimal text and the label). */
export function deriveSeed(seed: number, label: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(`${String(seed)} ${label}`)) {
    hash = Math.imul(hash ^ byte, 0x01000193);
  }
  return hash | 0;
}

/** The 32-bit seed of a check; another check that must draw the same inputs passes the id of that check. */
export function deriveCheckSeed(seed: number, check: string, label = ''): number {
  return deriveSeed(seed, `${check} ${label}`);
}

export interface DrawnInput<T> {
  readonly value: T;
  readonly from: InputClass<T>;
}

/**
 * Draws `runs` inputs of each class: one input of each class, then the next of each. With fewer `runs`, the result is the
 * beginning of the result with more `runs`. `turn`: offset into the listed values, so that checks with the same classes start
 * at different values. `whole`: classes whose listed values are all drawn, whatever `runs` is.
 */
export function drawInputs<T>(
  drawn: Partitions<T>,
  runs: number,
  seed: number,
  turn = 0,
  whole: Partitions<T> = [],
): readonly DrawnInput<T>[] {
  const wells = drawn.map((from) => ({
    from,
    rounds: Math.max(runs, (whole.includes(from) && from.values?.length) || 0),
    values: valuesOf(from, runs, deriveSeed(seed, from.name), turn).values(),
  }));
  const inputs: DrawnInput<T>[] = [];
  for (let round = 0; round < Math.max(...wells.map(({ rounds }) => rounds)); round += 1) {
    for (const { from, values, rounds } of wells) {
      if (round >= rounds) continue;
      const { value, done } = values.next();
      if (done !== true) inputs.push({ value, from });
    }
  }
  return inputs;
}

/** How many random values are drawn for each requested input, because duplicates are removed. */
const DRAWS = 4;

/** Returns values of a class: all listed values, from an offset by seed and `turn`, or at most `runs` distinct random values. */
function valuesOf<T>(
  { draw, values }: InputClass<T>,
  runs: number,
  seed: number,
  turn: number,
): readonly T[] {
  if (values !== undefined) {
    const from = ((seed >>> 0) + turn) % Math.max(1, values.length);
    return [...values.slice(from), ...values.slice(0, from)];
  }
  const drawn = fc.sample(draw, { seed, numRuns: DRAWS * runs });
  // More are drawn than are used, in the place of duplicates; a check keeps its inputs until it ends.
  return [...new Map(drawn.map((value) => [fc.stringify(value), value])).values()].slice(0, runs);
}

/** The number of inputs that shrinking may try. */
const SHRINKING_BUDGET = 24;

/** Returns the simplest input of the class that still fails; does not simplify a value from a list. */
export async function shrinkInput<T>(
  input: DrawnInput<T>,
  runs: number,
  seed: number,
  stillFails: (value: T) => Promise<boolean>,
): Promise<T> {
  if (input.from.values !== undefined) return input.value;
  let asked = 0;
  let broke = false;
  const details = await fc.check(
    fc.asyncProperty(input.from.draw, async (value) => {
      // Inputs up to the first failure were sent already; only the simpler inputs after it cost requests.
      if (broke && (asked += 1) > SHRINKING_BUDGET) return true;
      const again = await stillFails(value);
      broke ||= again;
      return !again;
    }),
    { seed: deriveSeed(seed, input.from.name), numRuns: DRAWS * runs },
  );
  return details.counterexample?.[0] ?? input.value;
}
