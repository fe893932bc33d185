import { standardCost } from './cost.ts';
import type { Digests } from './digests.ts';
import type { Part } from './fleet.ts';
import { faultRow, variantRow, type CheckRow, type FaultRow, type Matrix } from './matrix.ts';
import { guardOf } from './removal.ts';
import { survey, type Judge } from './survey.ts';

/** What is to be judged, and what is known already. */
export interface Work {
  readonly part: Part;
  readonly whole: Part;
  /** Rows that are still true. */
  readonly known: Partial<Matrix>;
  /** The matrix that is written down: it tells where to look first. */
  readonly before: Matrix | undefined;
  readonly digests: Digests;
  readonly seeds: number;
  readonly runs: number | undefined;
  readonly tell: (line: string) => void;
}

/** Judges a part of the fleet, apart from what is known, and puts the rows together in the order of the fleet. */
export async function judgePart(
  work: Work,
  judge: Judge,
): Promise<Pick<Matrix, 'faults' | 'variants' | 'checks' | 'cost' | 'crashes'>> {
  const { part, whole, known, digests, seeds, runs, tell } = work;
  const { kit } = digests;
  const isOpen =
    (rows: readonly { readonly id: string }[] = []) =>
    ({ id }: { readonly id: string }): boolean =>
      !rows.some((row) => row.id === id);
  const open = {
    faults: part.faults.filter(isOpen(known.faults)),
    variants: part.variants.filter(isOpen(known.variants)),
  };
  const told = await survey(open, { seeds, runs, tell }, judge, whole.variants);
  const faults = part.faults.flatMap(
    (fault) =>
      known.faults?.find(({ id }) => id === fault.id) ??
      faultRow(
        fault,
        told.faults,
        { kit, own: digests.faults.get(fault.id) ?? '' },
        told.needs.get(fault.id) ?? [],
      ),
  );
  const variants = part.variants.flatMap(
    (variant) =>
      known.variants?.find(({ id }) => id === variant.id) ??
      variantRow(variant, told.variants, { kit, own: digests.variants.get(variant.id) ?? '' }),
  );
  if (runs !== undefined) return { faults, variants, checks: [], crashes: told.crashes };
  const checks = await guards(work, faults, judge);
  if (part !== whole) return { faults, variants, checks, crashes: told.crashes };
  const cost = known.cost ?? (await standardCost(seeds, digests.kit));
  return { faults, variants, checks, cost, crashes: told.crashes };
}

/** For each check of the part a fault that escapes without it. */
async function guards(work: Work, rows: readonly FaultRow[], judge: Judge): Promise<readonly CheckRow[]> {
  const { part, whole, known, before, digests, seeds } = work;
  const missed = new Set(rows.filter(({ caught }) => caught < seeds).map(({ id }) => id));
  const faults = whole.faults.filter(({ id }) => !missed.has(id));
  const needs = new Map([...(before?.faults ?? []), ...rows].map((row) => [row.id, row.needs]));
  return Promise.all(
    part.checks.map(async (check) => {
      const row = known.checks?.find(({ id }) => id === check.id);
      if (row !== undefined) return row;
      const last = before?.checks.find(({ id }) => id === check.id)?.guards;
      const guard = await guardOf(check, faults, { needs, last }, judge);
      return { id: check.id, guards: guard, kit: digests.kit, own: digests.faults.get(guard ?? '') ?? '' };
    }),
  );
}
