import type { Family } from '../../reference/index.ts';
import type { RequirementId } from '../../requirements/index.ts';
import type { Told } from './run-one.ts';
import type { Judge } from './survey.ts';

/** Shares that are measured: one input in this many is wrong. */
export const SHARES = [2, 5, 10, 20, 50];
/** Runs of each property; a standard run has five. */
export const RUNS = [3, 5, 10, 30, 100];

/** How often the servers of one family were caught: plain data. */
export interface FamilyRow {
  readonly id: string;
  readonly breaks: RequirementId;
  /** By the runs, then by the share: servers whose requirement was found broken. */
  readonly caught: readonly (readonly number[])[];
  /** Servers, of all that were judged, that were blamed on a requirement that has nothing to do with them. */
  readonly blamed: number;
}

/** What a run on the conformant server takes. */
export interface RunCost {
  readonly runs: number;
  readonly requests: number;
  readonly created: number;
  /** Wall time, the least of some. */
  readonly seconds: number;
}

/** How the power grows with the share of inputs that are wrong, and with the runs. */
export interface Curve {
  /** Digest of the kit that judged. */
  readonly kit: string;
  readonly shares: readonly number[];
  readonly runs: readonly number[];
  /** Servers of each family for each share. */
  readonly each: number;
  /** Families that there are: those that were measured may be a part of them. */
  readonly of: number;
  readonly families: readonly FamilyRow[];
  readonly costs: readonly RunCost[];
}

export interface CurveWork {
  readonly families: readonly Family[];
  readonly runs: readonly number[];
  readonly each: number;
  readonly tell: (line: string) => void;
}

/** Judges `each` servers of each family for each share, the same ones with each number of runs. */
export async function familyRows(
  { families, runs, each, tell }: CurveWork,
  judge: Judge,
): Promise<readonly FamilyRow[]> {
  return Promise.all(
    families.map(async (family) => {
      let blamed = 0;
      const caught = await Promise.all(
        runs.map((count) =>
          Promise.all(
            SHARES.map(async (oneIn) => {
              const told = await Promise.all(
                Array.from({ length: each }, (_, index) =>
                  judgeDrawn(family, oneIn, index + 1, count, judge),
                ),
              );
              for (const { id, run } of told) {
                for (const crash of run.crashes) tell(`${id} makes the kit fail: ${crash}`);
                const others = blamedOn(family, run);
                if (others.length > 0) blamed += 1;
                for (const other of others)
                  tell(`${id} with --runs ${count} is blamed on ${other}: ${run.reasons[other] ?? ''}`);
              }
              return told.filter(({ run }) => isSaid(run, family.breaks)).length;
            }),
          ),
        ),
      );
      return { id: family.id, breaks: family.breaks, caught, blamed };
    }),
  );
}

async function judgeDrawn(
  family: Family,
  oneIn: number,
  number: number,
  runs: number,
  judge: Judge,
): Promise<{ readonly id: string; readonly run: Told }> {
  const id = `${family.id}@${oneIn}#${number}`;
  return { id, run: await judge({ faults: [id], variants: [], seed: number, runs }) };
}

function isSaid({ failed, warned }: Told, id: RequirementId): boolean {
  return failed.includes(id) || warned.includes(id);
}

function blamedOn({ breaks, mayFall }: Family, { failed, warned }: Told): readonly RequirementId[] {
  return [...failed, ...warned].filter((id) => id !== breaks && !mayFall.includes(id));
}
