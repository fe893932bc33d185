import type { Exchange } from '../../reports/exchange.ts';
import { counted } from '../../reports/measures.ts';
import type { CheckReport } from '../../reports/model.ts';
import { textAt } from '../../reports/places.ts';
import { inOrder } from '../../reports/requests.ts';
import { statusLine } from '../../reports/rows.ts';
import { checkDetail } from '../../reports/failure-detail.ts';
import { checks } from '../../suites/index.ts';
import type { Judged } from '../judge.ts';
import { endingOf } from '../http/retry.ts';
import { readJson } from '../json/json.ts';
import type { Json } from '../json/types.ts';
import type { Finding } from './findings.ts';

/** Whether findings still show, and the sentence that says so, without its full stop. */
export interface Outcome {
  readonly still: 'shows' | 'gone' | 'undecided';
  readonly why: string;
}

/** The new outcomes of a check for the requirement of a finding, the worst first. */
export function saidNow({ row, check }: Finding, { report }: Judged): readonly CheckReport[] {
  const order: readonly CheckReport['verdict'][] = ['fail', 'warn', 'inconclusive', 'not-tested', 'pass'];
  const found = report.requirements.find(({ id }) => id === row.id)?.checks ?? [];
  return found
    .filter(({ name }) => name === check.name)
    .toSorted((one, other) => order.indexOf(one.verdict) - order.indexOf(other.verdict));
}

/** The new response to a request like the proof of a finding: same operation and credential, and the same query if there is one. */
export function answerNow({ check }: Finding, then: Judged, now: Judged): Exchange | undefined {
  const { proof } = checkDetail(check, then.evidence);
  if (proof === undefined) return undefined;
  const alike = now.evidence.filter(
    ({ operation, request: { credential } }) =>
      operation === proof.operation && credential.label === proof.request.credential.label,
  );
  const same = alike.filter((one) => queryOf(one) === queryOf(proof));
  const own = same.filter((one) => one.check === proof.check);
  return own.at(-1) ?? same.at(-1) ?? alike.at(-1);
}

/** Whether any finding still shows: they are gone only if each check that failed then passes now, and could have failed. */
export function outcomeOf(findings: readonly Finding[], then: Judged, now: Judged): Outcome {
  const { aborted, requirements } = now.report;
  if (aborted !== undefined) return { still: 'undecided', why: aborted.message };
  const failed = requirements.find(
    ({ id, verdict }) =>
      (verdict === 'fail' || verdict === 'warn') && findings.some(({ row }) => row.id === id),
  );
  if (failed !== undefined) return { still: 'shows', why: failed.reason };
  const reasons = findings.map((finding) => ({ finding, why: doubt(finding, then, now) }));
  // An answer that breaks down where another wrong one came is no better than that.
  for (const { finding, why } of reasons) {
    const answer = answerNow(finding, then, now);
    const wasDecided = finding.row.verdict !== 'inconclusive';
    if (why !== undefined && answer !== undefined && wasDecided && isBreakdown(answer))
      return { still: 'shows', why: `${answer.id} is answered with ${statusLine(answer)} now` };
  }
  const [open] = reasons.flatMap(({ why }) => why ?? []);
  return open === undefined
    ? { still: 'gone', why: 'each check that failed then passes now' }
    : { still: 'undecided', why: open };
}

/** Why nobody can tell whether a finding is gone; undefined where it is. */
function doubt(finding: Finding, then: Judged, now: Judged): string | undefined {
  const { row, check } = finding;
  const [worst] = saidNow(finding, now);
  if (worst !== undefined && worst.verdict !== 'pass') return worst.message;
  // A check may find something wrong of which it never says that it is right.
  const isAsked = answerNow(finding, then, now)?.response != null;
  if (worst === undefined && (decides(check.name, row.id) || !isAsked))
    return now.report.requirements.find(({ id }) => id === row.id)?.reason ?? 'it was not tested';
  const { times, of } = check.reproduced ?? { times: 1, of: 1 };
  if (times < of)
    return `in the run itself it was reproduced only ${String(times)} of ${counted(of, 'time')}`;
  if (isOfRefused(finding, then) && now.report.traffic.created < then.report.traffic.created)
    return 'fewer animals were created than in the run, and a refused one may be stored with a later one';
  if ((worst === undefined || isOfOthers(finding, then)) && animalsAtFirst(now) > animalsAtFirst(then))
    return 'the target holds more animals now than at the start of the run, which may hide it';
  return undefined;
}

/** Whether a finding is about an animal that was refused: to show it again may take later requests. */
function isOfRefused({ check }: Finding, then: Judged): boolean {
  const { comparison, related } = checkDetail(check, then.evidence);
  return [...related, comparison].some(
    (one) => one?.operation === 'create' && (one.response?.status ?? 0) >= 400,
  );
}

/** Whether a finding depends on what else a target holds: a list that shows new animals, an id like that of a new one. */
function isOfOthers({ check }: Finding, then: Judged): boolean {
  const { proof, comparison, related } = checkDetail(check, then.evidence);
  const made = [...related, comparison].flatMap((one) =>
    one?.operation === 'create' ? [textAt('/id', one.response?.body)] : [],
  );
  if (proof?.operation === 'get')
    return made.length > 0 && !made.includes(proof.request.url.split('/').at(-1));
  if (proof?.operation === 'create') return textAt('/id', proof.request.body) !== undefined;
  return proof?.operation === 'list' && made.length > 0;
}

function decides(name: string, id: string): boolean {
  return checks.some((check) => check.id === name && check.decides.some((one) => one === id));
}

function animalsAtFirst({ evidence }: Judged): number {
  return inOrder(evidence).flatMap((one) => itemsIn(one)?.length ?? [])[0] ?? 0;
}

/** Whether an answer is a 5xx of the server's own, which a proxy on the way or a limit of the rate is not. */
function isBreakdown({ response }: Exchange): boolean {
  return response !== null && response.status >= 500 && endingOf(response, false) === 'answer';
}

function queryOf({ request: { url } }: Exchange): string {
  return url.includes('?') ? url.slice(url.indexOf('?')) : '';
}

/** The items of the list in an answer. */
export function itemsIn({ response }: Exchange): readonly Json[] | undefined {
  if (response === null || response.status >= 300) return undefined;
  const read = readJson(response.body);
  return read.ok && Array.isArray(read.value) ? (read.value as readonly Json[]) : undefined;
}
