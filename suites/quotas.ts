import type { Check, CheckContext } from '../src/engine/plan/index.ts';
import {
  createLogIndex,
  type CreateReply,
  isObject,
  isPetStatus,
  isSuccess,
  type MessageReply,
  type Reply,
} from '../src/engine/target/index.ts';
import {
  confirmByResending,
  type ConfirmationResult,
  confirmInEveryRound,
  type ConfirmFlaw,
  judgeStatus,
  property,
  type PropertyDefinition,
  resendRequest,
} from '../src/engine/verbs/index.ts';
import { int64Value } from '../src/json/int64.ts';
import { writeJson } from '../src/json/json.ts';
import { haveMovedOn } from './lists.ts';

type CreateOrMessage = CreateReply | MessageReply;

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

/**
 * True if the rejection of a valid create or message looks like a used-up quota: some of the valid requests were accepted
 * before, none afterwards. A quota may concern only animals with the same status or category.
 * @param hasNewRoom true for a request for which there may be room again, although a quota was used up: see `findNewRoom`
 */
export function looksLikeQuota(
  reply: CreateOrMessage,
  all: readonly CreateOrMessage[],
  hasNewRoom: (reply: CreateOrMessage) => boolean = () => false,
): boolean {
  const { answer } = reply;
  if (answer === undefined || !mayMeanQuota(reply)) return false;
  // A 507 says itself that the storage is full, which may be one of several.
  if (answer.status === 507 || isOfOnePause(reply, all)) return true;
  const isUsedUp = (some: readonly Reply[]): boolean => {
    const accepted = some.filter((other) => isSuccess(other.answer));
    const before = accepted.filter((other) => (other.answer?.sentAt ?? 0) < answer.receivedAt);
    return before.length > 0 && (hasNewRoom(reply) || before.length === accepted.length);
  };
  return groupsOf(reply, all).some(isUsedUp);
}

