import { fixOrder } from '../requirements/fix-order.ts';
import { groupBy } from '../src/base/group-by.ts';
import type { Exchange } from './exchange.ts';
import { countsText, countWithNoun } from './measures.ts';
import type { CheckReport, Report, RequirementReport, Verdict } from './model.ts';
import { truncate } from '../src/base/truncate.ts';
import { verdictCountWord, verdictWords } from './words.ts';

/** Returns the checks with the requirement's own verdict (for `waived` also undecided ones), the strongest evidence first. */
export function decisiveChecks(row: RequirementReport): readonly CheckReport[] {
  const wanted = row.verdict === 'waived' ? ['waived', 'inconclusive'] : [row.verdict];
  const found = row.checks.filter((check) => wanted.includes(check.verdict));
  const weight = ({ actual, exchanges }: CheckReport) =>
    (actual === undefined ? 0 : 2) + (exchanges.length > 0 ? 1 : 0);
  return found.toSorted((one, other) => weight(other) - weight(one));
}

/** Returns the method and URL of a request; not escaped. */
export function requestLine({ request }: Exchange): string {
  return `${request.method} ${request.url}`;
}

/** Returns the status of a response, or why there is none; not escaped. */
export function statusLine({ response, failure }: Exchange): string {
  if (response === null) return failure?.message ?? 'no complete answer';
  return `${String(response.status)} ${response.statusText}`.trim();
}

/** Returns a response in one line, with at most `most` characters of its body; not escaped. */
export function responseLine(exchange: Exchange, most = 4000): string {
  const body = truncate(exchange.response?.body ?? '', most);
  return `${statusLine(exchange)} ${body}`.replaceAll(/[ \t\r\n]+/gu, ' ').trim();
}

export function rowsWith(report: Report, verdict: Verdict): readonly RequirementReport[] {
  return report.requirements.filter((row) => row.verdict === verdict);
}

export function rowsByArea(rows: readonly RequirementReport[]) {
  return groupBy(rows, ({ area }) => area);
}

/** True if an undecided requirement prevents a conformant verdict: all but advisory ones. */
export function isMandatory(row: RequirementReport): boolean {
  return row.level !== 'advisory';
}

/** Caches the index of each evidence: a report looks up exchanges for each of its checks. */
const indexes = new WeakMap<readonly Exchange[], ReadonlyMap<string, Exchange>>();

export function exchangesById(evidence: readonly Exchange[]): ReadonlyMap<string, Exchange> {
  const known = indexes.get(evidence);
  if (known !== undefined) return known;
  const index = new Map(evidence.map((one) => [one.id, one]));
  indexes.set(evidence, index);
  return index;
}

/** Returns the total milliseconds of the exchanges behind a requirement. */
export function durationOfRow(row: RequirementReport, evidence: readonly Exchange[]): number {
  const ids = new Set(row.checks.flatMap((check) => check.exchanges));
  const byId = exchangesById(evidence);
  return [...ids].reduce((sum, id) => sum + (byId.get(id)?.durationMs ?? 0), 0);
}

/** Returns the count of each verdict in words: `55 passed, 3 failed, 1 warning`. */
export function totalsText(totals: Report['totals']): string {
  const verdicts = Object.keys(verdictWords) as Verdict[];
  const named = (verdict: Verdict) => [verdictCountWord(verdict, totals[verdict]), totals[verdict]] as const;
  return countsText(Object.fromEntries(verdicts.map(named)));
}

/** Length of a digest that is shortened to `sha256:` and twelve digits. */
const SHORT = 'sha256:'.length + 12;

/** Returns the versions of catalogue and kit with shortened digests; not escaped. */
export function versionTexts({ tool, catalogue }: Report) {
  const named = ({ version, digest }: Report['catalogue']) => `${version} (${digest.slice(0, SHORT)})`;
  return { kit: named(tool), catalogue: named(catalogue) };
}

/** Groups the failures of a report by cause, in the order of fixing, with the requirements that they leave undecided. */
export function groupFailuresByCause(report: Report) {
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
    /** Failures, then warnings, that `root` causes. */
    followers: missed.filter(({ follows }) => follows === root.id),
    /** Requirements that are undecided until `root` is fixed. */
    open: rowsWith(report, 'inconclusive').filter(({ because }) => because === root.id),
  }));
}

/** Returns `1 cause, 7 requirements`; without causes if each failure has its own. */
export function causeCountText(report: Report): string {
  const [causes, { fail }] = [groupFailuresByCause(report).length, report.totals];
  const requirements = countWithNoun(fail, 'requirement');
  return causes === fail ? requirements : `${countWithNoun(causes, 'cause')}, ${requirements}`;
}

/** Returns the next step of a requirement; undefined if the step would only be to fix the server. */
export function nextStep({ verdict, cause, next }: RequirementReport): string | undefined {
  return cause === 'server' && verdict !== 'inconclusive' ? undefined : next;
}

export type NextStepGroup = ReturnType<typeof groupByNextStep>[number];

/** Groups the requirements of a verdict outside the blocks of causes, by the failure that blocks them or by next step. */
export function groupByNextStep(report: Report, verdict: Verdict) {
  const stepOf = (row: RequirementReport) =>
    row.because !== undefined || verdict === 'not-tested' ? undefined : nextStep(row);
  const reasonOf = ({ because, reason }: RequirementReport) =>
    because === undefined ? reason : `undecided because of ${because}`;
  const groups = groupBy(
    rowsOutsideCauseGroups(report, verdict),
    (row) => row.because ?? `next ${stepOf(row) ?? ''}`,
  );
  return Array.from(groups.values(), (rows) => ({
    /** Undefined for blocked and untested requirements, and if the next step is only to fix the server. */
    next: stepOf(rows[0]),
    reasons: [...groupBy(rows, reasonOf)],
  }));
}

/** Returns the requirements of a verdict that are in no block. */
export function rowsOutsideCauseGroups(report: Report, verdict: Verdict): readonly RequirementReport[] {
  const told = new Set(
    groupFailuresByCause(report).flatMap(({ followers, open }) => [...followers, ...open]),
  );
  return rowsWith(report, verdict).filter((row) => !told.has(row));
}

/** Returns all requirements: blocks in the order of fixing, each root before its followers, then the rest. */
export function rowsInFixOrder(report: Report): readonly RequirementReport[] {
  const rows = groupFailuresByCause(report).flatMap(({ root, followers, open }) => [
    root,
    ...followers,
    ...open,
  ]);
  return [...new Set([...rows, ...report.requirements])];
}
