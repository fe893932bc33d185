import { mediaTypeOf } from '../conformant/create.ts';
import { type Fault, type FaultRow, faultsOf } from '../define.ts';
import type { Patch } from '../hooks.ts';
import { isObject, member, type Out, type Value } from '../json.ts';
import { type Call, type Reason, Refusal } from '../model.ts';
import { because, crash, isNumber, isOn, type Members, membersOf, refusedWith, textOf } from '../modify.ts';

const onMessages = isOn('message');
const header = (call: Call): string => call.authorization[0] ?? '';

const answered = (change: (message: Members) => Out): Patch => {
  return (base) => ({ renderMessage: (text, call) => change(membersOf(base.renderMessage(text, call))) });
};

const created = (text: (now: Date) => string): Patch =>
  answered((message) => ({ ...message, createdAt: text(new Date()) }));

const refused = (status: number, ...reasons: readonly Reason[]): Patch =>
  refusedWith(status, (refusal, call) => onMessages(call) && because(...reasons)(refusal));

const lets = (when: (call: Call, key: string) => boolean): Patch => {
  return (base, world) => ({
    authenticate: (call) =>
      onMessages(call) && when(call, world.messagesKey) ? undefined : base.authenticate(call),
  });
};

const typed = (when: (type: string) => boolean): Patch => {
  return (base) => ({
    checkMessageMediaType: (call) => (when(mediaTypeOf(call)) ? undefined : base.checkMessageMediaType(call)),
  });
};

/** Reads some bodies as a message that the document refuses. */
const reads = (own: (message: Value | undefined) => string | undefined): Patch => {
  return (base) => ({
    readMessage: (value, call) =>
      own(isObject(value) ? member(value, 'message') : undefined) ?? base.readMessage(value, call),
  });
};

const unparsed = (own: (call: Call) => Value): Patch => {
  return (base) => ({
    parseBody(call) {
      try {
        return base.parseBody(call);
      } catch (error) {
        if (!onMessages(call) || !(error instanceof Refusal)) throw error;
        return own(call);
      }
    },
  });
};

