import type { Ask, NoAnswer } from '../../http/types.ts';
import {
  type ExclusiveResult,
  causeOf,
  withExclusive,
  NEXT_KEYS_LIMITED,
  NEXT_FIREWALL,
  NEXT_SILENT,
  now,
  type Reply,
  unanswered,
  waitUntil,
} from '../target/index.ts';
import { askAgain } from './confirm.ts';
import { isOrdinary } from '../silence/index.ts';
import { withoutUndefined } from '../../base/without-undefined.ts';
import { groupBy } from '../../base/group-by.ts';
import type { CheckContext } from '../plan/index.ts';
import type { RequirementId } from '../../../requirements/index.ts';

/** Times that what got no answer is sent alone: the weather of one does not last for all of them. */
const TIMES = 3;
/** Tries one after the other where it is turned away. */
const IN_A_ROW = 3;
/** Milliseconds before the second of them; before the third it is twice that. */
const PAUSE_MS = 40;
/** Classes of one check that may stay without an answer when they are sent alone; no more are tried then. */
const CLASSES = 3;

export interface UnansweredClass {
  readonly name: string;
  readonly replies: readonly Reply[];
  readonly alone: readonly NoAnswer[];
  readonly down: boolean;
}

/** Whether no answer that says anything came; the end of the run says nothing either. */
export function isLost(reply: Reply | undefined): reply is Reply {
  const silence = reply === undefined ? undefined : unanswered(reply);
  return silence !== undefined && silence.why !== 'cancelled';
}

/** How a check sends what it tried, and tells what came. */
export interface Sending<T> {
  readonly classOf: (one: T) => string | undefined;
  readonly replyOf: (one: T) => Reply | undefined;
  readonly again: (one: T) => Promise<Reply | undefined>;
}

export function replaying<R extends Reply>(
  context: CheckContext,
  classOf: Sending<R>['classOf'],
): Sending<R> {
  return { classOf, replyOf: (reply) => reply, again: (reply) => askAgain(context, reply) };
}

/**
 * Sends what got no answer again, alone, with a request before and behind it that is known to be answered: weather passes,
 * and what is left is told class by class.
 */
export async function resendUnanswered<T>(
  context: CheckContext,
  all: readonly T[],
  { classOf, replyOf, again }: Sending<T>,
  most = Infinity,
): Promise<{
  readonly came: readonly { readonly one: T; readonly reply: Reply }[];
  readonly lost: readonly UnansweredClass[];
  readonly classes: number;
}> {
  const known = all.filter((one) => classOf(one) !== undefined);
  const classes = groupBy(known, (one) => classOf(one) ?? '');
  const silent = [...classes].filter(
    ([, tried]) =>
      tried.some((one) => isLost(replyOf(one))) && tried.every((one) => replyOf(one)?.answer === undefined),
  );
  const came: { readonly one: T; readonly reply: Reply }[] = [];
  const lost: UnansweredClass[] = [];
  for (const [name, tried] of silent.slice(0, most)) {
    const replies = tried.flatMap((one) => replyOf(one) ?? []);
    const first = tried.find((one) => isLost(replyOf(one)));
    const reply = first === undefined ? undefined : replyOf(first);
    const found =
      lost.length < CLASSES && first !== undefined && reply !== undefined
        ? await sentAlone(context, reply, () => again(first))
        : undefined;
    if (first !== undefined && found?.came !== undefined) came.push({ one: first, reply: found.came });
    else lost.push({ name, replies, alone: found?.silences ?? [], down: found?.down ?? false });
  }
  return { came, lost, classes: classes.size };
}

function sentAlone(
  context: CheckContext,
  lost: Reply,
  send: () => Promise<Reply | undefined>,
): Promise<ExclusiveResult | undefined> {
  return context.solos.next(requestText(lost.outcome.ask), async () => {
    const silences: NoAnswer[] = [];
    let down = true;
    if (!(await isAnswered(context, lost, unanswered(lost)?.why)).answered) return { silences, down: false };
    for (let time = 0; time < TIMES; time += 1) {
      const reply = await resendPair(send);
      const silence = reply === undefined ? undefined : unanswered(reply);
      // Left out, as where the budget for animals is used up: then there is nothing to tell by.
      if (reply === undefined || silence?.unsent === true) break;
      if (silence === undefined) return { came: reply, silences, down: false };
      context.solos.spend(silence);
      const next = await isAnswered(context, lost, silence.why);
      // The target itself is in trouble: this says nothing of the class.
      if (!next.answered) return { silences: [], down: false };
      silences.push(silence);
      down &&= next.late;
    }
    return { silences, down: down && silences.length > 0 };
  });
}

/** Two at a time while a gateway says that nobody is there: with one backend of two one of them is answered. */
async function resendPair(send: () => Promise<Reply | undefined>): Promise<Reply | undefined> {
  let reply = await withExclusive('single', send);
  for (let time = 1; time < IN_A_ROW && isOverloaded(reply); time += 1) {
    await waitUntil(now() + PAUSE_MS * time);
    const [one, two] = await withExclusive('single', () => Promise.all([send(), send()]));
    reply = isOverloaded(one) ? (two ?? one) : one;
  }
  return reply;
}

function isOverloaded(reply: Reply | undefined): boolean {
  const why = reply === undefined ? undefined : unanswered(reply)?.why;
  return why === 'unavailable' || why === 'rate-limit';
}

