import type { OutgoingRequest, NoAnswer } from '../../http/types.ts';
import {
  type ExclusiveSendResult,
  causeOfNoAnswer,
  withRequestScope,
  NEXT_STEP_KEYS_RATE_LIMITED,
  NEXT_STEP_FIREWALL,
  NEXT_STEP_UNAVAILABLE_INPUTS,
  now,
  type Reply,
  noAnswerOf,
  waitUntil,
} from '../target/index.ts';
import { resendRequest } from './confirm.ts';
import { isOrdinaryRequest } from '../silence/index.ts';
import { withoutUndefined } from '../../base/without-undefined.ts';
import { groupBy } from '../../base/group-by.ts';
import type { CheckContext } from '../plan/index.ts';
import type { RequirementId } from '../../../requirements/index.ts';

/** How often a request without a response is resent alone: often enough that a transient failure passes in the meantime. */
const TIMES = 3;
/** Attempts of a request that is resent alone, while the response is a 429, 502, 503 or 504. */
const IN_A_ROW = 3;
/** Milliseconds before the second attempt of a request that is resent alone; twice as many before the third. */
const PAUSE_MS = 40;
/** Maximum number of input classes of a check without a response when resent alone; then no more are resent. */
const CLASSES = 3;

export interface UnansweredInputClass {
  readonly name: string;
  readonly replies: readonly Reply[];
  readonly alone: readonly NoAnswer[];
  readonly down: boolean;
}

/** True if there is no response that proves anything, except if the end of the run cancelled the request. */
export function hasNoResponse(reply: Reply | undefined): reply is Reply {
  const silence = reply === undefined ? undefined : noAnswerOf(reply);
  return silence !== undefined && silence.why !== 'cancelled';
}

/** A request that a check sent, and a function that sends it again; by default, the same request is resent. */
export interface SentInput {
  /** The input class; requests without one are not resent. */
  readonly name: string | undefined;
  readonly reply: Reply | undefined;
  readonly again?: () => Promise<Reply | undefined>;
}

/**
 * For each input class without a response, resends one request alone, between two requests that the target answered before.
 * Returns the replies to the resent requests (`came`), and the classes that still got no response (`lost`).
 */
export async function resendUnanswered<T extends SentInput>(
  context: CheckContext,
  all: readonly T[],
  maxClasses = Infinity,
) {
  const known = all.filter(({ name }) => name !== undefined);
  const classes = groupBy(known, ({ name }) => name);
  const came: { readonly one: T; readonly reply: Reply }[] = [];
  const lost: UnansweredInputClass[] = [];
  for (const [name = '', tried] of classes) {
    const one = tried.find(({ reply }) => hasNoResponse(reply));
    const replies = tried.flatMap(({ reply }) => reply ?? []);
    if (!hasNoResponse(one?.reply) || replies.some(({ answer }) => answer !== undefined)) continue;
    if (came.length + lost.length === maxClasses) break;
    const { reply, again = () => resendRequest(context, reply) } = one;
    // The first such class already leaves the requirement undecided, so further classes are resent only once.
    const isUndecided = lost.some(
      ({ alone, down }) => !down && alone.some(({ why }) => why === 'unavailable'),
    );
    const times = isUndecided ? 1 : TIMES;
    const found = lost.length < CLASSES ? await sentAlone(context, reply, again, times) : undefined;
    if (found?.came !== undefined) came.push({ one, reply: found.came });
    else lost.push({ name, replies, alone: found?.silences ?? [], down: found?.down ?? false });
  }
  return { came, lost, classes: classes.size };
}

function sentAlone(
  context: CheckContext,
  lost: Reply,
  send: () => Promise<Reply | undefined>,
  times: number,
): Promise<ExclusiveSendResult | undefined> {
  return context.solos.next(`${requestText(lost.outcome.ask)} ${String(times)}`, async () => {
    const silences: NoAnswer[] = [];
    let down = true;
    if (!(await isAnswered(context, lost, noAnswerOf(lost)?.why)).answered) return { silences, down: false };
    for (let time = 0; time < times; time += 1) {
      const reply = await resendPair(send);
      const silence = reply === undefined ? undefined : noAnswerOf(reply);
      // Nothing was sent, as when the budget for animals is used up: this proves nothing.
      if (reply === undefined || silence?.unsent === true) break;
      if (silence === undefined) return { came: reply, silences, down: false };
      context.solos.spend(silence);
      const next = await isAnswered(context, lost, silence.why);
      // If the known request fails too, the target is down, so the missing response says nothing about the class.
      if (!next.answered) return { silences: [], down: false };
      silences.push(silence);
      down &&= next.late;
    }
    return { silences, down: down && silences.length > 0 };
  });
}

/** Sends a request alone; while a gateway finds no backend, sends two at once, so that each of two backends gets one. */
async function resendPair(send: () => Promise<Reply | undefined>): Promise<Reply | undefined> {
  let reply = await withRequestScope({ exclusive: 'single' }, send);
  for (let time = 1; time < IN_A_ROW && isOverloaded(reply); time += 1) {
    await waitUntil(now() + PAUSE_MS * time);
    const [one, two] = await withRequestScope({ exclusive: 'single' }, () => Promise.all([send(), send()]));
    reply = isOverloaded(one) ? (two ?? one) : one;
  }
  return reply;
}

function isOverloaded(reply: Reply | undefined): boolean {
  const why = reply === undefined ? undefined : noAnswerOf(reply)?.why;
  return why === 'unavailable' || why === 'rate-limit';
}

