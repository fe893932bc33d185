import * as fc from 'fast-check';
import type { Reply } from './replies.ts';
import type { Lab } from './lab.ts';

/** What one input showed. */
export type Trial =
  | { readonly kind: 'held'; readonly replies: readonly Reply[] }
  | {
      readonly kind: 'broke';
      readonly expected: string;
      readonly actual: string;
      readonly replies: readonly Reply[];
    }
  /** Nothing could be told from it: no answer, or one that proves nothing. */
  | { readonly kind: 'void'; readonly reply?: Reply };

export interface Property<T> {
  /** Tells the properties of one check apart. */
  readonly label?: string;
  readonly arbitrary: fc.Arbitrary<T>;
  /** Inputs that are always tried first: the ends of the range, and the like. */
  readonly always?: readonly T[];
  /** Random inputs; default: the runs of the configuration. */
  readonly runs?: number;
  readonly ask: (value: T) => Promise<Trial>;
}

export interface Judged<T> {
  /** The shrunk counterexample, put to the target once more on its own. */
  readonly broke?: {
    readonly value: T;
    readonly trial: Extract<Trial, { kind: 'broke' }>;
    readonly reproduced: { readonly times: number; readonly of: number };
  };
  /** Inputs that were answered and held. */
  readonly held: readonly Reply[];
  /** Replies from which nothing could be told. */
  readonly void: readonly Reply[];
  readonly tried: number;
}

/** Questions that shrinking may put to the target beyond those asked before. */
const SHRINKING_BUDGET = 24;

/**
 * Puts a property to the target: all inputs side by side, as wide as the client allows. Only when one breaks does
 * fast-check go over the same inputs again, answered from memory, and shrink the first that broke within a budget of
 * requests; the shrunk one is sent once more on its own.
 */
export async function judge<T>(lab: Lab, property: Property<T>): Promise<Judged<T>> {
  const memory = new Map<string, Promise<Trial>>();
  const ask = (value: T): Promise<Trial> => {
    const key = fc.stringify(value);
    const known = memory.get(key) ?? property.ask(value);
    memory.set(key, known);
    return known;
  };
  const seed = lab.seed(property.label);
  const numRuns = (property.always?.length ?? 0) + (property.runs ?? lab.config.runs);
  const values = fc.sample(property.arbitrary, { seed, numRuns, examples: [...(property.always ?? [])] });
  const trials = await Promise.all(values.map(ask));

  const held = trials.flatMap((trial) => (trial.kind === 'held' ? trial.replies : []));
  const nothing = trials.flatMap((trial) => (trial.kind === 'void' && trial.reply ? [trial.reply] : []));
  const result = { held, void: nothing, tried: memory.size };
  if (!trials.some((trial) => trial.kind === 'broke')) return result;

  const asked = memory.size;
  const details = await fc.check(
    fc.asyncProperty(property.arbitrary, async (value) => {
      if (!memory.has(fc.stringify(value)) && memory.size >= asked + SHRINKING_BUDGET) return true;
      return (await ask(value)).kind !== 'broke';
    }),
    { seed, numRuns, examples: (property.always ?? []).map((value): [T] => [value]) },
  );
  const value = details.counterexample?.[0];
  if (value === undefined) return result;
  const first = await ask(value);
  const again = await property.ask(value);
  const trial = again.kind === 'broke' ? again : first;
  if (trial.kind !== 'broke') return result;
  return { ...result, broke: { value, trial, reproduced: { times: again.kind === 'broke' ? 1 : 0, of: 1 } } };
}
