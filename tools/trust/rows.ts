import type { RequirementId } from '../../requirements/index.ts';

/** Requirements that did not pass with one seed, by verdict; empty lists are left out. */
export type IdsByVerdict = Readonly<
  Partial<Record<'fail' | 'warn' | 'inconclusive', readonly RequirementId[]>>
>;

/** The result of one server, with all seeds. */
export interface ServerRow {
  readonly kind: 'fault' | 'variant';
  readonly id: string;
  /** Requirements that the fault breaks; empty for a variant. */
  readonly breaks: readonly RequirementId[];
  /** How the results differ from what the fault or variant declares: a sentence each, with the seed. */
  readonly wrong: readonly string[];
  /** Stated and implied requirements left undecided with any seed. */
  readonly undecided: readonly RequirementId[];
  /** Verdicts with the first seed. */
  readonly verdicts: IdsByVerdict;
}

/** A check, and a fault (`guards`) that is not found without the check; null if none is known. */
export interface GuardRow {
  readonly kind: 'guard';
  readonly id: string;
  readonly guards: string | null;
}

/** The largest cost of a standard run; `createdAgain`: animals that a second run creates on the same server. */
export interface CostRow {
  readonly kind: 'cost';
  readonly requests: number;
  readonly created: number;
  readonly createdAgain: number;
  readonly wrong: readonly string[];
}

/** How often the servers of a family were caught. */
export interface FamilyRow {
  readonly kind: 'family';
  readonly id: string;
  readonly breaks: RequirementId;
  /** Number of servers caught: a list for each depth, with a number for each share. */
  readonly caught: readonly (readonly number[])[];
  readonly wrong: readonly string[];
}

export type TrustRow = ServerRow | GuardRow | CostRow | FamilyRow;

/** The content of trust.json. */
export interface TrustMatrix {
  readonly version: string;
  readonly kit: string;
  readonly seeds: number;
  readonly servers: readonly Omit<ServerRow, 'verdicts'>[];
  readonly guards: readonly GuardRow[];
  readonly cost: CostRow;
}

/** The content of curve.json. */
export interface DetectionCurve {
  readonly kit: string;
  readonly families: readonly FamilyRow[];
}

declare module 'vitest' {
  interface TaskMeta {
    /** The result of a test of the matrix. */
    trust?: TrustRow;
  }
}

/** The options of `npm run trust`. */
export interface TrustOptions {
  /** Globs of ids of faults, variants, families, requirements and checks; empty: all. */
  readonly only: readonly string[];
  readonly seeds: number;
  /** `golden` compares the verdicts with golden.json, `freeze` writes that file; neither searches for guards. */
  readonly mode: 'matrix' | 'golden' | 'freeze' | 'curve';
}

/** Seeds that a recorded matrix needs. Every seed sends all input classes, and draws other values of them. */
export const SEED_COUNT = 2;
/** Maximum cost of a standard run that is allowed, and of a second run on the same server. */
export const COST_LIMITS = { requests: 1400, created: 110, createdAgain: 40 } as const;
/** Shares of wrong inputs in the curve: 2 stands for one wrong input in two. */
export const CURVE_SHARES = [2, 5, 10, 20, 50] as const;
/** Number of servers of each family for each share of wrong inputs. */
export const SERVERS_PER_SHARE = 3;
/** Values of `--runs` in the curve: how many inputs of each class are drawn. */
export const CURVE_DEPTHS = [1, 10] as const;

/** Returns the options that tools/trust.mjs passes on. */
export function readTrustOptions(): TrustOptions {
  const text = process.env['PETSTORE_TRUST'];
  return text === undefined ? { only: [], seeds: 1, mode: 'matrix' } : (JSON.parse(text) as TrustOptions);
}
