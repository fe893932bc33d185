import { fixOrder } from '../requirements/fix-order.ts';
import { groupBy } from '../src/base/group-by.ts';
import type { Exchange } from './exchange.ts';
import { counted, phrases, some } from './measures.ts';
import type { CheckReport, Report, RequirementReport, Verdict } from './model.ts';
import { cut } from './text.ts';
import { verdicts } from './words.ts';

/** The checks of a row that say why it is not a pass, the most telling first. */
export function decisiveChecks(row: RequirementReport): readonly CheckReport[] {
  const wanted = row.verdict === 'waived' ? ['waived', 'inconclusive'] : [row.verdict];
  const found = row.checks.filter((check) => wanted.includes(check.verdict));
  return found.toSorted((one, other) => weight(other) - weight(one));
}

function weight(check: CheckReport): number {
  return (check.actual === undefined ? 0 : 2) + (check.exchanges.length > 0 ? 1 : 0);
}

/** The request of an exchange in one line; raw. */
export function requestLine({ request }: Exchange): string {
  return `${request.method} ${request.url}`;
}

/** The status line of a response, or why there is none; raw. */
export function statusLine({ response, failure }: Exchange): string {
  if (response === null) return failure?.message ?? 'no complete answer';
  return `${String(response.status)} ${response.statusText}`.trim();
}

/** The response in one line, with `most` characters of its body; raw. */
export function answerLine(exchange: Exchange, most = 4000): string {
  const body = cut(exchange.response?.body ?? '', most);
  return `${statusLine(exchange)} ${body}`.replaceAll(/[ \t\r\n]+/gu, ' ').trim();
}

export function rowsWith(report: Report, verdict: Verdict): readonly RequirementReport[] {
  return report.requirements.filter((row) => row.verdict === verdict);
}

export function byArea({
  requirements,
}: Pick<Report, 'requirements'>): ReadonlyMap<string, readonly RequirementReport[]> {
  return groupBy(requirements, ({ area }) => area);
}

/** Whether an undecided row keeps the whole from being conformant: an advisory one never does. */
export function binding(row: RequirementReport): boolean {
  return row.level !== 'advisory';
}

/** Milliseconds of all exchanges that a row rests on. */
export function duration(row: RequirementReport, evidence: readonly Exchange[]): number {
  const ids = new Set(row.checks.flatMap((check) => check.exchanges));
  return evidence.reduce((sum, one) => (ids.has(one.id) ? sum + one.durationMs : sum), 0);
}

/** Every verdict that occurred with its count, in words: `55 passed, 3 failed, 1 warning`. */
export function countWords(totals: Report['totals']): string {
  const counts = Object.entries(verdicts).map(([verdict, { count: word }]) => {
    const count = totals[verdict as Verdict];
    return some(count, word === 'warnings' && count === 1 ? 'warning' : word);
  });
  return phrases(counts, ', ');
}

/** Characters of a digest that tell it from others: those of `sha256:` and twelve digits. */
const SHORT = 'sha256:'.length + 12;

/** The catalogue and the kit, each with the start of its digest; raw. */
export function frozen({ tool, catalogue }: Report): { readonly kit: string; readonly catalogue: string } {
  const named = ({ version, digest }: Report['catalogue']) => `${version} (${digest.slice(0, SHORT)})`;
  return { kit: named(tool), catalogue: named(catalogue) };
}

/** Whether all that fails is stale waivers: the target passed then. */
export function onlyStaleWaivers(report: Report): boolean {
  const failed = rowsWith(report, 'fail');
  return failed.length > 0 && failed.every(({ cause }) => cause === 'configuration');
}

/** Failures with one cause, and what they left undecided. */
export type Block = ReturnType<typeof blocksOf>[number];

/** The failures of a report by their causes, in the order in which to fix them. */
export function blocksOf(report: Report) {
  const failed = rowsWith(report, 'fail');
  const own = new Set(failed.filter(({ follows }) => follows === undefined).map(({ id }) => id));
  const leads = ({ follows }: RequirementReport) => follows !== undefined && own.has(follows);
  const roots = failed
    .filter((row) => !leads(row))
    .toSorted((one, other) => fixOrder.indexOf(one.id) - fixOrder.indexOf(other.id));
  const missed = [...failed, ...rowsWith(report, 'warn')].filter(leads);
  return roots.map((root) => ({
    /** The failure to fix. */
    root,
    /** Those that have it as their cause: failures, then warnings. */
    followers: missed.filter(({ follows }) => follows === root.id),
    /** Those that cannot be decided until it is fixed. */
    open: rowsWith(report, 'inconclusive').filter(({ because }) => because === root.id),
  }));
}

/** `1 cause, 7 requirements`; without causes where each failure has its own. */
export function blockCount({ totals: { fail } }: Report, blocks: readonly Block[]): string {
  const requirements = counted(fail, 'requirement');
  return blocks.length === fail ? requirements : `${counted(blocks.length, 'cause')}, ${requirements}`;
}

/** The next step for a row, unless it is plain: a server's mistake has to be corrected. */
export function nextStep({ verdict, cause, next }: RequirementReport): string | undefined {
  return cause === 'server' && verdict !== 'inconclusive' ? undefined : next;
}

type Rows = readonly [RequirementReport, ...(readonly RequirementReport[])];

/** Rows that wait for one failure, or need one next step. */
export interface Group {
  /** The next step; empty for blocked or out-of-scope rows. */
  readonly next: string | undefined;
  /** Those of each reason. */
  readonly reasons: readonly (readonly [reason: string, rows: Rows])[];
}

/** The rows of a verdict outside of blocks, by the failure that left them open, otherwise by their next step. */
export function groupsOf(report: Report, verdict: Verdict): readonly Group[] {
  const stepOf = (row: RequirementReport) => (verdict === 'not-tested' ? undefined : nextStep(row));
  const rows = restOf(report, verdict);
  return [...groupBy(rows, (row) => row.because ?? `next ${stepOf(row) ?? ''}`).values()].map((group) => {
    const [{ because }] = group;
    if (because === undefined)
      return { next: stepOf(group[0]), reasons: [...groupBy(group, ({ reason }) => reason)] };
    return { next: undefined, reasons: [[`undecided because of ${because}`, group]] };
  });
}

/** The rows of a verdict that stand in no block of failures. */
export function restOf(report: Report, verdict: Verdict): readonly RequirementReport[] {
  const told = new Set(blocksOf(report).flatMap(({ followers, open }) => [...followers, ...open]));
  return rowsWith(report, verdict).filter((row) => !told.has(row));
}

/** Every row: the blocks in the order in which to fix them, each root before its followers, then the others. */
export function rootsFirst(report: Report): readonly RequirementReport[] {
  const rows = blocksOf(report).flatMap(({ root, followers, open }) => [root, ...followers, ...open]);
  return [...new Set([...rows, ...report.requirements])];
}
