import type { Exchange } from '../../reports/exchange.ts';
import { counted } from '../../reports/measures.ts';
import type { CheckReport, Report, Verdict } from '../../reports/model.ts';
import { statusLine } from '../../reports/rows.ts';
import { shownAt } from '../../reports/story.ts';
import { checks } from '../../suites/index.ts';
import { allowedLimit } from '../../suites/lists.ts';
import { given } from '../base/given.ts';
import type { Config } from '../config/types.ts';
import { concerns, type Check } from '../engine/check.ts';
import type { Flaw } from '../engine/finding.ts';
import { isClientError } from '../engine/expect.ts';
import { itemsIn } from '../engine/recorded.ts';
import { endingOf } from '../http/retry.ts';
import { likeness } from './alike.ts';
import type { Finding } from './finding.ts';
import { judgedBy, queryOf } from './rules.ts';
import { heldThen, isValid } from './send.ts';
import { lackOf, type Sent } from './state.ts';

/** Whether a finding still shows, and the sentence that says so. */
export interface Outcome {
  readonly still: 'shows' | 'gone' | 'untold';
  readonly why: string;
  /** Where the answer that proved it shows now what it showed then. */
  readonly places?: CheckReport['places'];
  /** Where it showed then, if the report does not say so. */
  readonly before?: CheckReport['places'];
  /** What to do next: run everything again, or name where the target lives. */
  readonly next?: 'run' | 'name-address';
}

/** The run that found it, and how it is sent again. */
export interface Origin {
  readonly report: Report;
  readonly evidence: readonly Exchange[];
  /** With the seed of the run: what it drew its rules look for again. */
  readonly config: Config;
}

/**
 * Whether a finding shows in what came now, by the rule that found it. It is gone only where the rule calls the answer right,
 * and could have seen it: in the same requests it found it then, the target holds what showed it, and the run itself had no
 * such answer to such a request.
 */
export async function stillShows(finding: Finding, now: Sent, origin: Origin): Promise<Outcome> {
  const { row, check, proof } = finding;
  const { report, evidence, config } = origin;
  const nowhere = absence(now, evidence);
  if (nowhere !== undefined) return { still: 'untold', why: nowhere, next: 'name-address' };
  const silent = now.came.findIndex(isSilent);
  const [before, later] = [now.sent[silent], now.came[silent]];
  if (before !== undefined && later !== undefined) return silence(before, later, row.verdict);
  const answer = now.came[now.sent.indexOf(proof)] ?? proof;
  const then = { ...config, baseUrl: report.target.baseUrl };
  const found = await ruleOf(finding, { ...origin, config: then });
  if (row.verdict === 'inconclusive')
    return {
      ...untold(
        `${proof.id} is answered with ${statusLine(answer)} now, which alone does not decide ${row.id}`,
      ),
      ...given({ before: found?.flaw.places }),
    };
  const isStored = isOfStored(finding);
  const again = isStored ? undefined : sameAs(check, proof, answer);
  const lack = lackOf(finding, evidence, now) ?? unsteady(check);
  if (found === undefined) {
    if (isSilent(proof) && lack === undefined)
      return { still: 'gone', why: `${proof.id} got no usable answer then, and gets one now` };
    return again ?? untold(lack ?? 'it takes more of a run than these requests to tell');
  }
  const all = [...now.held, ...now.came, ...now.after];
  const told = await judgedBy(found.check, finding, all, report, config, found.flaw);
  const isOpen = (told.get(answer) ?? 'no-evidence') === 'no-evidence';
  // What was added now may stand on another list, where the one of then is full.
  const looked = [answer, ...(isOpen && isStored ? now.after : [])].map((one) => told.get(one));
  const wrong = looked.find((one) => typeof one === 'object');
  if (wrong !== undefined)
    return {
      still: 'shows',
      why: wrong[0].message ?? `${wrong[0].actual}, expected ${wrong[0].expected}`,
      ...(!isOpen && given({ places: wrong[0].places })),
      ...(row.id === 'version.prefix' && { next: 'name-address' }),
    };
  const unlisted = noList(finding, answer, now);
  if (unlisted !== undefined) return unlisted;
  if (isOpen && again !== undefined) return again;
  const doubt =
    lack ??
    likeness(finding, {
      evidence,
      told: await judgedBy(found.check, finding, evidence, report, then),
      answer,
      ...given({ tag: report.tag }),
    });
  if (doubt !== undefined) return untold(doubt);
  if (!isOpen) return { still: 'gone', why: 'the answers are as the document asks' };
  return untold(`what ${proof.id} got now can come with the fault and without it`);
}

