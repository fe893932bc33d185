import {
  invalidKeys,
  malformedHeaders,
  malformedTokens,
  type HeaderDraft,
} from '../generators/credentials.ts';
import { drawn, type Partitions } from '../generators/partitions.ts';
import {
  notMessages,
  otherContentTypes,
  otherFormats,
  plainTexts,
  unusualTexts,
  withoutMessage,
} from '../generators/messages.ts';
import { spoilingOrEmpty } from '../generators/corruptions.ts';
import type { RequirementId } from '../requirements/index.ts';
import { readJson, writeJson } from '../src/json/json.ts';
import { type Check, type Flaw, subject } from '../src/engine/plan/index.ts';
import {
  credential,
  isClientError,
  isObject,
  isSuccess,
  type MessageReply,
  noCredential,
  type Reply,
  statusText,
} from '../src/engine/target/index.ts';
import {
  invariant,
  property,
  type PropertyDefinition,
  type Expectation,
  judged,
  overTheRun,
  refusal,
  statusAlone,
  unmet,
} from '../src/engine/verbs/index.ts';
import { refusedKey } from './auth.ts';
import { wrongMediaType, wholeAnswers } from './interface.ts';
import { misfit, wrongMember } from './shape.ts';
import { timestamp } from './timestamp.ts';

/** The text of a message that is valid, and was sent with a valid key. */
function textOf(reply: MessageReply): string | undefined {
  const { sent } = reply;
  return isObject(sent) && typeof sent['message'] === 'string' ? sent['message'] : undefined;
}

/** A message that every service has to take: a valid key, the right type, and a plain text. */
function isPlain(reply: Reply): reply is MessageReply {
  return reply.operation === 'message' && reply.intent === 'valid' && reply.outcome.ask.credential.valid;
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
  const expected = 'a 2xx with the strings id, message, status and createdAt';
  const found = isSuccess(answer)
    ? misfit('message', answer, `${statusText(reply)}, and `)
    : unmet(reply, expected);
  return found && { ...found, expected, input: { message: textOf(reply) } };
}

/** createdAt of an answer, where it is a string. */
function createdAt({ object }: MessageReply): string | undefined {
  const value = object?.['createdAt'];
  return typeof value === 'string' ? value : undefined;
}

const PLAIN: ReadonlySet<string> = new Set(plainTexts.flatMap(({ values = [] }) => values));
const BODY = writeJson({ message: 'Gd mrnng frm ths rn' });

function hasMembers(body: string | null): boolean {
  const read = readJson(body ?? '');
  return read.ok && isObject(read.value) && Object.keys(read.value).length > 0;
}

/** What the body of a refusal is, the document does not say of messages. */
const BAD_REQUEST = statusAlone(400);
const UNAUTHORIZED = statusAlone(401);
const CLIENT_ERROR: Expectation = { text: 'a 4xx', met: (came) => isClientError(came) };

/** Inputs that every message has to be refused for. */
function refused<T>(
  id: string,
  one: Omit<PropertyDefinition<T, MessageReply>, 'stage' | 'needs'>,
  // Beside a walk, which goes to another address.
  stage: Check['stage'] = 'walk',
): Check {
  return property<T, MessageReply>(id, { ...one, stage, needs: ['messages', 'message'] });
}

function refusedHeaders(
  id: string,
  what: string,
  requirement: RequirementId,
  draw: (key: string) => Partitions<HeaderDraft>,
  possibleCauses?: readonly RequirementId[],
): Check {
  return refused<HeaderDraft>(
    id,
    {
      title: `a message with ${what}`,
      decides: requirement,
      draw: ({ messagesKey }) => draw(messagesKey),
      ask: (header, { api }) => api.message(BODY, { credential: credential(header) }),
      expect: (reply) => refusedKey(reply, UNAUTHORIZED),
      passMessage: `${what}, each refused with 401`,
      subjects: ({ kind }) => [subject.credential('message', kind)],
      ...(possibleCauses === undefined ? {} : { possibleCauses }),
    },
    'keys',
  );
}

