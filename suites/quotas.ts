import type { CheckContext } from '../src/engine/plan/index.ts';
import {
  type CreateReply,
  isObject,
  isPetStatus,
  isSuccess,
  type Reply,
} from '../src/engine/target/index.ts';
import { int64Value } from '../src/json/int64.ts';

/** Statuses with which a service may reject a create because a quota of animals is used up. */
const QUOTA_STATUSES: ReadonlySet<number> = new Set([402, 403, 409, 507]);

/** True if a quota of animals may be the reason for the response. */
export function hasQuotaStatus({ answer }: Reply): boolean {
  return QUOTA_STATUSES.has(answer?.status ?? 0);
}

/**
 * True if the rejection of a valid create looks like a used-up quota: some of the valid creates were accepted before, none
 * afterwards. A quota may concern only animals with the same status or category.
 * @param isFreed true if the store lost animals, so that there may be room again
 */
export function looksLikeQuota(
  reply: CreateReply,
  creates: readonly CreateReply[],
  isFreed: boolean,
): boolean {
  const { answer, submitted } = reply;
  if (answer === undefined || !hasQuotaStatus(reply)) return false;
  const isUsedUp = (some: readonly CreateReply[]): boolean => {
    const accepted = some.filter((other) => isSuccess(other.answer));
    const before = accepted.filter((other) => (other.answer?.sentAt ?? 0) < answer.receivedAt);
    return before.length > 0 && (isFreed || before.length === accepted.length);
  };
  const alike = (member: 'status' | 'categoryId') =>
    creates.filter((other) => other.submitted?.[member] === submitted?.[member]);
  return [creates, alike('status'), alike('categoryId')].some(isUsedUp);
}

/** True if the target lost the oldest animal of the run: then a quota that was used up may have room again. */
export async function hasLostAnimals({ api, baseline, population }: CheckContext): Promise<boolean> {
  const [oldest] = population.animals();
  if (oldest === undefined || !(await baseline.of('get')).usable) return false;
  return [404, 410].includes((await api.get(oldest.id)).answer?.status ?? 0);
}

/** For each check, whether a valid create is accepted after the first rejection that may be due to a quota. */
const controls = new WeakMap<CheckContext, Promise<boolean>>();
/** Rejections after which a valid create was not accepted either. */
const unproven = new WeakSet<Reply>();

/**
 * If a create that is not valid was rejected with a status that may mean a used-up quota, finds out whether the target still
 * accepts a valid one, at most once per check.
 */
export async function withQuotaControl<R extends Reply | undefined>(
  context: CheckContext,
  reply: R,
): Promise<R> {
  if (reply?.operation !== 'create' || !reply.outcome.ask.credential.valid) return reply;
  if (reply.intent === 'valid' || !hasQuotaStatus(reply)) return reply;
  const control = controls.get(context) ?? isRoomLeft(context, reply);
  controls.set(context, control);
  if (!(await control)) unproven.add(reply);
  return reply;
}

/** True if a quota may be the reason why a create that is not valid was rejected: this proves nothing about its input. */
export function mayBeQuota(reply: Reply): boolean {
  return unproven.has(reply);
}

async function isRoomLeft(context: CheckContext, { sent, answer }: CreateReply): Promise<boolean> {
  const { api, config, creates } = context;
  const members = isObject(sent) ? sent : {};
  // A quota may concern only animals with this status or category.
  const status = isPetStatus(members['status']) ? members['status'] : undefined;
  const categoryId = config.categoryIds.find((id) => id === int64Value(members['categoryId']));
  const isAcceptedLater = api.log.some(
    (other) =>
      other.operation === 'create' &&
      other.intent === 'valid' &&
      isSuccess(other.answer) &&
      other.answer.sentAt > (answer?.receivedAt ?? 0) &&
      [undefined, other.submitted?.status].includes(status) &&
      [undefined, other.submitted?.categoryId].includes(categoryId),
  );
  const isAccepted = isAcceptedLater || isSuccess((await creates.plain(status, { categoryId }))?.answer);
  return isAccepted && !(await hasLostAnimals(context));
}
