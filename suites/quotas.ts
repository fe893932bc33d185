import type { CheckContext } from '../src/engine/plan/index.ts';
import {
  type CreateReply,
  isObject,
  isPetStatus,
  isSuccess,
  type MessageReply,
  type Reply,
} from '../src/engine/target/index.ts';
import { resendRequest } from '../src/engine/verbs/index.ts';
import { groupBy } from '../src/base/group-by.ts';
import { int64Value } from '../src/json/int64.ts';
import { writeJson } from '../src/json/json.ts';
import { haveMovedOn } from './lists.ts';

/** Statuses with which a service may reject a create or a message because a quota is used up. */
const QUOTA_STATUSES: ReadonlySet<number> = new Set([402, 403, 409, 423, 507]);

/** Statuses with which a service may reject every create for a moment, such as while its database fails over. */
const PASSING: ReadonlySet<number> = new Set([409, 423]);

/** True if a quota may be the reason for the response, whatever the other responses are. */
export function hasQuotaStatus({ answer }: Reply): boolean {
  return QUOTA_STATUSES.has(answer?.status ?? 0);
}

/** True for 422 too, with which a service may also reject an input. */
export function mayMeanQuota(reply: Reply): boolean {
  return hasQuotaStatus(reply) || reply.answer?.status === 422;
}

/** What may make room again, although a quota was used up. */
export interface Freed {
  /** True if the store lost animals. */
  readonly isFreed: boolean;
  /** True if pending animals got another status. */
  readonly isPendingFreed: boolean;
}
const NOT_FREED: Freed = { isFreed: false, isPendingFreed: false };

/**
 * True if the rejection of a valid create or message looks like a used-up quota: some of the valid requests were accepted
 * before, none afterwards. A quota may concern only animals with the same status or category.
 */
export function looksLikeQuota<R extends CreateReply | MessageReply>(
  reply: R,
  all: readonly R[],
  { isFreed, isPendingFreed }: Freed = NOT_FREED,
): boolean {
  const { answer } = reply;
  if (answer === undefined || !mayMeanQuota(reply)) return false;
  // A 507 says itself that the storage is full, which may be one of several.
  if (answer.status === 507 || isOfOnePause(reply, all)) return true;
  const submitted = submittedIn(reply);
  const isRoomier = isFreed || (isPendingFreed && submitted?.status === 'pending');
  const isUsedUp = (some: readonly Reply[]): boolean => {
    const accepted = some.filter((other) => isSuccess(other.answer));
    const before = accepted.filter((other) => (other.answer?.sentAt ?? 0) < answer.receivedAt);
    return before.length > 0 && (isRoomier || before.length === accepted.length);
  };
  return groupsOf(reply, all).some(isUsedUp);
}

/** All requests, those with the same status, and those with the same category: a quota may concern one of these groups. */
function groupsOf<R extends CreateReply | MessageReply>(
  reply: R,
  all: readonly R[],
): readonly (readonly R[])[] {
  const alike = (member: 'status' | 'categoryId') =>
    all.filter((other) => submittedIn(other)?.[member] === submittedIn(reply)?.[member]);
  return [all, alike('status'), alike('categoryId')];
}

function submittedIn(reply: Reply): CreateReply['submitted'] {
  return reply.operation === 'create' ? reply.submitted : undefined;
}

/** True if several rejections with this status came in one stretch of time, after accepted requests, with none in between. */
function isOfOnePause({ answer }: Reply, all: readonly Reply[]): boolean {
  const status = answer?.status ?? 0;
  if (!PASSING.has(status)) return false;
  const times = (is: (other: Reply) => boolean) =>
    all.filter(is).flatMap((other) => (other.answer === undefined ? [] : [other.answer]));
  const rejected = times((other) => other.answer?.status === status);
  const from = Math.min(...rejected.map(({ receivedAt }) => receivedAt));
  const to = Math.max(...rejected.map(({ sentAt }) => sentAt));
  const accepted = times((other) => isSuccess(other.answer));
  return (
    rejected.length > 1 &&
    accepted.some(({ sentAt }) => sentAt < from) &&
    !accepted.some(({ sentAt, receivedAt }) => sentAt > from && receivedAt < to)
  );
}

/** A quota or a lock that has room at times rejects at least this many requests in a row, on average. */
const STRETCH = 3;

/**
 * True if rejections with this status, of all valid requests or of those with the same status or category, come in stretches
 * after accepted requests, as where a quota or a lock has room at times. Few rejections at random come one by one.
 */
export function comesInStretches<R extends CreateReply | MessageReply>(reply: R, all: readonly R[]): boolean {
  if (!mayMeanQuota(reply)) return false;
  const status = reply.answer?.status;
  return groupsOf(reply, all).some((some) => {
    const answered = some
      .flatMap(({ answer }) => answer ?? [])
      .filter((answer) => answer.status === status || isSuccess(answer))
      .toSorted((one, other) => one.sentAt - other.sentAt)
      .map(isSuccess);
    const fromFirst = answered.slice(answered.indexOf(true));
    const rejected = fromFirst.filter((isAccepted) => !isAccepted).length;
    const stretches = fromFirst.filter((isAccepted, n) => !isAccepted && fromFirst[n - 1] === true).length;
    return answered.includes(true) && stretches > 0 && rejected >= STRETCH * stretches;
  });
}

/** Finds out what may have made room again; sends nothing if no create was rejected as for a quota. */
export async function findFreed(context: CheckContext, creates: readonly CreateReply[]): Promise<Freed> {
  if (!creates.some(mayMeanQuota)) return NOT_FREED;
  return { isFreed: await hasLostAnimals(context), isPendingFreed: haveMovedOn(context, 'pending') };
}

