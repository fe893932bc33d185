import type { Exchange } from '../../reports/exchange.ts';
import type { Place, Report } from '../../reports/model.ts';
import { endOf, startOf } from '../../reports/requests.ts';
import { statusLine } from '../../reports/rows.ts';
import { checks } from '../../suites/index.ts';
import type { Config } from '../config/types.ts';
import { concerns } from '../engine/check.ts';
import { isClientError } from '../engine/expect.ts';
import { isObject } from '../engine/replies.ts';
import { isRefusal } from '../http/attempt.ts';
import { readJson, writeJson } from '../json/json.ts';
import type { Json } from '../json/types.ts';
import type { Finding } from './finding.ts';
import { judgedBy } from './rules.ts';

/** Whether a finding still shows, and the sentence that says so. */
export interface Outcome {
  readonly still: 'shows' | 'gone' | 'untold';
  readonly why: string;
}

/**
 * Whether a finding shows in what came now. The rules of the checks that it is a matter of say so, where they find it in the
 * evidence alone too; else the status that was expected, or what stands at the places that were wrong.
 * @param came what came of the requests of the finding, in their order
 */
export async function stillShows(
  finding: Finding,
  came: readonly Exchange[],
  report: Report,
  config: Config,
  evidence: readonly Exchange[],
): Promise<Outcome> {
  const outcome = await shownNow(finding, came, report, config);
  if (outcome.still !== 'gone' || !wasBesideOthers(finding, evidence)) return outcome;
  const others = 'animals were added at the same time then, which is not done again';
  // What did not come again on its own may take them.
  if (finding.check.reproduced?.times === 0) return { still: 'untold', why: others };
  return { ...outcome, why: `${outcome.why}; ${others}` };
}

/** Whether other requests to add an animal were under way beside those of a finding. */
function wasBesideOthers({ requests }: Finding, evidence: readonly Exchange[]): boolean {
  const isCreate = ({ operation }: Exchange): boolean => operation === 'create';
  const ids = new Set(requests.map(({ id }) => id));
  const others = evidence.filter((one) => isCreate(one) && !ids.has(one.id));
  return requests
    .filter(isCreate)
    .some((one) => others.some((other) => startOf(other) < endOf(one) && startOf(one) < endOf(other)));
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
  const deciding = checks.filter((one) => concerns(one).includes(row.id));
  for (const one of deciding) {
    const [before, later] = await Promise.all(
      [requests, came].map((exchanges) => judgedBy(one, row.id, exchanges, report, config)),
    );
    if (typeof before !== 'object' && !isSilent(proof)) continue;
    if (typeof later === 'object') return { still: 'shows', why: later.message };
    if (isSilent(proof)) continue;
    return later === 'met' || isOneCreate(requests, came)
      ? { still: 'gone', why: 'the answers are as the document asks' }
      : { still: 'untold', why: 'what came now is no answer that could show it' };
  }
  const answer = came[requests.indexOf(proof)];
  if (isSilent(proof) || answer === undefined)
    return { still: 'gone', why: `${proof.id} got no answer that counts then, and gets one now` };
  return byExpectation(check.expected, proof, answer) ?? byPlaces(check.places ?? [], proof, answer);
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
function byExpectation(expected: string | undefined, then: Exchange, now: Exchange): Outcome | undefined {
  const [before = 0, status = 0] = [then.response?.status, now.response?.status];
  const [, code, any] = /^(?:(\d{3})|(a 4xx))\b/u.exec(expected ?? '') ?? [];
  if (expected === undefined || (code ?? any) === undefined) return undefined;
  const isMet = (came: number): boolean => (code === undefined ? isClientError(came) : String(came) === code);
  // What was wrong was something else.
  if (isMet(before)) return undefined;
  const why = `it is answered with ${String(status)}`;
  return isMet(status) ? { still: 'gone', why } : { still: 'shows', why: `${why}; expected ${expected}` };
}

/** What stands at the places that were wrong: the same as then shows it. */
function byPlaces(places: readonly Place[], then: Exchange, now: Exchange): Outcome {
  const isSame =
    places.length > 0 &&
    then.response?.status === now.response?.status &&
    places.every((place) => valueAt(place, then) === valueAt(place, now));
  return isSame
    ? { still: 'shows', why: 'what was wrong stands in the answer again' }
    : { still: 'untold', why: 'the answer is another one than then: compare the two' };
}

/** What stands at a place of an answer, as text; undefined where there is nothing. */
function valueAt(place: Place, { response }: Exchange): string | undefined {
  if (place.part === 'status') return String(response?.status);
  if (place.part === 'header') {
    const values = response?.headers.filter(([name]) => name.toLowerCase() === place.name.toLowerCase());
    return values?.map(([, value]) => value).join(', ');
  }
  if (place.part !== 'body' || place.pointer === '') return response?.body;
  const read = readJson(response?.body ?? '');
  let value: Json | undefined = read.ok ? read.value : undefined;
  for (const segment of place.pointer.split('/').slice(1)) {
    if (Array.isArray(value)) value = (value as readonly Json[])[Number(segment)];
    else value = isObject(value) ? value[segment] : undefined;
  }
  return value === undefined ? undefined : writeJson(value);
}