/**
 * What it tells that no list comes any more where one was wrong: nothing, unless the parameter in question may be refused. Then
 * no animals come, whatever is stored.
 */
function noList({ row, proof }: Finding, now: Exchange, { held }: Sent): Outcome | undefined {
  const status = now.response?.status ?? 0;
  if (itemsIn(proof) === undefined || itemsIn(now) !== undefined || !hasKey(proof)) return undefined;
  const query = queryOf(proof);
  const isFree =
    row.id.startsWith('list.limit.') && query.limit !== undefined
      ? allowedLimit({ query }) === undefined
      : row.id === 'list.status.unknown';
  const why = `${proof.id} is answered with ${statusLine(now)} now`;
  if (!isFree || !isClientError(status) || !held.some(itemsIn)) return untold(`${why}, and got a list then`);
  return { still: 'gone', why: `${why}, as it may be, and shows no animals` };
}

function hasKey({ request: { credential } }: Exchange): boolean {
  return credential !== undefined && isValid(credential);
}

function untold(why: string): Outcome {
  return { still: 'untold', why, next: 'run' };
}

/** That nothing lives at the address any more where the target was found: no answer from there is one of it. */
function absence({ sent, came, held }: Sent, evidence: readonly Exchange[]): string | undefined {
  const isAbsent = ({ response }: Exchange): boolean => response?.status === 404;
  const lists = evidence.some(itemsIn) ? held : [];
  const messages = sent.flatMap((then, at) =>
    then.operation === 'message' && !isAbsent(then) ? came.slice(at, at + 1) : [],
  );
  const asked = [...lists, ...messages];
  if (asked.length === 0 || !asked.every(isAbsent)) return undefined;
  return `the target is not at ${asked[0]?.request.url.split('?')[0] ?? ''}, which is answered with 404`;
}

/** The rule that finds it in the requests of then alone: that of its check, or another one of the requirement. */
async function ruleOf(
  finding: Finding,
  origin: Origin,
): Promise<{ readonly check: Check; readonly flaw: Flaw } | undefined> {
  const { row, check, proof, requests } = finding;
  const { report, evidence, config } = origin;
  const own = checks.filter(({ id }) => id === check.name);
  const others = checks.filter((one) => !own.includes(one) && concerns(one).includes(row.id));
  const then = [...heldThen(evidence, proof, report), ...requests];
  for (const one of [...own, ...others]) {
    const flaw = (await judgedBy(one, finding, then, report, config)).get(proof);
    if (typeof flaw === 'object') return { check: one, flaw: flaw[0] };
  }
  return undefined;
}

/** What did not come again each time in the run itself may not come now either. */
function unsteady({ reproduced }: CheckReport): string | undefined {
  if (reproduced === undefined || reproduced.times >= reproduced.of) return undefined;
  const { times, of } = reproduced;
  const how = times === 0 ? 'it did not come again' : 'it came again now and then only';
  return `in the run itself ${how} (${String(times)} of ${counted(of, 'time')})`;
}

/** Whether no answer came that counts. */
function isSilent({ response }: Exchange): boolean {
  return response === null || endingOf(response, false) !== 'answer';
}

/** What some findings are about is that no answer comes, or that it breaks off. */
function silence(then: Exchange, now: Exchange, verdict: Verdict): Outcome {
  const how = ({ response, failure }: Exchange): string =>
    [response?.status, failure?.kind, failure?.code].join(' ');
  const why = `${then.id} got no usable answer: ${statusLine(now)}`;
  // What was left open by silence stays open: it is no failure that shows.
  const isSame =
    verdict !== 'inconclusive' && isSilent(then) && how(then) === how(now) && now.failure?.unsent !== true;
  return { still: isSame ? 'shows' : 'untold', why };
}

/** Whether a list shows something wrong of what was stored: that stays wrong in a server that is mended. */
export function isOfStored({ proof, requests }: Finding): boolean {
  return proof.operation === 'list' && requests.some(({ operation }) => operation === 'create');
}

/** That the same stands at the places that were wrong, where it does. */
function sameAs(check: CheckReport, then: Exchange, now: Exchange): Outcome | undefined {
  const [before, shown] = [then, now].map((one) => [one.response?.status, ...shownAt(check, one)].join(', '));
  if (shown !== before || shownAt(check, now).length === 0) return undefined;
  const why = `the same stands in the answer: ${shownAt(check, now).join(', ')}`;
  return { still: 'shows', why, ...given({ places: check.places }) };
}
