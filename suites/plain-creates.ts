import type { RequirementId } from '../requirements/index.ts';
import { int64 } from '../src/json/int64.ts';
import { writeJson } from '../src/json/json.ts';
import type { Lab } from '../src/kit/lab.ts';
import { bodyOf } from '../src/kit/population.ts';
import { isSuccess, type CreateReply, type Reply, type Status } from '../src/kit/replies.ts';
import { creates } from './log.ts';

/** The requests with a body that every target has to accept, as far as they were answered. */
export function plainCreates(lab: Lab): readonly CreateReply[] {
  return creates(lab).filter((reply) => reply.intent === 'plain' && reply.answer !== undefined);
}

/** Replies to plain bodies by the status that they asked for. */
export function withStatus(
  replies: readonly CreateReply[],
  status: Status | undefined,
): readonly CreateReply[] {
  return replies.filter((reply) => reply.submitted?.status === status);
}

function allRefused(replies: readonly CreateReply[]): boolean {
  return replies.length > 0 && !replies.some((reply) => isSuccess(reply.answer));
}

/** Whether the answer is no success. */
export function isRefused({ answer }: Reply): boolean {
  return answer !== undefined && !isSuccess(answer);
}

/** The requirement that a refusal of a plain body breaks: the one of its status, where just that status is refused. */
export function blamed(reply: CreateReply, all: readonly CreateReply[]): RequirementId {
  const status = reply.submitted?.status;
  const others = all.filter((other) => other.submitted?.status !== status);
  const onlyThis = allRefused(withStatus(all, status)) && others.some((other) => isSuccess(other.answer));
  if (!onlyThis) return 'create.success';
  return status === undefined ? 'create.status.optional' : 'create.status.values';
}

/** The body of a request, for a report. */
export function shown(reply: CreateReply): unknown {
  return reply.submitted === undefined ? undefined : bodyOf(reply.submitted);
}

/** How the answer differs from what was submitted. */
export function echoDifference(
  reply: CreateReply,
): { member: string; expected: string; actual: string } | undefined {
  const { submitted, pet } = reply;
  if (submitted === undefined || pet === undefined) return undefined;
  const name = pet['name'];
  if (typeof name === 'string' && name !== submitted.name) {
    return { member: 'name', expected: writeJson(submitted.name), actual: writeJson(name) };
  }
  const category = int64(pet['categoryId']);
  const within = submitted.categoryId <= 2n ** 53n && submitted.categoryId >= -(2n ** 53n);
  if (category !== undefined && within && reply.intent === 'plain' && category !== submitted.categoryId) {
    return { member: 'categoryId', expected: String(submitted.categoryId), actual: String(category) };
  }
  const status = pet['status'];
  const isPet = typeof name === 'string' && category !== undefined;
  if (submitted.status !== undefined && status !== submitted.status && (isPet || status !== undefined)) {
    return {
      member: 'status',
      expected: writeJson(submitted.status),
      actual: status === undefined ? 'absent' : writeJson(status),
    };
  }
  return undefined;
}
