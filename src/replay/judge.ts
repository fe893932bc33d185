import type { Exchange } from '../../reports/exchange.ts';
import type { CheckReport, Place, Report } from '../../reports/model.ts';
import { statusLine } from '../../reports/rows.ts';
import { checks } from '../../suites/index.ts';
import type { Config } from '../config/types.ts';
import { concerns } from '../engine/check.ts';
import { isClientError } from '../engine/expect.ts';
import { isRefusal } from '../http/attempt.ts';
import { doubtOf, type Now } from './doubt.ts';
import type { Finding } from './finding.ts';
import { textAt, valueAt } from './places.ts';
import { judgedBy } from './rules.ts';

/** Whether a finding still shows, and the sentence that says so. */
export interface Outcome {
  readonly still: 'shows' | 'gone' | 'untold';
  readonly why: string;
  /** Nothing is known of why no answer tells. */
  readonly isOpen?: true;
}

const OPEN: Outcome = { still: 'untold', why: 'what came now is no answer that could show it', isOpen: true };

/**
 * Whether a finding shows in what came now. The rules of the checks that it is a matter of say so, where they find it in the
 * evidence alone too; else the status that was expected, or what stands at the places that were wrong. It is gone only where
 * it would have shown.
 */
export async function stillShows(
  finding: Finding,
  now: Now,
  report: Report,
  config: Config,
): Promise<Outcome> {
  const outcome = await shownNow(finding, now.came, report, config);
  if (outcome.still === 'shows') return outcome;
  const doubt = outcome.still === 'gone' || outcome.isOpen ? await doubtOf(finding, now) : undefined;
  return doubt === undefined ? outcome : { still: 'untold', why: doubt };
}

async function shownNow(
  finding: Finding,
  came: readonly Exchange[],
  report: Report,
  config: Config,
): Promise<Outcome> {
  const { requests, proof, row, check } = finding;
  const silent = came.findIndex(isSilent);
  const [then, now] = [requests[silent], came[silent]];
  if (then !== undefined && now !== undefined) return silence(then, now);
  const answer = came[requests.indexOf(proof)];
  const deciding = checks.filter((one) => concerns(one).includes(row.id));
  for (const one of deciding) {
    const [before, later] = await Promise.all(
      [requests, came].map((exchanges) => judgedBy(one, row.id, exchanges, report, config)),
    );
    if (typeof before !== 'object' && !isSilent(proof)) continue;
    if (typeof later === 'object') return { still: 'shows', why: later.message };
    if (isSilent(proof) || answer === undefined) continue;
    if (later === 'met' || isOneCreate(requests, came))
      return { still: 'gone', why: 'the answers are as the document asks' };
    const status = byExpectation(check.expected, proof, answer);
    return status?.still === 'gone' ? status : (refused(proof, answer) ?? OPEN);
  }
  if (isSilent(proof) || answer === undefined)
    return { still: 'gone', why: `${proof.id} got no answer that counts then, and gets one now` };
  return byExpectation(check.expected, proof, answer) ?? byPlaces(check, proof, answer);
}

/**
 * Whether all that was sent is an animal that is answered with the same status. Then the rule has judged the answer, though one
 * that may be refused, as for its name, is no evidence that animals are taken.
 */
function isOneCreate([then, ...more]: readonly Exchange[], [now]: readonly Exchange[]): boolean {
  return more.length === 0 && then?.operation === 'create' && then.response?.status === now?.response?.status;
}

/** Whether no answer came that counts. */
function isSilent({ response }: Exchange): boolean {
  return response === null || isRefusal(response.status);
}

/** What some findings are about is that no answer comes, or that it breaks off. */
function silence(then: Exchange, now: Exchange): Outcome {
  const how = ({ response, failure }: Exchange): string =>
    [response?.status, failure?.kind, failure?.code].join(' ');
  const why = `${then.id} got no answer that counts: ${statusLine(now)}`;
  const isSame = isSilent(then) && how(then) === how(now) && now.failure?.unsent !== true;
  return { still: isSame ? 'shows' : 'untold', why };
}

/** What the status says, where it was the status of an answer that was wrong. */
export function byExpectation(
  expected: string | undefined,
  then: Exchange,
  now: Exchange,
): Outcome | undefined {
  if (expected === undefined) return undefined;
  const [before = 0, status = 0] = [then.response?.status, now.response?.status];
  const ways = expected.split(/,? or /u).map((way) => /^(?:(\d{3})|(a 4xx))\b/u.exec(way));
  const isMet = (came: number): boolean =>
    ways.some((way) => way && (way[1] === undefined ? isClientError(came) : String(came) === way[1]));
  // What was wrong was something else.
  if (ways[0] === null || isMet(before)) return undefined;
  const why = `it is answered with ${String(status)}`;
  if (isMet(status)) return { still: 'gone', why };
  // Another way to be right is no matter of the status.
  return ways.includes(null) ? undefined : { still: 'shows', why: `${why}; expected ${expected}` };
}

/** What was answered with success then, and is refused now. */
function refused(then: Exchange, now: Exchange): Outcome | undefined {
  const [before = 0, status = 0] = [then.response?.status, now.response?.status];
  return before < 300 && isClientError(status)
    ? { still: 'untold', why: `it is refused now: ${statusLine(now)}` }
    : undefined;
}

/** What stands at the places that were wrong: the same as then shows it, and what was expected or sent shows it no more. */
export function byPlaces({ places = [], expected }: CheckReport, then: Exchange, now: Exchange): Outcome {
  const isSuccess = (now.response?.status ?? 0) < 300;
  const isStatus = then.response?.status === now.response?.status;
  if (places.length > 0 && isStatus && places.every((place) => valueAt(place, then) === valueAt(place, now)))
    return { still: 'shows', why: 'what was wrong stands in the answer again' };
  const isRight = (place: Place): boolean => {
    const value = valueAt(place, now);
    if (place.part !== 'body' || value === undefined) return false;
    if (expected === `${place.pointer.slice(1)} ${value}`) return true;
    const wasSent = textAt(place.pointer, then.request.body) === valueAt(place, then);
    return place.pointer !== '' && !wasSent && textAt(place.pointer, now.request.body) === value;
  };
  if (isSuccess && places.length > 0 && places.every(isRight))
    return { still: 'gone', why: 'what was expected stands in the answer' };
  return (
    refused(then, now) ?? { still: 'untold', why: 'the answer is another one than then: compare the two' }
  );
}