/** Sends once more what was answered last, at the same address; whether it took more than one try, as while a process starts. */
async function isAnswered(
  context: CheckContext,
  { operation }: Reply,
  why: NoAnswer['why'] | undefined,
): Promise<{ readonly answered: boolean; readonly late: boolean }> {
  // Half an answer shows that somebody is there.
  if (why === 'broken-http') return { answered: true, late: false };
  const known = context.api.log.findLast(
    (reply) =>
      reply.answer !== undefined &&
      (operation === 'message' ? reply.operation === 'message' : reply.outcome.ask.method === 'GET') &&
      reply.outcome.ask.credential.valid,
  );
  if (known === undefined) return { answered: false, late: false };
  const ask = (): Promise<Reply | undefined> => askAgain(context, known);
  let reply = await withExclusive('retrying', ask);
  // However many were refused before, all over the run: nothing may be waited for any more then.
  if (isOverloaded(reply)) reply = await resendPair(ask);
  return { answered: reply?.answer !== undefined, late: (reply?.outcome.exchange.attempt ?? 1) > 1 };
}

/** Reports all unanswered classes as one undecided finding. */
export function reportUnanswered(
  context: CheckContext,
  requirement: RequirementId,
  lost: readonly UnansweredClass[],
  classes: number,
): void {
  const [first] = lost;
  const reply = first?.replies.find(isLost);
  const silence = first?.alone.at(-1) ?? (reply === undefined ? undefined : unanswered(reply));
  if (first === undefined || silence === undefined) return;
  const names = lost.slice(0, 3).map(({ name }) => `"${name}"`);
  const more = lost.length > 3 ? ` and ${String(lost.length - 3)} more` : '';
  const which =
    classes === 1
      ? requests(first.replies)
      : `${String(lost.length)} of ${String(classes)} classes of input (${names.join(', ')}${more})`;
  const reason = `no response to ${which}: ${silence.message}${aloneWords(first)}`;
  const sent = first.replies.filter(isLost).slice(0, 2);
  const exchanges = [...sent, ...first.alone].map((one) => ('outcome' in one ? one.outcome : one).exchange);
  // The requirement that says what an answer has to be at all.
  const because = silence.ask.operation === 'message' ? 'messages.media' : 'media.json';
  // What may be a firewall's is not the service's.
  const why =
    isBrokenAlike(first.alone) && isOrdinary(silence.ask)
      ? ({ cause: 'server', because } as const)
      : withoutUndefined({ ...causeOf(silence), next: nextOf(lost, silence, context) });
  context.undecided(requirement, { reason, ...why }, ...exchanges);
}

function nextOf(
  lost: readonly UnansweredClass[],
  silence: NoAnswer,
  context: CheckContext,
): string | undefined {
  const { why, ask } = silence;
  if (why === 'too-large') return causeOf(silence).next;
  if (why === 'rate-limit' && !ask.credential.valid) return NEXT_KEYS_LIMITED;
  if (lost.slice(0, 1).some((first) => isTransient(first, context))) return undefined;
  const sent = lost.flatMap(({ replies }) => replies.filter(isLost));
  const isHungUpOn = why === 'connection' && !sent.some(({ outcome }) => isOrdinary(outcome.ask));
  return isHungUpOn ? NEXT_FIREWALL : NEXT_SILENT;
}

/** Whether nothing shows that it is these requests alone that stay without an answer. */
function isTransient({ alone, down }: UnansweredClass, { solos }: CheckContext): boolean {
  // Where many stayed without an answer alone, those that came too late for it are of their kind.
  return (alone.length === 0 && !solos.isSpent) || down || alone.some(({ why }) => why === 'rate-limit');
}

/** Whether a whole answer breaks HTTP, or is cut, in the same way each time it is asked for. */
export function isBrokenAlike(alone: readonly NoAnswer[]): boolean {
  return (
    alone.length >= TIMES &&
    alone.every(({ why, message }) => why === 'broken-http' && message === alone[0]?.message)
  );
}

/** The requests of the run whose answers broke HTTP or were cut, each with how it went when it was sent alone. */
export async function brokenAnswers(
  context: CheckContext,
  isMeant: (reply: Reply) => boolean,
): Promise<readonly UnansweredClass[]> {
  const broken = context.api.log.filter(
    (reply) =>
      isMeant(reply) &&
      isLost(reply) &&
      isOrdinary(reply.outcome.ask) &&
      unanswered(reply)?.why === 'broken-http',
  );
  const sending = replaying<Reply>(context, ({ outcome: { ask } }) => requestText(ask));
  const { lost } = await resendUnanswered(context, broken, sending, CLASSES);
  return lost.filter(({ alone }) => isBrokenAlike(alone));
}

/** All that one request differs in from another: with another key or type the same body is answered otherwise. */
function requestText({ method, url, body, contentType, credential }: Ask): string {
  return JSON.stringify([method, url, credential.value, contentType, body]);
}

function requests(replies: readonly Reply[]): string {
  const count = replies.filter(isLost).length;
  return count === 1 ? '1 request' : `${String(count)} requests`;
}

function aloneWords({ alone, down }: UnansweredClass): string {
  if (alone.length === 0) return '';
  const times = alone.length === 1 ? 'once' : `${String(alone.length)} times`;
  return down
    ? `; sent alone ${times} too, the target answered nothing after it until it came back`
    : `; sent alone ${times} too, while the requests before and after it were answered`;
}
