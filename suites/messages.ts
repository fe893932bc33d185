import { partition, mapPartitions } from '../generators/partitions.ts';
import {
  TEXT_SENT_IN_PIECES,
  nonStringMessages,
  wrongContentTypes,
  nonJsonMessages,
  plainMessageTexts,
  unusualMessageTexts,
  bodiesWithoutMessage,
} from '../generators/messages.ts';
import { messageJsonCorruptions } from '../generators/corruptions.ts';
import { writeJson } from '../src/json/json.ts';
import type { Check, Flaw } from '../src/engine/plan/index.ts';
import {
  isClientError,
  isObject,
  isSuccess,
  type MessageReply,
  messageTextOf,
  type Reply,
  statusText,
} from '../src/engine/target/index.ts';
import {
  invariant,
  property,
  type PropertyDefinition,
  type Expectation,
  judgeStatus,
  judgeUnlessRefusedOtherwise,
  expectStatusAnyBody,
  wrongStatusFlaw,
} from '../src/engine/verbs/index.ts';
import { invalidAuthorizationChecks } from './auth.ts';
import { inChunks } from './forms.ts';
import { missingAuthorizationCheck } from './keyless.ts';
import type { TestedOperation } from './operations.ts';
import { mediaTypeFlaw, completeResponseCheck } from './interface.ts';
import { SENT_LATE } from './lists.ts';
import { confirmRejection, looksLikeQuota, propertyUnlessQuota } from './quotas.ts';
import { schemaFlaw, wrongMemberFlaw } from './shape.ts';
import { classifyTimestamp } from './timestamp.ts';

/** True for a message with a valid key. */
function isKeyed(reply: Reply): reply is MessageReply {
  return reply.operation === 'message' && reply.outcome.ask.credential.valid;
}

/** True for a message with a text that the service accepted. */
function isTaken(reply: Reply): reply is MessageReply {
  return isKeyed(reply) && messageTextOf(reply) !== undefined && isSuccess(reply.answer);
}

/** True for a message that was accepted, or that every target must accept unless a quota is used up. */
function isValidOrTaken(reply: Reply): reply is MessageReply {
  return isKeyed(reply) && (reply.intent === 'valid' || isTaken(reply));
}

function wrongAnswer(reply: MessageReply): Flaw | undefined {
  const { answer } = reply;
  if (answer === undefined || answer.status === 401) return undefined;
  const expected = 'a 2xx with the strings id, message, status and createdAt';
  const found = isSuccess(answer)
    ? schemaFlaw('message', answer, `${statusText(reply)}, and `)
    : wrongStatusFlaw(reply, expected);
  return found && { ...found, expected, input: { message: messageTextOf(reply) } };
}

/** The `createdAt` of a response; undefined if it is not a string. */
function createdAt({ object }: MessageReply): string | undefined {
  const value = object?.['createdAt'];
  return typeof value === 'string' ? value : undefined;
}

const PLAIN: ReadonlySet<string> = new Set(plainMessageTexts.flatMap(({ values = [] }) => values));
interface MessageForm {
  readonly contentType: string | null;
  readonly chunked?: true;
}
const SENT = { message: 'Good morning from this run' };
const BODY = writeJson(SENT);

/** The document does not define the error body of messages, so only the status is checked. */
const BAD_REQUEST = expectStatusAnyBody(400);
const CLIENT_ERROR: Expectation = { text: 'a 4xx', met: (came) => isClientError(came) };

/**
 * A property of messages. Checks of messages run at the same time as the sequence check, which uses the other base address. A
 * rejection because of a quota proves nothing.
 */
function messages<T>(id: string, one: Omit<PropertyDefinition<T, MessageReply>, 'needs'>): Check {
  return propertyUnlessQuota(id, { stage: 'sequence', ...one, needs: ['messages', 'message'] });
}

const MESSAGE: TestedOperation = {
  name: 'message',
  title: 'sending a message',
  ask: ({ api, forms }, key, _, { accept, headers, search } = {}) => {
    const parameters = Object.fromEntries(new URLSearchParams(search));
    // A plain message with a valid key is judged like all others; another header or a query may mean something to the service.
    const sent = (accept ?? headers ?? search) === undefined ? SENT : undefined;
    return forms.send(401, [key.label, accept, headers, search].join(), (form) =>
      api.message(BODY, { credential: key, accept, headers, parameters, sent, ...form }),
    );
  },
};