/** True if the target lost the oldest animal of the run: then a quota that was used up may have room again. */
async function hasLostAnimals({ api, baseline, population }: CheckContext): Promise<boolean> {
  const [oldest] = population.animals();
  if (oldest === undefined || !(await baseline.of('get')).usable) return false;
  return [404, 410].includes((await api.get(oldest.id)).answer?.status ?? 0);
}

/** For each check, whether the first rejection that may be due to a quota was due to the request itself. */
const controls = new WeakMap<CheckContext, Promise<boolean>>();
/** Rejections that a quota may have caused. */
const unproven = new WeakSet<Reply>();

/**
 * If a create or a message that is not valid was rejected with a status that may mean a used-up quota, finds out whether the
 * target still accepts a valid one, at most once per check. If it does, and may have rejected all of them for a moment only,
 * sends the request again.
 */
export async function withQuotaControl<R extends Reply | undefined>(
  context: CheckContext,
  reply: R,
): Promise<R> {
  if (reply?.operation !== 'create' && reply?.operation !== 'message') return reply;
  if (!reply.outcome.ask.credential.valid || reply.intent === 'valid' || !mayMeanQuota(reply)) return reply;
  const control = controls.get(context) ?? isDueToRequest(context, reply);
  controls.set(context, control);
  if (!(await control)) unproven.add(reply);
  else if (PASSING.has(reply.answer?.status ?? 0)) {
    // The request is the same, so the reply has the same type.
    const again = (await resendRequest(context, reply)) as R;
    if (again?.answer === undefined) return reply;
    if (again.answer.status === reply.answer?.status && hasRoomAtTimes(context, reply)) unproven.add(again);
    return again;
  }
  return reply;
}

/** How many times a valid request must be accepted, and the rejected one rejected again, if a quota has room at times. */
export const ROUNDS = 3;

/** True if valid requests are accepted although this one is rejected. */
async function isDueToRequest(context: CheckContext, reply: CreateReply | MessageReply): Promise<boolean> {
  if (!(await isRoomLeft(context, reply))) return false;
  // With 422, a service rejects an input more often than a quota is used up. Few quotas of messages have room at times.
  const usual = reply.answer?.status === 422 || reply.operation === 'message' ? 1 : 2;
  const rounds = hasRoomAtTimes(context, reply) ? ROUNDS : usual;
  for (let round = 1; round < rounds; round += 1) {
    // A lock for a moment after each create must be over.
    await context.quiet();
    const answer = (await resendRequest(context, reply))?.answer;
    if (answer?.status !== reply.answer?.status || answer === undefined) return false;
    if (!(await isRoomLeft(context, { ...reply, answer }))) return false;
  }
  return true;
}

/** True if valid requests like this one are rejected in stretches, as for a quota or a lock that has room at times. */
function hasRoomAtTimes({ api }: CheckContext, reply: CreateReply | MessageReply): boolean {
  const valid = validLike(reply, api);
  // Rejections alike in these three give the same result.
  const kinds = groupBy(valid.filter(mayMeanQuota), (other) => {
    const { status, categoryId } = submittedIn(other) ?? {};
    return `${String(other.answer?.status)} ${String(status)} ${String(categoryId)}`;
  });
  return [...kinds.values()].some(([one]) => comesInStretches(one, valid));
}

/** The valid creates, or the valid messages, of the run. */
export function validLike<R extends CreateReply | MessageReply>(
  reply: R,
  { log }: CheckContext['api'],
): readonly R[] {
  return log.filter((other): other is R => other.operation === reply.operation && other.intent === 'valid');
}

/** True if a quota may be the reason why a request that is not valid was rejected: this proves nothing about its input. */
export function mayBeQuota(reply: Reply): boolean {
  return unproven.has(reply);
}

function isValidCreate(reply: Reply): boolean {
  return reply.operation === 'create' && reply.intent === 'valid';
}

export async function isNewMessageAccepted({ api, names }: CheckContext): Promise<boolean> {
  const sent = { message: names.text() };
  return isSuccess((await api.message(writeJson(sent), { intent: 'valid', sent })).answer);
}

async function isRoomLeft(
  context: CheckContext,
  { operation, sent, answer }: CreateReply | MessageReply,
): Promise<boolean> {
  const { api, config, creates } = context;
  const members = isObject(sent) ? sent : {};
  // A quota may concern only animals with this status or category.
  const status = isPetStatus(members['status']) ? members['status'] : undefined;
  const categoryId = config.categoryIds.find((id) => id === int64Value(members['categoryId']));
  const isAcceptedLater = api.log.some(
    (other) =>
      other.operation === operation &&
      other.intent === 'valid' &&
      isSuccess(other.answer) &&
      other.answer.sentAt > (answer?.receivedAt ?? 0) &&
      [undefined, submittedIn(other)?.status].includes(status) &&
      [undefined, submittedIn(other)?.categoryId].includes(categoryId),
  );
  if (operation === 'message') {
    // A target that rejects some messages at random may reject the first.
    return isAcceptedLater || (await isNewMessageAccepted(context)) || isNewMessageAccepted(context);
  }
  const control = isAcceptedLater ? undefined : await creates.plain(status, { categoryId });
  // If the budget is used up, only another rejection like this one may mean that the quota is used up too.
  const isAccepted =
    control === undefined
      ? isAcceptedLater || !api.log.some((other) => isValidCreate(other) && mayMeanQuota(other))
      : isSuccess(control.answer);
  return isAccepted && !(await hasLostAnimals(context));
}
