import * as fc from 'fast-check';
import type { Partitions, InputClass } from '../../../generators/partitions.ts';

/** A 32-bit seed for one purpose, from the seed of the run (FNV-1a over its decimal text and the label). */
export function seedFor(seed: number, label: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(`${String(seed)} ${label}`)) {
    hash = Math.imul(hash ^ byte, 0x01000193);
  }
  return hash | 0;
}

/** The 32-bit seed of a check's own: another check that has to draw the same asks for it by that check's id. */
export function checkSeed(seed: number, check: string, label = ''): number {
  return seedFor(seed, `${check} ${label}`);
}

export interface Input<T> {
  readonly value: T;
  readonly from: InputClass<T>;
}

/**
 * One input of each class, then another one of each, for as many rounds as `runs` says; fewer rounds are the first of more.
 * `turn`: of several checks with these classes, each begins a list with the next value. `whole`: classes of which every listed
 * value is one, whatever `runs` says.
 */
export function drawInputs<T>(
  drawn: Partitions<T>,
  runs: number,
  seed: number,
  turn = 0,
  whole: Partitions<T> = [],
): readonly Input<T>[] {
  const wells = drawn.map((from) => ({
    from,
    rounds: Math.max(runs, (whole.includes(from) && from.values?.length) || 0),
    values: valuesOf(from, runs, seedFor(seed, from.name), turn).values(),
  }));
  const inputs: Input<T>[] = [];
  for (let round = 0; round < Math.max(...wells.map(({ rounds }) => rounds)); round += 1) {
    for (const { from, values, rounds } of wells) {
      if (round >= rounds) continue;
      const { value, done } = values.next();
      if (done !== true) inputs.push({ value, from });
    }
  }
  return inputs;
}

/** Draws of a class for each input that is asked for: some of them come twice. */
const DRAWS = 4;

/** Values of a class: all that there are, from another place on, or such as were drawn. */
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
  return [...new Map(drawn.map((value) => [fc.stringify(value), value])).values()];
}

/** Questions that shrinking may put to the target beyond those asked before. */
const SHRINKING_BUDGET = 24;

/** The simplest input of the same class that still breaks, within a budget of questions that were not asked before. */
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