/** Common settings of the checks on accepted messages. */
const OF_TAKEN = { needs: ['messages', 'message'], dependsOn: ['messages/texts'] } as const;

export const messageChecks: readonly Check[] = [
  property('messages/texts', {
    decides: 'messages.success',
    stage: 'sequence',
    needs: ['messages'],
    draw: [...plainMessageTexts, ...unusualMessageTexts],
    ask: (text, { api, names }) => {
      const plain = PLAIN.has(text);
      const sent = { message: plain ? names.text(text) : text };
      const inPieces = text === TEXT_SENT_IN_PIECES || undefined;
      return api.message(writeJson(sent), { intent: plain ? 'valid' : 'borderline', sent, inPieces });
    },
    // messages/valid, messages/created-at, messages/media and messages/echo judge the responses.
    passMessage: 'texts of messages',
  }),

  messages('messages/same-again', {
    decides: 'messages.success',
    draw: partition({ 'a text that is being sent, and one that was taken before': [0] }),
    // A rejection is allowed: a service may require unique texts.
    ask: async (_, { api, names }) => {
      const sent = { message: names.text() };
      const send = () => api.message(writeJson(sent), { intent: 'borderline', sent });
      const [first] = await Promise.all([send(), send()]);
      return isTaken(first) ? send() : first;
    },
    passMessage: 'messages with a text that was sent already',
  }),

  messages('messages/unknown-member', {
    decides: 'messages.success',
    draw: partition({ 'a member that the document does not name': ['note', 'to', 'id'] }),
    // A rejection is allowed.
    ask: (member, { api, names }) => {
      const sent = { message: names.text(), [member]: 'n1' };
      return api.message(writeJson(sent), { intent: 'borderline', sent });
    },
    passMessage: 'messages with another member',
  }),

  invariant('messages/valid', {
    decides: 'messages.success',
    needs: ['messages'],
    dependsOn: ['messages/texts'],
    of: isValidOrTaken,
    given: async ({ baseline }) => baseline.of('message'),
    // A key or an address that the target does not know is a configuration error, so nothing was tested.
    wrong: (reply, found, { api }) => {
      if (!found.usable && found.cause !== 'server') return undefined;
      return looksLikeQuota(reply, api.log.filter(isValidOrTaken)) ? undefined : wrongAnswer(reply);
    },
    confirm: confirmRejection,
    conclusive: ({ answer }) => isSuccess(answer),
    passMessage: 'valid messages, each answered with a 2xx and four strings',
    requires: 'message',
  }),

  invariant('messages/taken-late', {
    ...SENT_LATE,
    title: 'messages beside those with a wrong key',
    decides: 'messages.success',
    needs: ['messages'],
    // What stands in front may answer with a page of its own once it saw many wrong keys.
    of: (reply): reply is MessageReply => isTaken(reply) && reply.object !== undefined,
    wrong: wrongAnswer,
    passMessage: 'messages beside those with a wrong key, each answered with four strings',
  }),

  invariant('messages/created-at', {
    decides: 'messages.created-at',
    ...OF_TAKEN,
    of: (reply): reply is MessageReply => isTaken(reply) && createdAt(reply) !== undefined,
    wrong: (reply) => {
      const text = createdAt(reply) ?? '';
      if (classifyTimestamp(text) !== 'invalid') return undefined;
      return {
        ...wrongMemberFlaw('createdAt', undefined, text),
        expected: 'an ISO 8601 timestamp, such as 2026-11-21T09:30:00Z',
      };
    },
    conclusive: (reply) => classifyTimestamp(createdAt(reply) ?? '') === 'valid',
    passMessage: 'accepted messages, each with an ISO 8601 timestamp in createdAt',
    because: 'messages.success',
    inconclusive:
      'createdAt is not a string, or is an ambiguous timestamp: a date alone, a space for the T, lower case, a long year',
  }),

  invariant('messages/media', {
    decides: 'messages.media',
    ...OF_TAKEN,
    of: isTaken,
    wrong: ({ answer }) => {
      const found = answer && mediaTypeFlaw(answer);
      return found && { expected: 'Content-Type application/json', ...found };
    },
    passMessage: 'accepted messages, each answered with application/json',
    inconclusive: 'no message was accepted',
  }),

  invariant('messages/echo', {
    decides: 'messages.echo',
    ...OF_TAKEN,
    of: (reply): reply is MessageReply => isTaken(reply) && typeof reply.object?.['message'] === 'string',
    wrong: (reply) => {
      const [sent, shown] = [messageTextOf(reply), reply.object?.['message']];
      return sent === shown ? undefined : wrongMemberFlaw('message', sent, shown);
    },
    passMessage: 'accepted messages, each returned unchanged',
    because: 'messages.success',
    inconclusive: 'no answer to a message has a string message',
  }),

  messages('messages/malformed-json', {
    decides: 'messages.invalid-json',
    turn: 1,
    draw: messageJsonCorruptions,
    ask: ({ corrupt, inPieces }, { api, forms }) => {
      const body = corrupt('{"message":"hello","to":"Rex"}');
      return inPieces === true
        ? api.message(body, { inPieces })
        : forms.send(400, corrupt, (form) => api.message(body, form));
    },
    expect: BAD_REQUEST,
    passMessage: 'bodies that are not JSON, each answered with 400',
  }),
  messages('messages/without-message', {
    decides: 'messages.missing',
    draw: [
      ...mapPartitions(bodiesWithoutMessage, (body) => ({ body, parameters: {} })),
      ...partition({ 'in the query': [{ body: {}, parameters: { message: 'hello' } }] }),
    ],
    ask: ({ body, parameters }, { api, forms }) =>
      forms.send(400, body, (form) => api.message(writeJson(body), { sent: body, parameters, ...form })),
    // A target may reject an unknown member or parameter in its own way, so a status other than 400 proves nothing then.
    expect: (reply) => {
      const hasUnknown =
        new URL(reply.outcome.ask.url).searchParams.has('message') ||
        (isObject(reply.sent) && Object.keys(reply.sent).length > 0);
      return (hasUnknown ? judgeUnlessRefusedOtherwise : judgeStatus)(BAD_REQUEST, reply);
    },
    passMessage: 'bodies without a message, each answered with 400',
  }),
  messages('messages/wrong-message', {
    decides: 'messages.invalid',
    draw: nonStringMessages,
    ask: (message, { api, forms }) =>
      forms.send(400, message, (form) => api.message(writeJson({ message }), form)),
    expect: CLIENT_ERROR,
    passMessage: 'messages that are not a string, each answered with a 4xx',
  }),
  messages('messages/other-content-type', {
    decides: 'messages.content-type',
    turn: 1,
    draw: [
      ...mapPartitions(wrongContentTypes, (contentType): MessageForm => ({ contentType })),
      ...partition<MessageForm>({ 'none, and a body in chunks': [{ contentType: null, chunked: true }] }),
    ],
    ask: ({ contentType, chunked }, { api }) => {
      const send = (form: Pick<MessageForm, 'chunked'>) => api.message(BODY, { contentType, ...form });
      return chunked === true ? inChunks(send) : send({});
    },
    expect: BAD_REQUEST,
    passMessage: 'messages with another content type, each answered with 400',
  }),
  messages('messages/other-format', {
    decides: 'messages.content-type',
    draw: nonJsonMessages,
    ask: ({ contentType, body }, { api }) => api.message(body, { contentType }),
    expect: BAD_REQUEST,
    passMessage: 'messages in a format other than JSON, each answered with 400',
  }),
  missingAuthorizationCheck(MESSAGE),
  ...invalidAuthorizationChecks(MESSAGE),

  completeResponseCheck(
    'messages/whole-answers',
    'messages.media',
    ({ operation }) => operation === 'message',
    'answers to messages',
  ),

  invariant('messages/error-object', {
    decides: 'messages.error-object',
    stage: 'last',
    needs: ['messages'],
    dependsOn: ['messages/*'],
    of: (reply): reply is MessageReply =>
      reply.operation === 'message' && isClientError(reply.answer?.status ?? 0),
    wrong: ({ answer }) => {
      const found = answer && schemaFlaw('error', answer, 'no Error object: ');
      return found && { expected: 'an Error object, as in the animals interface', ...found };
    },
    passMessage: 'error answers to messages, each with an Error object',
    requires: 'message',
    inconclusive: 'no message was answered with an error',
  }),
];
