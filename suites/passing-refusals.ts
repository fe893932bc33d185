import {
  confirmByResending,
  confirmInEveryRound,
  type ConfirmFlaw,
  resendRequest,
} from '../src/engine/verbs/index.ts';
import type { CheckContext } from '../src/engine/plan/index.ts';
import { type CreateReply, isSuccess, type MessageReply, type Reply } from '../src/engine/target/index.ts';
import { comesInStretches, isNewMessageAccepted, ROUNDS, validLike } from './quotas.ts';

/** True for an accepted valid request like this one: a message, or a create with the same status and category. */
function isAcceptedAlike(other: Reply, reply: CreateReply | MessageReply): boolean {
  if (other.operation !== reply.operation || other.intent !== 'valid' || !isSuccess(other.answer))
    return false;
  if (other.operation !== 'create' || reply.operation !== 'create') return true;
  const [one, two] = [other.submitted, reply.submitted];
  return one?.status === two?.status && one?.categoryId === two?.categoryId;
}

/** A conflict with other clients is rarer than one in this many requests. */
const RARE = 10;

/** True if a quota or a lock with room at times, or conflicts with other clients, may be the reason for the rejection. */
function mayPass(reply: CreateReply | MessageReply, { api }: CheckContext): boolean {
  const valid = validLike(reply, api);
  const isConflict = [409, 423].includes(reply.answer?.status ?? 0);
  const alike = valid.filter((other) => other.answer?.status === reply.answer?.status);
  return comesInStretches(reply, valid) || (isConflict && (alike.length - 1) * RARE < valid.length);
}

/** Sends a new valid request like this one; true if it is accepted. */
async function isNewOneAccepted(context: CheckContext, reply: CreateReply | MessageReply): Promise<boolean> {
  if (reply.operation === 'message') return isNewMessageAccepted(context);
  const { status, categoryId } = reply.submitted ?? {};
  return isSuccess((await context.creates.plain(status, { categoryId }))?.answer);
}

/**
 * Confirms that a valid request was rejected for what is in it. A quota, a lock or another client may also cause a rejection,
 * and then similar requests are rejected too, or the same request is accepted later.
 */
export async function confirmRejection<R extends CreateReply | MessageReply>(
  ...[context, flawed, wrongs]: Parameters<ConfirmFlaw<R>>
): ReturnType<ConfirmFlaw<R>> {
  const { reply } = flawed;
  if (!mayPass(reply, context) || !context.api.log.some((other) => isAcceptedAlike(other, reply)))
    return confirmByResending(context, flawed, wrongs);
  const confirmed = await confirmInEveryRound(ROUNDS, async () => {
    if (!(await isNewOneAccepted(context, reply))) return undefined;
    // A lock for a moment after each create must be over.
    await context.quiet();
    const again = await resendRequest(context, reply, true);
    return again !== undefined && again.answer?.status === reply.answer?.status ? [again] : undefined;
  });
  return confirmed !== undefined && (await isNewOneAccepted(context, reply))
    ? confirmed
    : {
        why: 'Either a quota, a lock or another client is in the way at times, or the service rejects valid requests',
      };
}
