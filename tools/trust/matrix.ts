import type { Fault, Variant } from '../../reference/index.ts';
import { requirements, type Level, type RequirementId } from '../../requirements/index.ts';
import type { FaultResult, Trouble, VariantResult } from './assess.ts';

/** What the runs with one seed or another said and should not have said. */
export type BySeed = readonly { readonly seed: number; readonly ids: Trouble }[];

/** What a row was judged from; while both stay the same, it need not be judged again. */
export interface Origin {
  /** Digest of the kit. */
  readonly kit: string;
  /** Digest of the server. */
  readonly own: string;
}

export interface FaultRow extends Origin {
  readonly id: string;
  readonly breaks: readonly RequirementId[];
  readonly mayFall: readonly RequirementId[];
  /** Seeds with which everything that it breaks was found. */
  readonly caught: number;
  readonly escapes: BySeed;
  readonly blamed: BySeed;
  /** Checks that alone told it, whatever the seed. */
  readonly needs: readonly string[];
}

export interface VariantRow extends Origin {
  readonly id: string;
  readonly warns: readonly RequirementId[];
  readonly alarms: BySeed;
  readonly warnings: BySeed;
  /** Stated and implied requirements that were honestly left undecided with any seed. */
  readonly undecided: readonly string[];
}

export interface RequirementRow {
  readonly id: RequirementId;
  readonly level: Level;
  /** Faults that break it. */
  readonly faults: number;
  /** Runs of those faults, one for each seed. */
  readonly runs: number;
  /** Runs in which it was found broken. */
  readonly caught: number;
}

/** A check, and a fault that escapes without it; null where nothing needs the check. */
export interface CheckRow {
  readonly id: string;
  readonly guards: string | null;
  /** Digests of the kit and of that fault. */
  readonly kit: string;
  readonly own: string;
}

/** Requests that a standard run sends, and animals that it adds. */
export interface Cost {
  readonly requests: number;
  readonly created: number;
}

/** The most that a run with any of the seeds took: on a fresh server, and on one that it has filled before. */
export interface Costs {
  readonly kit: string;
  readonly first: Cost;
  readonly again: Cost;
}

/** The matrix, or a part of it: plain data. */
export interface Matrix {
  readonly tool: { readonly name: string; readonly version: string };
  /** Seeds 1 to this. */
  readonly seeds: number;
  /** Digest of the kit that judged last; rows may be from one before it. */
  readonly kit: string;
  readonly faults: readonly FaultRow[];
  readonly variants: readonly VariantRow[];
  readonly checks: readonly CheckRow[];
  readonly cost?: Costs;
  readonly crashes: readonly string[];
}

/** The results of one server, in the order of the seeds. */
export type Results<R> = ReadonlyMap<string, readonly { readonly seed: number; readonly result: R }[]>;

function troubles<R>(results: Results<R>, id: string, part: (result: R) => Trouble): BySeed {
  return (results.get(id) ?? [])
    .map(({ seed, result }) => ({ seed, ids: part(result) }))
    .filter(({ ids }) => Object.keys(ids).length > 0);
}

/** The row of a fault. */
export function faultRow(
  fault: Fault,
  results: Results<FaultResult>,
  origin: Origin,
  needs: readonly string[],
): FaultRow {
  const { id, breaks, mayFall } = fault;
  const escapes = troubles(results, id, ({ escaped }) => escaped);
  return {
    id,
    ...origin,
    breaks,
    mayFall,
    caught: (results.get(id)?.length ?? 0) - escapes.length,
    escapes,
    blamed: troubles(results, id, ({ blamed }) => blamed),
    needs,
  };
}

/** The row of a lawful variant. */
export function variantRow(
  { id, warns }: Variant,
  results: Results<VariantResult>,
  origin: Origin,
): VariantRow {
  const undecided = troubles(results, id, (result) => result.undecided).flatMap(({ ids }) =>
    Object.keys(ids),
  );
  return {
    id,
    ...origin,
    warns,
    alarms: troubles(results, id, ({ alarms }) => alarms),
    warnings: troubles(results, id, ({ warnings }) => warnings),
    undecided: [...new Set(undecided)].toSorted(),
  };
}

/** The requirements that any of the faults breaks, with what was found of them. */
export function requirementRows({
  faults,
  seeds,
}: Pick<Matrix, 'faults' | 'seeds'>): readonly RequirementRow[] {
  return requirements.flatMap(({ id, level }) => {
    const own = faults.filter(({ breaks }) => breaks.includes(id));
    const missed = own.flatMap(({ escapes }) => escapes.filter(({ ids }) => Object.hasOwn(ids, id)));
    const runs = own.length * seeds;
    return own.length === 0 ? [] : [{ id, level, faults: own.length, runs, caught: runs - missed.length }];
  });
}
