import {
  invalidKeys,
  malformedHeaders,
  malformedTokens,
  type HeaderDraft,
} from '../generators/credentials.ts';
import { drawn, type Drawn } from '../generators/drawn.ts';
import { spoilingOrEmpty } from '../generators/spoilers.ts';
import { notMessages, otherContentTypes, otherFormats, withoutMessage } from '../generators/messages.ts';
import type { RequirementId } from '../requirements/index.ts';
import { writeJson } from '../src/json/json.ts';
import type { Check } from '../src/engine/check.ts';
import { credential, noCredential } from '../src/engine/credentials.ts';
import { isClientError, judged, refusal, statusAlone, type Expectation } from '../src/engine/expect.ts';
import { subject } from '../src/engine/flaw.ts';
import { isObject, type MessageReply } from '../src/engine/replies.ts';
import { always } from '../src/engine/verbs/always.ts';
import { each, type Each } from '../src/engine/verbs/each.ts';
import { wholeAnswers } from './interface.ts';
import { misfit } from './shape.ts';

const BODY = writeJson({ message: 'Hello from the conformance run' });

/** What the body of a refusal is, the document does not say of messages. */
const BAD_REQUEST = statusAlone(400);
const UNAUTHORIZED = statusAlone(401);
const CLIENT_ERROR: Expectation = { text: 'a 4xx', met: (came) => isClientError(came) };

/** Inputs that every message has to be refused for. */
function refused<T>(id: string, one: Omit<Each<T, MessageReply>, 'stage' | 'needs'>): Check {
  // Beside a walk, which goes to another address.
  return each<T, MessageReply>(id, { ...one, stage: 'walk', needs: ['messages', 'message'] });
}

function refusedHeaders(
  id: string,
  requirement: RequirementId,
  draw: (key: string) => Drawn<HeaderDraft>,
  explainedBy?: readonly RequirementId[],
): Check {
  return refused<HeaderDraft>(id, {
    title: `a message with Authorization headers: ${id.replace('messages/', '').replaceAll('-', ' ')}`,
    decides: requirement,
    draw: ({ messagesKey }) => draw(messagesKey),
    ask: (header, { api }) => api.message(BODY, { credential: credential(header) }),
    expect: UNAUTHORIZED,
    describe: ({ label }) => `a message with an Authorization header (${label})`,
    formatInput: ({ label }) => ({ Authorization: label }),
    passes: 'Authorization headers, each refused with 401',
    about: ({ kind }) => [subject.credential('message', kind)],
    ...(explainedBy === undefined ? {} : { explainedBy }),
  });
}

export const messageRefusalChecks: readonly Check[] = [
  refused('messages/malformed-json', {
    title: 'bodies that are no JSON',
    decides: 'messages.invalid-json',
    draw: spoilingOrEmpty,
    ask: ({ spoil }, { api }) => api.message(spoil('{"message":"hello","to":"Rex"}')),
    expect: BAD_REQUEST,
    describe: ({ label }) => `a message whose body is no JSON (${label})`,
    formatInput: ({ label }) => ({ body: label }),
    passes: 'bodies that are no JSON, each answered with 400',
  }),
  refused('messages/without-message', {
    title: 'bodies without message',
    decides: 'messages.missing',
    draw: withoutMessage,
    ask: (body, { api }) => api.message(writeJson(body)),
    // With another member in it, it may be refused for that, in whatever way.
    expect: (reply, body) =>
      isObject(body) && Object.keys(body).length > 0
        ? refusal(400, reply, BAD_REQUEST)
        : judged(BAD_REQUEST, reply),
    describe: (body) => `the body ${writeJson(body)}`,
    formatInput: (body) => ({ body }),
    passes: 'bodies without message, each answered with 400',
  }),
  refused('messages/wrong-message', {
    title: 'messages that are no string',
    decides: 'messages.invalid',
    draw: notMessages,
    ask: (message, { api }) => api.message(writeJson({ message })),
    expect: CLIENT_ERROR,
    describe: (message) => `the message ${writeJson(message)}`,
    formatInput: (message) => ({ message }),
    passes: 'messages that are no string, each answered with a 4xx',
  }),
  refused('messages/other-content-type', {
    title: 'a valid message sent as another content type, and without one',
    decides: 'messages.content-type',
    draw: otherContentTypes,
    ask: (contentType, { api }) => api.message(BODY, { contentType }),
    expect: BAD_REQUEST,
    describe: (type) => (type === null ? 'a message without Content-Type' : `a message sent as ${type}`),
    formatInput: (type) => ({ 'Content-Type': type ?? 'none' }),
    passes: 'other content types, each answered with 400',
  }),
  refused('messages/other-format', {
    title: 'a message in another format, sent as what it is',
    decides: 'messages.content-type',
    draw: otherFormats,
    ask: ({ contentType, body }, { api }) => api.message(body, { contentType }),
    expect: BAD_REQUEST,
    describe: ({ contentType }) => `a message written and sent as ${contentType}`,
    formatInput: ({ contentType, body }) => ({ 'Content-Type': contentType, body }),
    passes: 'messages in other formats, each answered with 400',
  }),
  refused('messages/no-header', {
    title: 'a message without an Authorization header',
    decides: 'messages.auth.missing',
    draw: drawn({ 'a valid message': [0] }),
    ask: (_, { api }) => api.message(BODY, { credential: noCredential }),
    expect: UNAUTHORIZED,
    describe: () => 'a message without an Authorization header',
    formatInput: () => ({ Authorization: 'none' }),
    passes: 'messages without an Authorization header, each answered with 401',
  }),
  refusedHeaders('messages/wrong-token', 'messages.auth.invalid', invalidKeys),
  refusedHeaders('messages/not-of-the-form', 'messages.auth.malformed', malformedHeaders),
  refusedHeaders('messages/no-token', 'messages.auth.malformed', malformedTokens, ['messages.auth.invalid']),

  wholeAnswers(
    'messages/whole-answers',
    'messages.media',
    ({ operation }) => operation === 'message',
    'answers to messages',
  ),

  always('messages/error-object', {
    title: 'the body of every error answer to a message',
    decides: 'messages.error-object',
    needs: ['messages'],
    pulls: ['messages/*'],
    of: (reply): reply is MessageReply =>
      reply.operation === 'message' && isClientError(reply.answer?.status ?? 0),
    wrong: ({ answer }) => {
      const found = answer && misfit('error', answer);
      const message = `an error answer to a message has no Error object: ${found?.actual ?? ''}`;
      return found && { message, expected: 'an Error object, as in the animals interface', ...found };
    },
    passes: (replies) => `${String(replies.length)} error answers, each with an Error object`,
    vacuous: () => 'no message was answered with an error',
  }),
];