/** All requests, those with the same status, and those with the same category: a quota may concern one of these groups. */
function groupsOf(
  reply: CreateOrMessage,
  all: readonly CreateOrMessage[],
): readonly (readonly CreateOrMessage[])[] {
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
function comesInStretches(reply: CreateOrMessage, all: readonly CreateOrMessage[]): boolean {
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

/**
 * Finds out for which creates there may be room again: for all if the store lost animals, for pending animals if some got another
 * status. Sends nothing if no create was rejected as for a quota.
 */
export async function findNewRoom(
  context: CheckContext,
  creates: readonly CreateReply[],
): Promise<(reply: CreateOrMessage) => boolean> {
  if (!creates.some(mayMeanQuota)) return () => false;
  const isFreed = await hasLostAnimals(context);
  const isPendingFreed = haveMovedOn(context, 'pending');
  return (reply) => isFreed || (isPendingFreed && submittedIn(reply)?.status === 'pending');
}

/** True if the target lost the oldest animal of the run: then a quota that was used up may have room again. */
async function hasLostAnimals({ api, baseline, population }: CheckContext): Promise<boolean> {
  const [oldest] = population.animals();
  if (oldest === undefined || !(await baseline.of('get')).usable) return false;
  return [404, 410].includes((await api.get(oldest.id)).answer?.status ?? 0);
}

/** For each check and status, whether the first rejection that may be due to a quota was due to the request itself. */
const controls = new WeakMap<CheckContext, Map<number, Promise<boolean>>>();
/** Rejections that a quota may have caused. */
const unproven = new WeakSet<Reply>();

/**
 * If a create or a message that is not valid was rejected with a status that may mean a used-up quota, finds out whether the
 * target still accepts a valid one, and rejects this one again where quotas have room at times, at most once per check and
 * status. If so, and if it may have rejected all of them for a moment only, sends the request again.
 */
export async function withQuotaControl<R extends Reply | undefined>(
  context: CheckContext,
  reply: R,
): Promise<R> {
  if (reply?.operation !== 'create' && reply?.operation !== 'message') return reply;
  if (!reply.outcome.ask.credential.valid || reply.intent === 'valid' || !mayMeanQuota(reply)) return reply;
  const known = controls.get(context) ?? new Map<number, Promise<boolean>>();
  controls.set(context, known);
  const status = reply.answer?.status ?? 0;
  const control = known.get(status) ?? isDueToRequest(context, reply);
  known.set(status, control);
  if (!(await control)) unproven.add(reply);
  else if (PASSING.has(status)) {
    // The request is the same, so the reply has the same type.
    const again = (await resendRequest(context, reply)) as R;
    if (again?.answer === undefined) return reply;
    if (again.answer.status === status && hasRoomAtTimes(context, reply)) unproven.add(again);
    return again;
  }
  return reply;
}

/** A property in which a rejection that a quota may have caused proves nothing: a target may check a quota before the input. */
export function propertyUnlessQuota<T, R extends Reply>(id: string, one: PropertyDefinition<T, R>): Check {
  const { ask, expect } = one;
  return property<T, R>(id, {
    ...one,
    ask: async (input, context) => withQuotaControl(context, await ask(input, context)),
    ...(expect && {
      expect: (reply, context) => {
        if (mayBeQuota(reply)) return 'no-evidence';
        return typeof expect === 'function' ? expect(reply, context) : judgeStatus(expect, reply);
      },
    }),
  });
}

/** How many times a valid request must be accepted, and the rejected one rejected again, if a quota has room at times. */
const ROUNDS = 3;

/**
 * Sends a rejected request again, by turns with valid ones: undefined unless it is rejected each time, and a valid one is accepted
 * before and after each time.
 */
async function rejectedByTurns(
  context: CheckContext,
  reply: CreateOrMessage,
  times: number,
): Promise<ConfirmationResult | undefined> {
  if (!(await isRoomLeft(context, reply))) return undefined;
  return confirmInEveryRound(times, async () => {
    // A lock for a moment after each create must be over.
    await context.quiet();
    const again = await resendRequest(context, reply, true);
    if (again?.answer === undefined || again.answer.status !== reply.answer?.status) return undefined;
    return (await isRoomLeft(context, { ...reply, answer: again.answer })) ? [again] : undefined;
  });
}

/** True if valid requests are accepted although this one is rejected. */
async function isDueToRequest(context: CheckContext, reply: CreateOrMessage): Promise<boolean> {
  // With 422, a service rejects an input more often than a quota is used up.
  const usual = reply.answer?.status === 422 ? 0 : 1;
  const times = hasRoomAtTimes(context, reply) ? ROUNDS - 1 : usual;
  return (await rejectedByTurns(context, reply, times)) !== undefined;
}

/** True if valid requests like this one are rejected in stretches, as for a quota or a lock that has room at times. */
function hasRoomAtTimes({ api }: CheckContext, reply: CreateOrMessage): boolean {
  const { all, rejected } = validRequests(api)[reply.operation];
  return [...rejected.values()].some((one) => comesInStretches(one, all));
}

/** The valid creates and messages of the run, and those that a quota may have rejected: the first of each kind. */
const validRequests = createLogIndex(
  () => {
    const none = () => ({ all: [] as CreateOrMessage[], rejected: new Map<string, CreateOrMessage>() });
    return { create: none(), message: none() };
  },
  (known, reply) => {
    if ((reply.operation !== 'create' && reply.operation !== 'message') || reply.intent !== 'valid') return;
    const { all, rejected } = known[reply.operation];
    all.push(reply);
    if (!mayMeanQuota(reply)) return;
    // Rejections alike in these three are in the same stretches.
    const { status, categoryId } = submittedIn(reply) ?? {};
    const kind = `${String(reply.answer?.status)} ${String(status)} ${String(categoryId)}`;
    if (!rejected.has(kind)) rejected.set(kind, reply);
  },
);

/** True if a quota may be the reason why a request that is not valid was rejected: this proves nothing about its input. */
export function mayBeQuota(reply: Reply): boolean {
  return unproven.has(reply);
}

/** The status and category of a request, as far as they are valid: a quota may concern only animals with one of them. */
function kindOf({ sent }: CreateOrMessage, { config }: CheckContext) {
  const members = isObject(sent) ? sent : {};
  return {
    status: isPetStatus(members['status']) ? members['status'] : undefined,
    categoryId: config.categoryIds.find((id) => id === int64Value(members['categoryId'])),
  };
}

/** The accepted valid requests with the same status and category; one that an invalid request lacks or gets wrong is like any. */
function acceptedAlike(context: CheckContext, reply: CreateOrMessage): readonly CreateOrMessage[] {
  const kind = kindOf(reply, context);
  const isAlike = (other: CreateOrMessage, member: 'status' | 'categoryId'): boolean =>
    submittedIn(other)?.[member] === kind[member] || (kind[member] === undefined && reply.intent !== 'valid');
  return validRequests(context.api)[reply.operation].all.filter(
    (other) => isSuccess(other.answer) && isAlike(other, 'status') && isAlike(other, 'categoryId'),
  );
}

/** Sends a new valid request with the same status and category; true if it is accepted, undefined if nothing could be sent. */
async function isNewOneAccepted(context: CheckContext, reply: CreateOrMessage): Promise<boolean | undefined> {
  const { api, creates, names } = context;
  if (reply.operation === 'message') {
    const sent = { message: names.text() };
    return isSuccess((await api.message(writeJson(sent), { intent: 'valid', sent })).answer);
  }
  const { status, categoryId } = kindOf(reply, context);
  const made = await creates.plain(status, { categoryId });
  return made && isSuccess(made.answer);
}

async function isRoomLeft(context: CheckContext, reply: CreateOrMessage): Promise<boolean> {
  const isNewAccepted = () => isNewOneAccepted(context, reply);
  // A valid request may have been rejected for a moment only: what was accepted before this one proves nothing.
  if (reply.intent === 'valid') return (await isNewAccepted()) === true;
  const since = reply.answer?.receivedAt ?? 0;
  const isAcceptedLater = acceptedAlike(context, reply).some(({ answer }) => (answer?.sentAt ?? 0) > since);
  // If the budget is used up, only another rejection like this one may mean that the quota is used up too.
  const isAccepted =
    isAcceptedLater || ((await isNewAccepted()) ?? validRequests(context.api).create.rejected.size === 0);
  if (reply.operation === 'create') return isAccepted && !(await hasLostAnimals(context));
  // A target that rejects some messages at random may reject the first.
  return isAccepted || (await isNewAccepted()) === true;
}

/** Conflicts with other clients, besides a first one, are rarer than one in this many requests. */
const RARE = 9;

/** True if a quota or a lock with room at times, or conflicts with other clients, may be the reason for the rejection. */
function mayPass(context: CheckContext, reply: CreateOrMessage): boolean {
  const { all } = validRequests(context.api)[reply.operation];
  const alike = all.filter((other) => other.answer?.status === reply.answer?.status);
  const isConflict = PASSING.has(reply.answer?.status ?? 0) && (alike.length - 1) * RARE < all.length;
  return (isConflict || comesInStretches(reply, all)) && acceptedAlike(context, reply).length > 0;
}

/**
 * Confirms that a valid request was rejected for what is in it. A quota, a lock or another client may also cause a rejection,
 * and then similar requests are rejected too, or the same request is accepted later.
 */
export async function confirmRejection<R extends CreateOrMessage>(
  ...[context, flawed, wrongs]: Parameters<ConfirmFlaw<R>>
): ReturnType<ConfirmFlaw<R>> {
  if (!mayPass(context, flawed.reply)) return confirmByResending(context, flawed, wrongs);
  return (
    (await rejectedByTurns(context, flawed.reply, ROUNDS)) ?? {
      why: 'Either a quota, a lock or another client is in the way at times, or the service rejects valid requests',
      next: 'Lift the quota or the lock for the run, or run while nobody else uses the target; without them the service causes it.',
    }
  );
}
