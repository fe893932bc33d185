import { plainTexts, unusualTexts } from '../generators/messages.ts';
import { writeJson } from '../src/json/json.ts';
import type { Check } from '../src/engine/check.ts';
import { statusText } from '../src/engine/expect.ts';
import type { Flaw } from '../src/engine/flaw.ts';
import { isObject, isSuccess, type MessageReply, type Reply } from '../src/engine/replies.ts';
import { always } from '../src/engine/verbs/always.ts';
import { each, overTheRun } from '../src/engine/verbs/each.ts';
import { misfit } from './shape.ts';
import { timestamp } from './timestamp.ts';

/** The text of a message that is valid, and was sent with a valid key. */
function textOf(reply: MessageReply): string | undefined {
  const { sent } = reply;
  return isObject(sent) && typeof sent['message'] === 'string' ? sent['message'] : undefined;
}

/** A message that every service has to take: a valid key, the right type, and a plain text. */
function isPlain(reply: Reply): reply is MessageReply {
  return reply.operation === 'message' && reply.intent === 'plain' && reply.outcome.ask.credential.valid;
}

/** A message that the service took. */
function isTaken(reply: Reply): reply is MessageReply {
  return (
    reply.operation === 'message' &&
    reply.outcome.ask.credential.valid &&
    textOf(reply) !== undefined &&
    isSuccess(reply.answer)
  );
}

function wrongAnswer(reply: MessageReply): Flaw | undefined {
  const { answer } = reply;
  if (answer === undefined || answer.status === 401) return undefined;
  const flaw = (actual: string, places: Flaw['places']): Flaw => ({
    message: `a valid message was answered with ${actual}`,
    expected: 'a 2xx with the strings id, message, status and createdAt',
    actual,
    input: { message: textOf(reply) },
    ...(places === undefined ? {} : { places }),
  });
  if (!isSuccess(answer)) return flaw(statusText(reply), [{ part: 'status' }]);
  const found = misfit('message', answer, `${statusText(reply)}, and `);
  return found && flaw(found.actual, found.places);
}

/** createdAt of an answer, where it is a string. */
function createdAt({ object }: MessageReply): string | undefined {
  const value = object?.['createdAt'];
  return typeof value === 'string' ? value : undefined;
}

export const messageChecks: readonly Check[] = [
  each('messages/texts', {
    title: 'valid messages with texts of many kinds',
    decides: 'messages.success',
    stage: 'walk',
    needs: ['messages'],
    draw: [...plainTexts, ...unusualTexts],
    ask: (text, { api }) => {
      const plain = /^[A-Za-z ]{1,40}$/.test(text) && text.trim() === text;
      return api.message(writeJson({ message: text }), {
        intent: plain ? 'plain' : 'odd',
        sent: { message: text },
      });
    },
    // Judged by messages/valid, messages/created-at, messages/media and messages/echo, over every message of the run.
    expect: overTheRun,
    describe: (text) => `a message ${JSON.stringify(text)}`,
    passes: 'texts of messages',
    optional: true,
  }),

  always('messages/valid', {
    title: 'status and body of the answer to every valid message',
    decides: 'messages.success',
    needs: ['messages'],
    pulls: ['messages/texts'],
    of: (reply): reply is MessageReply => isPlain(reply) || isTaken(reply),
    given: async ({ baseline }) => baseline.of('message'),
    // A key or an address that the target does not know is configuration: nothing was put to the test.
    wrong: (reply, found) => (found.usable || found.cause === 'server' ? wrongAnswer(reply) : undefined),
    conclusive: ({ answer }) => isSuccess(answer),
    passes: (replies) =>
      `${String(replies.length)} valid messages, each answered with a 2xx and its four strings`,
    requires: 'message',
  }),

  always('messages/created-at', {
    title: 'createdAt in the answer to every valid message',
    decides: 'messages.created-at',
    needs: ['messages', 'message'],
    pulls: ['messages/texts'],
    of: (reply): reply is MessageReply => isTaken(reply) && createdAt(reply) !== undefined,
    wrong: (reply) => {
      const text = createdAt(reply) ?? '';
      if (timestamp(text) !== 'invalid') return undefined;
      return {
        message: `createdAt is ${JSON.stringify(text)}, which is no ISO 8601 timestamp`,
        expected: 'an ISO 8601 timestamp, such as 2026-11-21T09:30:00Z',
        actual: JSON.stringify(text),
        places: [{ part: 'body', pointer: '/createdAt' }],
      };
    },
    conclusive: (reply) => timestamp(createdAt(reply) ?? '') === 'valid',
    passes: (replies) => `createdAt of ${String(replies.length)} messages is an ISO 8601 timestamp`,
    because: 'messages.success',
    vacuous: () =>
      'createdAt is no string, or one that can be read either way: a date alone, a space for the T, lower case, a long year',
  }),

  always('messages/media', {
    title: 'the media type of the answer to every valid message',
    decides: 'messages.media',
    needs: ['messages', 'message'],
    pulls: ['messages/texts'],
    of: isTaken,
    wrong: ({ answer }) => {
      const type = answer?.mediaType;
      if (type === 'application/json') return undefined;
      const actual = type === undefined ? 'no Content-Type' : `Content-Type ${type}`;
      return {
        message: `the answer to a valid message has ${actual}`,
        expected: 'Content-Type application/json',
        actual,
        places: [{ part: 'header', name: 'content-type' }],
      };
    },
    passes: (replies) => `${String(replies.length)} success answers, each application/json`,
    vacuous: () => 'no message was accepted',
  }),

  always('messages/echo', {
    title: 'the text in the answer to every valid message',
    decides: 'messages.echo',
    needs: ['messages', 'message'],
    pulls: ['messages/texts'],
    of: (reply): reply is MessageReply => isTaken(reply) && typeof reply.object?.['message'] === 'string',
    wrong: (reply) => {
      const sent = JSON.stringify(textOf(reply));
      const shown = JSON.stringify(reply.object?.['message']);
      if (sent === shown) return undefined;
      return {
        message: `the message ${sent} came back as ${shown}`,
        expected: sent,
        actual: shown,
        places: [{ part: 'body', pointer: '/message' }],
      };
    },
    passes: (replies) => `${String(replies.length)} messages came back as they were sent`,
    because: 'messages.success',
    vacuous: () => 'no answer to a message has one',
  }),
];
