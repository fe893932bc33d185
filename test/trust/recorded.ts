import { SEEDS } from '../../tools/trust/limits.ts';
import { existsSync, readFileSync } from 'node:fs';
import type { Fault } from '../../reference/index.ts';
import type { Curve } from '../../tools/trust/curve.ts';
import { wholeFleet } from '../../tools/trust/fleet.ts';
import { requirementRows, type Matrix } from '../../tools/trust/matrix.ts';

/** What to do where what is written no longer fits what it was written about. */
export const RENEW = `run "npm run trust -- --seeds ${SEEDS}" and commit TRUST.md, tools/trust/trust.json and docs/faults.md`;

/** A file of the repository, as text. */
export function written(name: string): string {
  return readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');
}

export const recorded = JSON.parse(written('tools/trust/trust.json')) as Matrix;

/** The power curve, where it has been measured. */
export const curve = existsSync(new URL('../../tools/trust/curve.json', import.meta.url))
  ? (JSON.parse(written('tools/trust/curve.json')) as Curve)
  : undefined;

export const fleet = await wholeFleet();

/** Faults that check by check would escape, by the check, and the first fault of every other requirement. */
export function fixedPart(): readonly Fault[] {
  const guards = new Set((recorded.checks ?? []).map(({ guards: id }) => id));
  const chosen = fleet.faults.filter(({ id }) => guards.has(id));
  for (const { id: row } of requirementRows(recorded)) {
    const isOfRow = ({ breaks }: Fault): boolean => breaks.includes(row);
    const first = fleet.faults.find(isOfRow);
    if (first !== undefined && !chosen.some(isOfRow)) chosen.push(first);
  }
  return chosen;
}