const rows: readonly FaultRow[] = [
  [
    'answer-wrapped',
    'Wraps the message in an object.',
    'messages.success',
    answered((message) => ({ data: message })),
    ['messages.echo'],
  ],
  [
    'answer-in-array',
    'Answers with an array of one message.',
    'messages.success',
    answered((message) => [message]),
    ['messages.echo'],
  ],
  [
    'answer-id-number',
    'Gives the id of a message as a number.',
    'messages.success',
    answered((message) => ({ ...message, id: 17 })),
  ],
  [
    'answer-created-at-number',
    'Gives createdAt in seconds since 1970, as a number.',
    'messages.success',
    answered((message) => ({ ...message, createdAt: Math.floor(Date.now() / 1000) })),
    ['messages.created-at'],
  ],
  [
    'crash',
    'Fails with 500 at every message.',
    'messages.success',
    answered(crash),
    ['robust.no-5xx', 'messages.media', 'messages.created-at', 'messages.echo'],
  ],

  [
    'created-rfc-1123',
    'Gives createdAt as an HTTP date.',
    'messages.created-at',
    created((now) => now.toUTCString()),
  ],
  [
    'created-epoch',
    'Gives createdAt in seconds since 1970, as a string.',
    'messages.created-at',
    created((now) => String(Math.floor(now.getTime() / 1000))),
  ],
  [
    'created-words',
    'Gives createdAt as a program prints a date.',
    'messages.created-at',
    created((now) => now.toString()),
  ],
  [
    'created-month-13',
    'Counts the months of createdAt from 2.',
    'messages.created-at',
    created((now) => `${now.getUTCFullYear()}-13-01T00:00:00Z`),
  ],
  [
    'created-slashes',
    'Gives createdAt with slashes.',
    'messages.created-at',
    created((now) => now.toISOString().replaceAll('-', '/')),
  ],
  [
    'created-zone-name',
    'Gives createdAt with the name of a time zone after it.',
    'messages.created-at',
    created((now) => now.toISOString().replace('Z', '+00:00[Europe/London]')),
  ],
  ['created-empty', 'Gives an empty createdAt.', 'messages.created-at', created(() => '')],

  [
    'not-json-taken',
    'Takes a body that is not JSON as the message.',
    'messages.invalid-json',
    unparsed((call) => ({ message: call.body.toString('utf8') })),
  ],
  [
    'not-json-crash',
    'Fails with 500 where the body of a message is not JSON.',
    'messages.invalid-json',
    unparsed(crash),
    ['robust.no-5xx'],
  ],
  [
    'not-json-422',
    'Answers 422 where the body of a message is not JSON.',
    'messages.invalid-json',
    refused(422, 'malformed_json', 'invalid_body'),
  ],

  [
    'missing-taken',
    'Takes a body without a message for an empty one.',
    'messages.missing',
    reads((message) => (message === undefined ? '' : undefined)),
  ],
  [
    'missing-422',
    'Answers 422 where there is no message.',
    'messages.missing',
    refused(422, 'missing_message'),
  ],
  [
    'missing-crash',
    'Fails with 500 where there is no message.',
    'messages.missing',
    reads((message) => (message === undefined ? crash() : undefined)),
    ['robust.no-5xx'],
  ],

  ['any-content-type', 'Takes any content type, and none.', 'messages.content-type', typed(() => true)],
  [
    'no-content-type',
    'Takes a message without a content type.',
    'messages.content-type',
    typed((type) => type === ''),
  ],
  [
    'text-content-type',
    'Takes a message sent as text/plain.',
    'messages.content-type',
    typed((type) => type === 'text/plain'),
  ],
  [
    'json-like-content-type',
    'Takes every content type that has json in its name.',
    'messages.content-type',
    typed((type) => type.includes('json')),
  ],
  [
    'content-type-415',
    'Answers 415 to another content type.',
    'messages.content-type',
    refused(415, 'unsupported_media_type'),
  ],

  [
    'number-taken',
    'Turns a message that is a number into a string.',
    'messages.invalid',
    reads((message) => (isNumber(message) ? message.value : undefined)),
  ],
  [
    'null-taken',
    'Takes null for an empty message.',
    'messages.invalid',
    reads((message) => (message === null ? '' : undefined)),
  ],
  [
    'array-taken',
    'Joins a message that is an array.',
    'messages.invalid',
    reads((message) => (Array.isArray(message) ? message.join() : undefined)),
  ],
  [
    'object-taken',
    'Takes an object for a message.',
    'messages.invalid',
    reads((message) => (isObject(message) ? '[object Object]' : undefined)),
  ],

  [
    'auth-missing-open',
    'Takes messages from everybody who sends no key.',
    'messages.auth.missing',
    lets((call) => call.authorization.length === 0),
  ],
  [
    'auth-missing-403',
    'Answers 403 to a message without an Authorization header.',
    'messages.auth.missing',
    refused(403, 'missing_key'),
  ],
  [
    'auth-invalid-open',
    'Takes messages with any bearer token.',
    'messages.auth.invalid',
    lets((call) => /^bearer +[\w.~+/-]+=*$/i.test(header(call))),
  ],
  [
    'auth-invalid-403',
    'Answers 403 to a message with a key that is not valid.',
    'messages.auth.invalid',
    refused(403, 'invalid_key'),
  ],
  [
    'auth-invalid-beginning',
    'Compares the first six characters of the key only.',
    'messages.auth.invalid',
    lets(
      (call, key) =>
        /^bearer +[\w.~+/-]+$/i.test(header(call)) && header(call).startsWith(`Bearer ${key.slice(0, 6)}`),
    ),
  ],
  [
    'auth-malformed-any-scheme',
    'Reads the second word of the Authorization header of a message, whatever the scheme.',
    'messages.auth.malformed',
    lets((call, key) => header(call).split(' ')[1] === key),
  ],
  [
    'auth-malformed-key-alone',
    'Takes the key of a message without a scheme.',
    'messages.auth.malformed',
    lets((call, key) => header(call) === key),
  ],
  [
    'auth-malformed-more-after-key',
    'Passes over what stands behind the key of a message.',
    'messages.auth.malformed',
    lets((call, key) => header(call).startsWith(`Bearer ${key} `)),
  ],
  [
    'auth-malformed-400',
    'Answers 400 to a malformed Authorization header.',
    'messages.auth.malformed',
    refused(400, 'malformed_authorization'),
  ],

  [
    'echo-constant',
    'Answers every message with OK.',
    'messages.echo',
    answered((message) => ({ ...message, message: 'OK' })),
  ],
  [
    'echo-cut',
    'Cuts the message in the answer down to one character.',
    'messages.echo',
    answered((message) => ({ ...message, message: textOf(message['message']).slice(0, 1) })),
  ],

  [
    'error-detail',
    'Answers errors with a detail member alone.',
    'messages.error-object',
    (base) => ({
      renderError: (refusal, call) =>
        onMessages(call) ? { detail: refusal.message } : base.renderError(refusal, call),
    }),
  ],
  [
    'error-401-empty',
    'Answers 401 with an empty object.',
    'messages.error-object',
    (base) => ({
      renderError: (refusal, call) =>
        onMessages(call) && refusal.status === 401 ? {} : base.renderError(refusal, call),
    }),
  ],
];

export const messageFaults: readonly Fault[] = faultsOf('messages', rows);
