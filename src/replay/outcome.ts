import type { Exchange } from '../../reports/exchange.ts';
import { countWithNoun } from '../../reports/measures.ts';
import type { CheckReport } from '../../reports/model.ts';
import { statusLine } from '../../reports/rows.ts';
import { checkDetail, jsonTextAt, sortedByTime } from '../../reports/failure-detail.ts';
import { checks } from '../../suites/index.ts';
import type { Judged } from '../judge.ts';
import { attemptEndingKind } from '../http/retry.ts';
import { parseExactJson } from '../json/json.ts';
import type { Json } from '../json/types.ts';
import type { ReportedFinding } from './findings.ts';

/** Whether the target still shows the findings, and the reason as a sentence without a full stop. */
export interface ReplayOutcome {
  readonly still: 'shows' | 'gone' | 'undecided';
  readonly why: string;
}

/** Returns the new results of the check behind a finding, for the same requirement, the worst first. */
export function checkReportsOfReplay(
  { row, check }: ReportedFinding,
  { report }: Judged,
): readonly CheckReport[] {
  const order: readonly CheckReport['verdict'][] = ['fail', 'warn', 'inconclusive', 'not-tested', 'pass'];
  const found = report.requirements.find(({ id }) => id === row.id)?.checks ?? [];
  return found
    .filter(({ name }) => name === check.name)
    .toSorted((one, other) => order.indexOf(one.verdict) - order.indexOf(other.verdict));
}

/** Returns the new exchange for a finding's proof: same operation and credential, and if possible same query. */
export function matchingReplayExchange(
  { check }: ReportedFinding,
  original: Judged,
  replay: Judged,
): Exchange | undefined {
  const { proof } = checkDetail(check, original.evidence);
  if (proof === undefined) return undefined;
  const alike = replay.evidence.filter(
    ({ operation, request: { credential } }) =>
      operation === proof.operation && credential.label === proof.request.credential.label,
  );
  const same = alike.filter((one) => queryOf(one) === queryOf(proof));
  const own = same.filter((one) => one.check === proof.check);
  return own.at(-1) ?? same.at(-1) ?? alike.at(-1);
}

/** Compares findings with a new run; `gone` needs a pass of each check, and a response that could show the failure. */
export function replayOutcome(
  findings: readonly ReportedFinding[],
  original: Judged,
  replay: Judged,
): ReplayOutcome {
  const { aborted, requirements } = replay.report;
  if (aborted !== undefined) return { still: 'undecided', why: aborted.message };
  const failed = requirements.find(
    ({ id, verdict }) =>
      (verdict === 'fail' || verdict === 'warn') && findings.some(({ row }) => row.id === id),
  );
  if (failed !== undefined) return { still: 'shows', why: failed.reason };
  const reasons = findings.map((finding) => ({ finding, why: doubt(finding, original, replay) }));
  // If a 5xx replaced another wrong response, the server is not fixed.
  for (const { finding, why } of reasons) {
    const answer = matchingReplayExchange(finding, original, replay);
    const wasDecided = finding.row.verdict !== 'inconclusive';
    if (why !== undefined && answer !== undefined && wasDecided && isBreakdown(answer))
      return { still: 'shows', why: `${answer.id} is answered with ${statusLine(answer)} now` };
  }
  const [open] = reasons.flatMap(({ why }) => why ?? []);
  return open === undefined
    ? { still: 'gone', why: 'every check that failed in the run passes now' }
    : { still: 'undecided', why: open };
}

/** Returns a reason why the failure may still be there; undefined if it is gone. */
function doubt(finding: ReportedFinding, original: Judged, replay: Judged): string | undefined {
  const { row, check } = finding;
  const [worst] = checkReportsOfReplay(finding, replay);
  if (worst !== undefined && worst.verdict !== 'pass') return worst.message;
  // If the check never reports a pass, a new response to the same request is enough evidence.
  const isAsked = matchingReplayExchange(finding, original, replay)?.response != null;
  if (worst === undefined && (decides(check.name, row.id) || !isAsked))
    return replay.report.requirements.find(({ id }) => id === row.id)?.reason ?? 'it was not tested';
  const { times, of } = check.reproduced ?? { times: 1, of: 1 };
  if (times < of)
    return `the run itself reproduced the failure only ${String(times)} of ${countWithNoun(of, 'time')}`;
  const { proof, comparison, related } = checkDetail(check, original.evidence);
  const creates = [...related, comparison].filter((one) => one?.operation === 'create');
  const { created } = replay.report.traffic;
  // If the finding concerns an animal of a refused create, only later requests may show the failure again.
  const isOfRefused = creates.some((one) => (one?.response?.status ?? 0) >= 400);
  if (isOfRefused && created < original.report.traffic.created)
    return 'this replay created fewer animals than the run; some servers store a refused animal only when a later create arrives';
  const read = proof?.operation === 'get' ? proof.request.url.split('/').at(-1) : undefined;
  // Which of the run's animals the proof asks for, from 1 in the order of creation; 0 if it asks for none of them.
  const nth = original.report.created.findIndex(({ id }) => id === read) + 1;
  if (nth > created)
    return `the run saw the failure at animal ${String(nth)} of those that it created, and this replay created only ${String(created)}`;
  const made = creates.map((one) => jsonTextAt('/id', one?.response?.body));
  const dependsOnStore = worst === undefined || (proof !== undefined && isOfOthers(proof, made));
  if (dependsOnStore && animalsAtFirst(replay) > animalsAtFirst(original))
    return 'the target holds more animals now than at the start of the run, which may hide the failure';
  return undefined;
}

/** True if a finding depends on other stored animals: a list of new animals, a GET by another id, or a create with an id. */
function isOfOthers({ operation, request: { url, body } }: Exchange, made: readonly unknown[]): boolean {
  if (operation === 'create') return jsonTextAt('/id', body) !== undefined;
  if (operation === 'get') return made.length > 0 && !made.includes(url.split('/').at(-1));
  return operation === 'list' && made.length > 0;
}

function decides(name: string, id: string): boolean {
  return checks.some((check) => check.id === name && check.decides.some((one) => one === id));
}

function animalsAtFirst({ evidence }: Judged): number {
  return sortedByTime(evidence).flatMap((one) => listItemsIn(one)?.length ?? [])[0] ?? 0;
}

/** True for a 5xx of the server itself, not of a proxy or rate limit. */
function isBreakdown({ response }: Exchange): boolean {
  return response !== null && response.status >= 500 && attemptEndingKind(response, false) === 'answer';
}

function queryOf({ request: { url } }: Exchange): string {
  return url.includes('?') ? url.slice(url.indexOf('?')) : '';
}

/** Returns the items of a list response; undefined for any other response. */
export function listItemsIn({ response }: Exchange): readonly Json[] | undefined {
  if (response === null || response.status >= 300) return undefined;
  const read = parseExactJson(response.body);
  return read.ok && Array.isArray(read.value) ? (read.value as readonly Json[]) : undefined;
}
