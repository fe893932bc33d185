import { mendingOrder } from '../requirements/mending.ts';
import { groupBy } from '../src/base/group-by.ts';
import { counted } from './measures.ts';
import type { Report, RequirementReport, Verdict } from './model.ts';
import { rowsWith } from './rows.ts';

/** Failures with one cause, and what they left undecided. */
export interface Block {
  /** The failure to mend. */
  readonly root: RequirementReport;
  /** Those that have it as their cause: failures, then warnings. */
  readonly followers: readonly RequirementReport[];
  /** Those that cannot be decided until it is mended. */
  readonly open: readonly RequirementReport[];
}

/** The failures of a report by their causes, in the order in which to mend them. */
export function blocksOf(report: Report): readonly Block[] {
  const failed = rowsWith(report, 'fail');
  const own = new Set(failed.filter(({ follows }) => follows === undefined).map(({ id }) => id));
  const leads = ({ follows }: RequirementReport) => follows !== undefined && own.has(follows);
  const roots = failed
    .filter((row) => !leads(row))
    .toSorted((one, other) => mendingOrder.indexOf(one.id) - mendingOrder.indexOf(other.id));
  const missed = [...failed, ...rowsWith(report, 'warn')].filter(leads);
  return roots.map((root) => ({
    root,
    followers: missed.filter(({ follows }) => follows === root.id),
    open: rowsWith(report, 'inconclusive').filter(({ because }) => because === root.id),
  }));
}

/** `1 cause, 7 requirements`; without causes where each failure has its own. */
export function blockCount({ totals: { fail } }: Report, blocks: readonly Block[]): string {
  const requirements = counted(fail, 'requirement');
  return blocks.length === fail ? requirements : `${counted(blocks.length, 'cause')}, ${requirements}`;
}

/** Rows that one thing keeps from being decided, or left out: each says what it is. */
export type Group = readonly [RequirementReport, ...(readonly RequirementReport[])];

/** The rows of a verdict that stand in no block, by what they have in common: the failure that left them open, else their reason. */
export function groupsOf(report: Report, verdict: Verdict): readonly Group[] {
  const rows = restOf(report, verdict);
  return [...groupBy(rows, ({ because, reason }) => because ?? `reason ${reason}`).values()];
}

/** The rows of a verdict that stand in no block of failures. */
export function restOf(report: Report, verdict: Verdict): readonly RequirementReport[] {
  const told = new Set(blocksOf(report).flatMap(({ followers, open }) => [...followers, ...open]));
  return rowsWith(report, verdict).filter((row) => !told.has(row));
}

/** Every row: the blocks in the order in which to mend them, each root before what it brought about, then the others. */
export function rootsFirst(report: Report): readonly RequirementReport[] {
  const rows = blocksOf(report).flatMap(({ root, followers, open }) => [root, ...followers, ...open]);
  return [...new Set([...rows, ...report.requirements])];
}