/** Resends the latest answered request of the same interface; `late` is true if it needed retries. */
async function isAnswered(
  context: CheckContext,
  { operation }: Reply,
  why: NoAnswer['why'] | undefined,
): Promise<{ readonly answered: boolean; readonly late: boolean }> {
  // Even a broken response shows that the target is up.
  if (why === 'broken-http') return { answered: true, late: false };
  const known = context.api.log.findLast(
    (reply) =>
      reply.answer !== undefined &&
      (operation === 'message' ? reply.operation === 'message' : reply.outcome.ask.method === 'GET') &&
      reply.outcome.ask.credential.valid,
  );
  if (known === undefined) return { answered: false, late: false };
  const ask = (): Promise<Reply | undefined> => resendRequest(context, known);
  let reply = await withRequestScope({ exclusive: 'retrying' }, ask);
  // After many refusals the client no longer retries, so the request is resent here.
  if (isOverloaded(reply)) reply = await resendPair(ask);
  return { answered: reply?.answer !== undefined, late: (reply?.outcome.exchange.attempt ?? 1) > 1 };
}

/** Reports all unanswered classes as one undecided finding. */
export function reportUnanswered(
  context: CheckContext,
  requirement: RequirementId,
  lost: readonly UnansweredInputClass[],
  classes: number,
): void {
  const [first] = lost;
  const reply = first?.replies.find(hasNoResponse);
  const silence = first?.alone.at(-1) ?? (reply === undefined ? undefined : noAnswerOf(reply));
  if (first === undefined || silence === undefined) return;
  const names = lost.slice(0, 3).map(({ name }) => `"${name}"`);
  const more = lost.length > 3 ? ` and ${String(lost.length - 3)} more` : '';
  const which =
    classes === 1
      ? requests(first.replies)
      : `${String(lost.length)} of ${String(classes)} classes of input (${names.join(', ')}${more})`;
  const reason = `no usable answer to ${which}: ${silence.message}${aloneWords(first)}`;
  const sent = first.replies.filter(hasNoResponse).slice(0, 2);
  const exchanges = [...sent, ...first.alone].map((one) => ('outcome' in one ? one.outcome : one).exchange);
  // The requirement that every response must meet.
  const because = silence.ask.operation === 'message' ? 'messages.media' : 'media.json';
  // A firewall may have dropped a request that looks like an attack, which is not a fault of the service.
  const why =
    isReproduciblyBroken(first.alone) && isOrdinaryRequest(silence.ask)
      ? ({ cause: 'server', because } as const)
      : withoutUndefined({ ...causeOfNoAnswer(silence), next: nextOf(lost, silence, context) });
  context.undecided(requirement, { reason, ...why }, ...exchanges);
}

function nextOf(
  lost: readonly UnansweredInputClass[],
  silence: NoAnswer,
  context: CheckContext,
): string | undefined {
  const { why, ask } = silence;
  if (why === 'too-large') return causeOfNoAnswer(silence).next;
  if (why === 'rate-limit' && !ask.credential.valid) return NEXT_STEP_KEYS_RATE_LIMITED;
  if (lost[0] !== undefined && isTransient(lost[0], context)) return undefined;
  if (why === 'unavailable') return NEXT_STEP_UNAVAILABLE_INPUTS;
  const sent = lost.flatMap(({ replies }) => replies.filter(hasNoResponse));
  const isHungUpOn = why === 'connection' && !sent.some(({ outcome }) => isOrdinaryRequest(outcome.ask));
  return isHungUpOn ? NEXT_STEP_FIREWALL : undefined;
}

/** True if these classes may be unanswered for a passing reason, such as a target that is down or limits the rate. */
function isTransient({ alone, down }: UnansweredInputClass, { solos }: CheckContext): boolean {
  // If the budget for exclusive requests is used up, a class that was not resent counts as unanswered, not as transient.
  return (alone.length === 0 && !solos.isSpent) || down || alone.some(({ why }) => why === 'rate-limit');
}

/** True if each response to the resent request breaks HTTP, or is cut, in the same way. */
export function isReproduciblyBroken(resends: readonly NoAnswer[]): boolean {
  return (
    resends.length >= TIMES &&
    resends.every(({ why, message }) => why === 'broken-http' && message === resends[0]?.message)
  );
}

/** Returns the requests whose responses break HTTP or are cut, in the same way each time the request is resent alone. */
export async function reproduceBrokenResponses(
  context: CheckContext,
  isMeant: (reply: Reply) => boolean,
): Promise<readonly UnansweredInputClass[]> {
  const broken = context.api.log.filter(
    (reply) =>
      isMeant(reply) &&
      hasNoResponse(reply) &&
      isOrdinaryRequest(reply.outcome.ask) &&
      noAnswerOf(reply)?.why === 'broken-http',
  );
  const inputs = broken.map((reply) => ({ name: requestText(reply.outcome.ask), reply }));
  const { lost } = await resendUnanswered(context, inputs, CLASSES);
  return lost.filter(({ alone }) => isReproduciblyBroken(alone));
}

/** Returns a text that identifies equal requests, including their credential and content type. */
function requestText({ method, url, body, contentType, credential }: OutgoingRequest): string {
  return JSON.stringify([method, url, credential.value, contentType, body]);
}

function requests(replies: readonly Reply[]): string {
  const count = replies.filter(hasNoResponse).length;
  return count === 1 ? '1 request' : `${String(count)} requests`;
}

function aloneWords({ alone, down }: UnansweredInputClass): string {
  if (alone.length === 0) return '';
  const times = alone.length === 1 ? 'once' : `${String(alone.length)} times`;
  return down
    ? `; also sent alone ${times}, after which the target answered no request for some time`
    : `; also sent alone ${times}, while other requests were answered`;
}