export const messageChecks: readonly Check[] = [
  property('messages/texts', {
    title: 'valid messages with texts of many kinds',
    decides: 'messages.success',
    stage: 'walk',
    needs: ['messages'],
    draw: [...plainTexts, ...unusualTexts],
    ask: (text, { api, names }) => {
      const plain = PLAIN.has(text);
      const sent = { message: plain ? names.text(text) : text };
      return api.message(writeJson(sent), { intent: plain ? 'valid' : 'borderline', sent });
    },
    // Judged by messages/valid, messages/created-at, messages/media and messages/echo, over every message of the run.
    expect: overTheRun,
    passMessage: 'texts of messages',
    optional: true,
  }),

  invariant('messages/valid', {
    title: 'status and body of the answer to every valid message',
    decides: 'messages.success',
    needs: ['messages'],
    dependsOn: ['messages/texts'],
    of: (reply): reply is MessageReply => isPlain(reply) || isTaken(reply),
    given: async ({ baseline }) => baseline.of('message'),
    // A key or an address that the target does not know is configuration: nothing was tested.
    wrong: (reply, found) => (found.usable || found.cause === 'server' ? wrongAnswer(reply) : undefined),
    conclusive: ({ answer }) => isSuccess(answer),
    countedAs: 'valid messages',
    passMessage: 'valid messages, each answered with a 2xx and its four strings',
    requires: 'message',
  }),

  invariant('messages/created-at', {
    title: 'createdAt in the answer to every valid message',
    decides: 'messages.created-at',
    needs: ['messages', 'message'],
    dependsOn: ['messages/texts'],
    of: (reply): reply is MessageReply => isTaken(reply) && createdAt(reply) !== undefined,
    wrong: (reply) => {
      const text = createdAt(reply) ?? '';
      if (timestamp(text) !== 'invalid') return undefined;
      return {
        ...wrongMember('createdAt', undefined, text),
        expected: 'an ISO 8601 timestamp, such as 2026-11-21T09:30:00Z',
      };
    },
    conclusive: (reply) => timestamp(createdAt(reply) ?? '') === 'valid',
    countedAs: 'accepted messages',
    passMessage: (replies) => `createdAt of ${String(replies.length)} messages is an ISO 8601 timestamp`,
    because: 'messages.success',
    inconclusive:
      'createdAt is not a string, or one that can be read either way: a date alone, a space for the T, lower case, a long year',
  }),

  invariant('messages/media', {
    title: 'the media type of the answer to every valid message',
    decides: 'messages.media',
    needs: ['messages', 'message'],
    dependsOn: ['messages/texts'],
    of: isTaken,
    wrong: ({ answer }) => {
      const found = answer && wrongMediaType(answer);
      return found && { expected: 'Content-Type application/json', ...found };
    },
    countedAs: 'accepted messages',
    passMessage: 'success answers, each application/json',
    inconclusive: 'no message was accepted',
  }),

  invariant('messages/echo', {
    title: 'the text in the answer to every valid message',
    decides: 'messages.echo',
    needs: ['messages', 'message'],
    dependsOn: ['messages/texts'],
    of: (reply): reply is MessageReply => isTaken(reply) && typeof reply.object?.['message'] === 'string',
    wrong: (reply) => {
      const [sent, shown] = [textOf(reply), reply.object?.['message']];
      return sent === shown ? undefined : wrongMember('message', sent, shown);
    },
    countedAs: 'accepted messages',
    passMessage: 'messages, each sent back as it came',
    because: 'messages.success',
    inconclusive: 'no answer to a message has one',
  }),

  refused('messages/malformed-json', {
    title: 'bodies that are not JSON',
    decides: 'messages.invalid-json',
    draw: spoilingOrEmpty,
    ask: ({ corrupt }, { api }) => api.message(corrupt('{"message":"hello","to":"Rex"}')),
    expect: BAD_REQUEST,
    passMessage: 'bodies that are not JSON, each answered with 400',
  }),
  refused('messages/without-message', {
    title: 'bodies without message',
    decides: 'messages.missing',
    draw: withoutMessage,
    ask: (body, { api }) => api.message(writeJson(body)),
    // With another member in it, it may be refused for that, in whatever way.
    expect: (reply) =>
      hasMembers(reply.body) ? refusal(400, reply, BAD_REQUEST) : judged(BAD_REQUEST, reply),
    passMessage: 'bodies without message, each answered with 400',
  }),
  refused('messages/wrong-message', {
    title: 'messages that are not a string',
    decides: 'messages.invalid',
    draw: notMessages,
    ask: (message, { api }) => api.message(writeJson({ message })),
    expect: CLIENT_ERROR,
    passMessage: 'messages that are not a string, each answered with a 4xx',
  }),
  refused('messages/other-content-type', {
    title: 'a valid message sent as another content type, and without one',
    decides: 'messages.content-type',
    draw: otherContentTypes,
    ask: (contentType, { api }) => api.message(BODY, { contentType }),
    expect: BAD_REQUEST,
    passMessage: 'other content types, each answered with 400',
  }),
  refused('messages/other-format', {
    title: 'a message in another format, sent as what it is',
    decides: 'messages.content-type',
    draw: otherFormats,
    ask: ({ contentType, body }, { api }) => api.message(body, { contentType }),
    expect: BAD_REQUEST,
    passMessage: 'messages in other formats, each answered with 400',
  }),
  refused(
    'messages/no-header',
    {
      title: 'a message without an Authorization header',
      decides: 'messages.auth.missing',
      draw: drawn({ 'a valid message': [0] }),
      ask: (_, { api }) => api.message(BODY, { credential: noCredential }),
      expect: UNAUTHORIZED,
      passMessage: 'messages without an Authorization header, each answered with 401',
    },
    'keys',
  ),
  refusedHeaders(
    'messages/wrong-token',
    'Authorization headers with a wrong token',
    'messages.auth.invalid',
    invalidKeys,
  ),
  refusedHeaders(
    'messages/not-of-the-form',
    'malformed Authorization headers',
    'messages.auth.malformed',
    malformedHeaders,
  ),
  refusedHeaders(
    'messages/no-token',
    'Authorization headers with a malformed token',
    'messages.auth.malformed',
    malformedTokens,
    ['messages.auth.invalid'],
  ),

  wholeAnswers(
    'messages/whole-answers',
    'messages.media',
    ({ operation }) => operation === 'message',
    'answers to messages',
  ),

  invariant('messages/error-object', {
    title: 'the body of every error answer to a message',
    decides: 'messages.error-object',
    stage: 'last',
    needs: ['messages'],
    dependsOn: ['messages/*'],
    of: (reply): reply is MessageReply =>
      reply.operation === 'message' && isClientError(reply.answer?.status ?? 0),
    wrong: ({ answer }) => {
      const found = answer && misfit('error', answer, 'no Error object: ');
      return found && { expected: 'an Error object, as in the animals interface', ...found };
    },
    countedAs: 'error answers to messages',
    passMessage: 'error answers, each with an Error object',
    requires: 'message',
    inconclusive: 'no message was answered with an error',
  }),
];
