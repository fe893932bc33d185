import { mediaTypeOf } from '../conformant/create.ts';
import { as, type Fault, faultsOf, FIVE } from '../define.ts';
import type { Patch } from '../hooks.ts';
import { isObject, member, type Out, type Value } from '../json.ts';
import type { Call, Reason, Refusal } from '../model.ts';
import { headerOf, lets } from '../keys.ts';
import {
  because,
  changed,
  crash,
  everyNth,
  instead,
  ofMessages,
  refusedWith,
  refuser,
  rescued,
} from '../modify.ts';
import { isNumber, type Members, membersOf, textOf } from '../values.ts';

const answered = (change: (message: Members) => Out): Patch =>
  changed('renderMessage', (message) => change(membersOf(message)));

const members = (own: (message: Members) => Members): Patch =>
  answered((message) => ({ ...message, ...own(message) }));

const created = (text: (now: Date) => string): Patch => members(() => ({ createdAt: text(new Date()) }));

const refused = ([status, ...reasons]: readonly [status: number, ...Reason[]]): Patch =>
  refusedWith(status, (refusal, call) => ofMessages(call) && because(...reasons)(refusal));

const opened = (when: (call: Call, key: string) => boolean): Patch =>
  lets((call, key) => ofMessages(call) && when(call, key));

/** Takes some media types. */
const typed = (when: (type: string) => boolean): Patch => {
  return (base) => ({
    checkMessageMediaType: (call) => (when(mediaTypeOf(call)) ? undefined : base.checkMessageMediaType(call)),
  });
};

/** Reads some bodies as a message that the document refuses. */
const reads = (own: (message: Value | undefined) => string | undefined): Patch =>
  instead('readMessage', (value) => own(isObject(value) ? member(value, 'message') : undefined));

const unparsed = (own: (call: Call) => Value): Patch =>
  rescued('parseBody', (refusal, call) => {
    if (ofMessages(call)) return own(call);
    throw refusal;
  });

const errors = (own: (refusal: Refusal) => Out | undefined): Patch =>
  instead('renderError', (refusal, call) => (ofMessages(call) ? own(refusal) : undefined));

const messages = faultsOf('messages');

export const messageFaults: readonly Fault[] = [
  ...messages('messages.success', ['messages.echo'], answered, {
    'answer-wrapped': ['Wraps the message in an object.', (message) => ({ data: message })],
  }),

  ...messages('messages.success', [], as, {
    'second-text-refused': [
      'Refuses every other valid message with 400, as if its text had come before.',
      everyNth(2, 'readMessage', refuser(400, 'invalid_message', 'Say something new.')),
    ],
  }),

  ...messages('messages.created-at', [], created, {
    'created-rfc-1123': ['Gives createdAt as an HTTP date.', (now) => now.toUTCString()],
    'created-epoch': ['Gives createdAt in Unix seconds.', (now) => String(Math.floor(now.getTime() / 1000))],
    'created-month-13': ['Gives createdAt in month 13.', (now) => `${now.getUTCFullYear()}-13-01T00:00:00Z`],
    'created-zone-name': [
      'Gives createdAt with the name of a time zone after it.',
      (now) => now.toISOString().replace('Z', '+00:00[Europe/London]'),
    ],
  }),

  ...messages('messages.invalid-json', [], unparsed, {
    'not-json-taken': ['Takes any text as the message.', (call) => ({ message: call.body.toString('utf8') })],
    'not-json-crash': ['Fails with 500 where the body of a message is not JSON.', crash, FIVE],
  }),

  ...messages('messages.missing', [], reads, {
    'missing-taken': ['Takes a missing message.', (message) => (message === undefined ? '' : undefined)],
  }),
  ...messages('messages.missing', [], refused, {
    'missing-422': ['Answers 422 where there is no message.', [422, 'missing_message']],
  }),

  ...messages('messages.content-type', [], typed, {
    'any-content-type': ['Takes any content type, and none.', () => true],
    'no-content-type': ['Takes a message without a content type.', (type) => type === ''],
    'json-like-content-type': ['Takes every content type with json in it.', (type) => type.includes('json')],
  }),
  ...messages('messages.content-type', [], refused, {
    'content-type-415': ['Answers 415 to another content type.', [415, 'unsupported_media_type']],
  }),

  ...messages('messages.invalid', [], reads, {
    'number-taken': ['Takes a number as text.', (message) => (isNumber(message) ? message.value : undefined)],
    'null-taken': ['Takes null for an empty message.', (message) => (message === null ? '' : undefined)],
  }),

  ...messages('messages.auth.missing', [], opened, {
    'auth-missing-open': ['Takes messages without a key.', ({ authorization }) => authorization.length === 0],
  }),
  ...messages('messages.auth.missing', [], refused, {
    'auth-missing-403': ['Answers 403 to a message without an Authorization header.', [403, 'missing_key']],
  }),
  ...messages('messages.auth.invalid', [], opened, {
    'auth-invalid-open': ['Takes any token.', (call) => /^bearer +[\w.~+/-]+=*$/i.test(headerOf(call))],
  }),
  ...messages('messages.auth.invalid', [], refused, {
    'auth-invalid-403': ['Answers 403 to a message with a key that is not valid.', [403, 'invalid_key']],
  }),
  ...messages('messages.auth.malformed', [], opened, {
    'auth-malformed-key-alone': ['Takes the key without a scheme.', (call, key) => headerOf(call) === key],
    'auth-malformed-more-after-key': [
      'Passes over what stands behind the key of a message.',
      (call, key) => headerOf(call).startsWith(`Bearer ${key} `),
    ],
  }),

  ...messages('messages.echo', [], members, {
    'echo-constant': ['Answers every message with OK.', () => ({ message: 'OK' })],
    'echo-cut': ['Echoes one character only.', ({ message }) => ({ message: textOf(message).slice(0, 1) })],
  }),

  ...messages('messages.error-object', [], errors, {
    'error-detail': ['Answers errors with a detail member alone.', ({ message }) => ({ detail: message })],
    'error-401-empty': ['Answers 401 with {}.', ({ status }) => (status === 401 ? {} : undefined)],
  }),
];
