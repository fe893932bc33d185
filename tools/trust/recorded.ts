import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checks } from '../../suites/index.ts';
import type { Digests } from './digests.ts';
import type { Fleet } from './fleet.ts';
import type { Matrix, Origin } from './matrix.ts';
import { PACKAGE } from './modules.ts';

/** The matrix that is written down; undefined where there is none. */
export async function readRecorded(): Promise<Matrix | undefined> {
  const text = await readFile(join(PACKAGE, 'tools', 'trust', 'trust.json'), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as Matrix);
}

/** A matrix or a curve as it is written down: a row a line, so that a change shows as the rows that changed. */
export function writtenDown(data: object): string {
  const members = Object.entries(data).map(([name, value]: [string, unknown]) => {
    const text =
      Array.isArray(value) && value.length > 0
        ? `[\n${value.map((row) => `  ${JSON.stringify(row)}`).join(',\n')}\n ]`
        : JSON.stringify(value);
    return ` ${JSON.stringify(name)}: ${text}`;
  });
  return `{\n${members.join(',\n')}\n}\n`;
}

/** The servers that a row is about as they are now, whichever kit judged it. */
function about<Row extends Origin & { readonly id: string }>(
  rows: readonly Row[],
  own: ReadonlyMap<string, string>,
): readonly Row[] {
  return rows.filter((row) => own.get(row.id) === row.own);
}

/** The part of a matrix that need not be judged again: neither server nor kit have changed, nor the seeds. */
export function stillTrue(before: Matrix | undefined, digests: Digests, seeds: number): Partial<Matrix> {
  if (before === undefined || before.seeds !== seeds) return {};
  const isNow = ({ kit }: { readonly kit: string }): boolean => kit === digests.kit;
  const { cost } = before;
  return {
    faults: about(before.faults, digests.faults).filter(isNow),
    variants: about(before.variants, digests.variants).filter(isNow),
    checks: before.checks.filter(
      (row) => isNow(row) && row.guards !== null && digests.faults.get(row.guards) === row.own,
    ),
    ...(cost !== undefined && isNow(cost) ? { cost } : {}),
  };
}

/** A matrix with what was judged now, and what was written down before where it was not. */
export function merged(before: Matrix | undefined, now: Matrix, digests: Digests, whole: Fleet): Matrix {
  const old = before?.seeds === now.seeds ? before : undefined;
  const cost = now.cost ?? old?.cost;
  const pick = <Row extends { readonly id: string }>(
    ids: readonly { readonly id: string }[],
    rows: readonly Row[],
    others: readonly Row[],
  ): readonly Row[] =>
    ids.flatMap(({ id }) => rows.find((row) => row.id === id) ?? others.find((row) => row.id === id) ?? []);
  return {
    ...now,
    faults: pick(whole.faults, now.faults, about(old?.faults ?? [], digests.faults)),
    variants: pick(whole.variants, now.variants, about(old?.variants ?? [], digests.variants)),
    checks: pick(checks, now.checks, old?.checks ?? []),
    ...(cost === undefined ? {} : { cost }),
  };
}

/** What a matrix lacks of the whole fleet, by ids; empty where it can be written down. */
export function lacks({ faults, variants, checks: rows, cost }: Matrix, whole: Fleet): readonly string[] {
  const missing = (
    all: readonly { readonly id: string }[],
    known: readonly { readonly id: string }[],
  ): readonly string[] => all.map(({ id }) => id).filter((id) => !known.some((row) => row.id === id));
  return [
    ...missing(whole.faults, faults),
    ...missing(whole.variants, variants),
    ...missing(checks, rows),
    ...(cost === undefined ? ['the cost of the standard run'] : []),
  ];
}
