import type { Check } from '../../src/kit/check.ts';
import type { Fleet } from './fleet.ts';
import type { Matrix } from './matrix.ts';

/** What has changed since a matrix was measured, as far as ids and declarations tell; empty where it speaks of today. */
export function changedSince(matrix: Matrix, fleet: Fleet, checks: readonly Check[]): readonly string[] {
  const declared = <T>(rows: readonly T[], of: (row: T) => unknown): string => JSON.stringify(rows.map(of));
  const fault = ({ id, breaks, mayFall }: Fleet['faults'][number] | Matrix['faults'][number]) => [
    id,
    breaks,
    mayFall,
  ];
  const variant = ({ id, warns }: Fleet['variants'][number] | Matrix['variants'][number]) => [id, warns];
  const same = (one: string, other: string): boolean => one === other;
  return [
    ...(same(declared(matrix.faults, fault), declared(fleet.faults, fault)) ? [] : ['the faults']),
    ...(same(declared(matrix.variants, variant), declared(fleet.variants, variant)) ? [] : ['the variants']),
    ...(same(
      declared(matrix.checks ?? [], ({ id }) => id),
      declared(checks, ({ id }) => id),
    )
      ? []
      : ['the checks']),
  ];
}
