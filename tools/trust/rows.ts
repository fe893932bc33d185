import type { RequirementId } from '../../requirements/index.ts';

/** Requirements that did not pass with one seed, by their verdict; those without any are left out. */
export type Verdicts = Readonly<Partial<Record<'fail' | 'warn' | 'inconclusive', readonly RequirementId[]>>>;

/** The outcome of one server, with every seed. */
export interface ServerRow {
  readonly kind: 'fault' | 'variant';
  readonly id: string;
  /** Of a fault. */
  readonly breaks: readonly RequirementId[];
  /** What was said and should not have been, or the other way round: a sentence each, with its seed. */
  readonly wrong: readonly string[];
  /** Stated and implied requirements that were left undecided with any seed. */
  readonly undecided: readonly RequirementId[];
  /** Checks that alone told a fault, whatever the seed. */
  readonly needs: readonly string[];
  /** What was said with the first seed. */
  readonly verdicts: Verdicts;
}

/** A check, and a fault that escapes without it; null where none was found. */
export interface GuardRow {
  readonly kind: 'guard';
  readonly id: string;
  readonly guards: string | null;
}

/** What a standard run takes at most, and the animals that it adds to a server that it has filled before. */
export interface CostRow {
  readonly kind: 'cost';
  readonly requests: number;
  readonly created: number;
  readonly createdAgain: number;
  readonly wrong: readonly string[];
}

/** How often the servers of one family were caught. */
export interface FamilyRow {
  readonly kind: 'family';
  readonly id: string;
  readonly breaks: RequirementId;
  /** By the runs, then by the share: servers whose requirement was found broken. */
  readonly caught: readonly (readonly number[])[];
  readonly wrong: readonly string[];
}

export type Row = ServerRow | GuardRow | CostRow | FamilyRow;

/** The matrix as it is written down. */
export interface Matrix {
  readonly version: string;
  readonly kit: string;
  readonly seeds: number;
  readonly servers: readonly Omit<ServerRow, 'verdicts'>[];
  readonly guards: readonly GuardRow[];
  readonly cost: CostRow;
}

/** The power curve as it is written down. */
export interface Curve {
  readonly kit: string;
  readonly families: readonly FamilyRow[];
}

declare module 'vitest' {
  interface TaskMeta {
    /** What a test of the matrix found out. */
    trust?: Row;
  }
}

/** What is asked of a run of the matrix. */
export interface Asked {
  /** Globs of ids of faults, variants, requirements and checks; empty means all. */
  readonly only: readonly string[];
  readonly seeds: number;
  /** `golden` compares the verdicts with those that are written down, and `freeze` writes them; guards are not looked for. */
  readonly mode: 'matrix' | 'golden' | 'freeze' | 'curve';
}

/** Seeds of the matrix that is written down: every class is met with each, so that another one draws other values alone. */
export const SEEDS = 2;
/** What a standard run may take at most, the first time and on a target that it has filled. */
export const LIMITS = { requests: 1400, created: 110, createdAgain: 40 } as const;
/** Shares of the curve: one input in this many is wrong. */
export const SHARES = [2, 5, 10, 20, 50] as const;
/** Servers of each family at each share of the curve. */
export const EACH = 3;
/** Depths of the curve; a standard run has one value of each class. */
export const RUNS = [1, 10] as const;

/** What the launcher asks for. */
export function asked(): Asked {
  const text = process.env['PETSTORE_TRUST'];
  return text === undefined ? { only: [], seeds: 1, mode: 'matrix' } : (JSON.parse(text) as Asked);
}
