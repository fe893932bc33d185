import type { RequirementId } from '../requirements/index.ts';
import { categoryDoubt } from '../src/engine/baseline.ts';
import type { Check } from '../src/engine/check.ts';
import { statusText } from '../src/engine/expect.ts';
import { subject, type Flaw } from '../src/engine/flaw.ts';
import type { Lab } from '../src/engine/lab.ts';
import { isSuccess, type CreateReply } from '../src/engine/replies.ts';
import { always } from '../src/engine/verbs/always.ts';
import {
  hasSafeCategory,
  isPlain,
  isTaken,
  shown,
  wrongEcho,
  wrongOmittedStatus,
  wrongShape,
} from './created.ts';

/** What a target may answer once somebody has as many animals as he may have. */
export const QUOTA: ReadonlySet<number> = new Set([402, 403, 409, 507]);
/** The checks that fill the target with animals. */
export const FEEDS = ['list/limit-in-range'];
/** What the refusal of a plain animal is held against. */
interface Refusals {
  readonly all: readonly CreateReply[];
  /** Why the refusals may be right: the target may not know the category. */
  readonly doubt: string | undefined;
}

/** A refusal as of a quota, which the document is silent about: some were accepted before, and none afterwards. */
function isQuota({ answer }: CreateReply, { all }: Refusals): boolean {
  if (answer === undefined || !QUOTA.has(answer.status)) return false;
  const accepted = all.filter((other) => isSuccess(other.answer)).map((other) => other.answer?.sentAt ?? 0);
  return accepted.length > 0 && Math.max(...accepted) < answer.receivedAt;
}

/** The requirement that a refusal breaks: the one of its status, where just that status is refused. */
function blamed({ submitted }: CreateReply, { all }: Refusals): RequirementId {
  const status = submitted?.status;
  const same = all.filter((other) => other.submitted?.status === status);
  const others = all.filter((other) => other.submitted?.status !== status);
  const onlyThis =
    !same.some(({ answer }) => isSuccess(answer)) && others.some(({ answer }) => isSuccess(answer));
  if (!onlyThis) return 'create.success';
  return status === undefined ? 'create.status.optional' : 'create.status.values';
}

/** An answer other than 201 that breaks this requirement, and no other. */
function refused(requirement: RequirementId, reply: CreateReply, given: Refusals): readonly Flaw[] {
  const status = reply.answer?.status;
  if (status === undefined || status === 201 || status === 401) return [];
  if (given.doubt !== undefined || isQuota(reply, given)) return [];
  if (requirement !== (isSuccess(reply.answer) ? 'create.success' : blamed(reply, given))) return [];
  return [
    {
      kind: 'status',
      message: `a valid animal was answered with ${statusText(reply)} instead of 201`,
      expected: '201 with a Pet',
      actual: statusText(reply),
      input: shown(reply),
      places: [{ part: 'status' }],
      about: [subject.answer('create', status)],
    },
  ];
}

async function refusals({ api, config, pages, population }: Lab): Promise<Refusals> {
  await population.starters();
  const all = api.log.filter(isPlain).filter(({ answer }) => answer !== undefined);
  return { all, doubt: categoryDoubt(config, all, await pages.snapshot()) };
}

export const answerChecks: readonly Check[] = [
  always('create/plain', {
    title:
      'status and body of the answer to every plain animal of the run, and the body where another was accepted',
    decides: 'create.success',
    pulls: FEEDS,
    of: (reply): reply is CreateReply => isPlain(reply) || (isTaken(reply) && hasSafeCategory(reply)),
    classOf: ({ intent, spelling }) =>
      intent === 'plain' ? `JSON that is written ${spelling ?? ''}` : undefined,
    given: refusals,
    wrong: (reply, given) => [
      ...(isPlain(reply) ? refused('create.success', reply, given) : []),
      ...wrongShape(reply),
    ],
    conclusive: (reply) => isPlain(reply) && isSuccess(reply.answer),
    passes: (replies) => `${String(replies.length)} valid animals, each answered with 201 and a Pet`,
    vacuous: (_, { doubt }) => doubt ?? 'no valid animal was accepted',
  }),

  always('create/without-status', {
    title: 'plain animals without a status',
    decides: 'create.status.optional',
    needs: ['create'],
    of: (reply): reply is CreateReply => isPlain(reply) && reply.submitted?.status === undefined,
    classOf: () => 'no status',
    given: refusals,
    wrong: (reply, given) => [
      ...refused('create.status.optional', reply, given),
      ...wrongOmittedStatus(reply),
    ],
    conclusive: ({ pet }) => pet !== undefined,
    passes: (replies) => `${String(replies.length)} animals without a status were accepted`,
    vacuous: () => 'no animal without a status was accepted',
  }),

  always('create/each-status', {
    title: 'plain animals with each of the three statuses',
    decides: 'create.status.values',
    needs: ['create'],
    of: (reply): reply is CreateReply => isPlain(reply) && reply.submitted?.status !== undefined,
    classOf: ({ submitted }) => `status ${submitted?.status ?? ''}`,
    given: refusals,
    wrong: (reply, given) => refused('create.status.values', reply, given),
    conclusive: ({ answer }) => isSuccess(answer),
    passes: (replies) =>
      `animals with status ${[...new Set(replies.map(({ submitted }) => submitted?.status))].join(', ')} were accepted`,
    vacuous: () => 'no animal with a status was accepted',
  }),

  always('create/echo', {
    title: 'the submitted values in the answer to every animal that was accepted',
    decides: 'create.echo',
    needs: ['create'],
    pulls: FEEDS,
    of: (reply): reply is CreateReply => isTaken(reply) && reply.pet !== undefined,
    wrong: wrongEcho,
    passes: (replies) => `${String(replies.length)} animals came back as they were sent`,
    vacuous: () => 'no answer to a valid animal held an object',
  }),
];
