import type { Fault, Variant } from '../../reference/index.ts';
import { requirements, type Level, type RequirementId } from '../../requirements/index.ts';
import type { FaultResult, Trouble, VariantResult } from './assess.ts';
import type { Fleet } from './fleet.ts';

/** What the runs with one seed or another said and should not have said. */
export type BySeed = readonly { readonly seed: number; readonly ids: Trouble }[];

export interface FaultRow {
  readonly id: string;
  readonly breaks: readonly RequirementId[];
  readonly mayFall: readonly RequirementId[];
  /** Seeds with which everything that it breaks was found. */
  readonly caught: number;
  readonly escapes: BySeed;
  readonly blamed: BySeed;
}

export interface VariantRow {
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
}

/** Requests that a standard run sends, and animals that it adds. */
export interface Cost {
  readonly requests: number;
  readonly created: number;
}

/** The whole matrix: plain data, the same for the same kit, seeds and runs. */
export interface Matrix {
  readonly tool: { readonly name: string; readonly version: string };
  /** Seeds 1 to this. */
  readonly seeds: number;
  readonly requirements: readonly RequirementRow[];
  readonly faults: readonly FaultRow[];
  readonly variants: readonly VariantRow[];
  /** Absent where only a part of the fleet was judged. */
  readonly checks?: readonly CheckRow[];
  /** The most that a run with any of the seeds took: on a fresh server, and on one that it has filled before. */
  readonly cost?: { readonly first: Cost; readonly again: Cost };
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
export function faultRow(fault: Fault, results: Results<FaultResult>): FaultRow {
  const { id, breaks, mayFall } = fault;
  const escapes = troubles(results, id, ({ escaped }) => escaped);
  return {
    id,
    breaks,
    mayFall,
    caught: (results.get(id)?.length ?? 0) - escapes.length,
    escapes,
    blamed: troubles(results, id, ({ blamed }) => blamed),
  };
}

/** The row of a lawful variant. */
export function variantRow({ id, warns }: Variant, results: Results<VariantResult>): VariantRow {
  const undecided = troubles(results, id, (result) => result.undecided).flatMap(({ ids }) =>
    Object.keys(ids),
  );
  return {
    id,
    warns,
    alarms: troubles(results, id, ({ alarms }) => alarms),
    warnings: troubles(results, id, ({ warnings }) => warnings),
    undecided: [...new Set(undecided)].toSorted(),
  };
}

/** The rows of the requirements that any of the faults breaks. */
export function requirementRows({ faults }: Fleet, results: Results<FaultResult>): readonly RequirementRow[] {
  return requirements.flatMap(({ id, level }) => {
    const own = faults.filter(({ breaks }) => breaks.includes(id));
    const runs = own.flatMap((fault) => results.get(fault.id) ?? []);
    const caught = runs.filter(({ result }) => result.found.includes(id)).length;
    return own.length === 0 ? [] : [{ id, level, faults: own.length, runs: runs.length, caught }];
  });
}
