import { fitsInt64 } from '../src/json/int64.ts';
import type { Check } from '../src/kit/check.ts';
import { statusText } from '../src/kit/expect.ts';
import { subject } from '../src/kit/flaw.ts';
import type { Lab } from '../src/kit/lab.ts';
import { isDocumented } from '../src/kit/lists.ts';
import { eraOf } from '../src/kit/removal.ts';
import { isSuccess, type Reply } from '../src/kit/replies.ts';
import { always } from '../src/kit/verbs/always.ts';
import { operations } from './operations.ts';

/** The operation in words. */
function titleOf({ operation }: Reply): string {
  return operations.find(({ name }) => name === operation)?.title ?? operation;
}

/** Whether it asks for what the document has removed by the day of the run: what that path answers is exempt. */
function isRemoved({ operation, answer }: Reply, { config }: Lab): boolean {
  return operation === 'get' && eraOf(config.asOf) !== 'before' && !isSuccess(answer);
}

/** Whether the valid key was sent with it, as the document writes it. */
function isKeyed(reply: Reply): boolean {
  return reply.operation !== 'message' && reply.outcome.ask.credential.kind === 'valid';
}

/** A request without a fault: that it was answered says that the key was accepted. */
function isGood(reply: Reply): boolean {
  switch (reply.operation) {
    case 'list':
      return isDocumented(reply);
    case 'create':
      return reply.intent === 'plain';
    case 'get':
      return /^\d+$/.test(reply.id) && fitsInt64(BigInt(reply.id));
    case 'message':
      return false;
  }
}

export const authAnswerChecks: readonly Check[] = [
  always('auth/valid-key', {
    title: 'requests with the valid key, over the whole run',
    decides: 'auth.accepted',
    stage: 'last',
    pulls: ['get/each'],
    of: (reply): reply is Reply => isKeyed(reply),
    given: ({ api }) => api.log.some((reply) => isKeyed(reply) && isSuccess(reply.answer)),
    wrong: (reply, acceptedSomewhere, lab) =>
      acceptedSomewhere && reply.answer?.status === 401 && !isRemoved(reply, lab)
        ? {
            message: `${titleOf(reply)} with the configured key was answered with 401, and other requests with it were accepted`,
            expected: 'any answer but 401: the key is valid',
            actual: statusText(reply),
            places: [{ part: 'status' }],
            about: [subject.answer(reply.operation, 401)],
          }
        : undefined,
    telling: (reply, acceptedSomewhere, lab) =>
      acceptedSomewhere && isGood(reply) && reply.answer !== undefined && !isRemoved(reply, lab),
    passes: (replies) =>
      `the key was accepted by ${[...new Set(replies.map(({ operation }) => operation))].join(', ')}`,
    lacks: () => 'the key was refused, and accepted nowhere',
  }),

  always('auth/challenge', {
    title: 'the WWW-Authenticate header of every 401 of the run',
    decides: 'auth.challenge',
    stage: 'last',
    pulls: ['auth/no-header-*', 'auth/wrong-token-*'],
    of: (reply): reply is Reply => reply.operation !== 'message' && reply.answer?.status === 401,
    wrong: (reply, _, lab) =>
      isRemoved(reply, lab) || (reply.answer?.header('www-authenticate') ?? '').trim() !== ''
        ? undefined
        : {
            message: 'a 401 has no WWW-Authenticate header, so a client is not told which scheme to use',
            expected: 'a header such as WWW-Authenticate: Bearer',
            actual: 'no such header',
            places: [{ part: 'header', name: 'www-authenticate' }],
          },
    passes: (replies) => `${String(replies.length)} answers with 401, each with a challenge`,
    lacks: () => 'no request was answered with 401',
    because: 'auth.missing',
  }),
];
