import { mediaTypeOf } from '../conformant/create.ts';
import { patchAsIs, type Fault, faultMaker, MAY_FAIL_WITH_500 } from '../define.ts';
import type { Patch } from '../steps.ts';
import {
  bodyMember,
  isNumber,
  isObject,
  member,
  membersOf,
  type ParsedJson,
  parseJsonObject,
  stringOrEmpty,
  type WritableJson,
} from '../json.ts';
import { acceptAnyKey, acceptMissingKey, acceptKnownConnections } from '../keys.ts';
import type { Call, RefusalReason, RefusedRequest } from '../model.ts';
import {
  acceptMediaTypes,
  changeRefusalStatus,
  changeResult,
  fail500,
  isMessagesCall,
  refuseWith,
  replaceEveryNthResult,
  replaceRefusal,
  replaceStep,
  setMessageMembers,
  sleep,
  withSeenTexts,
} from '../modify.ts';

const created = (text: (now: Date) => string): Patch =>
  setMessageMembers(() => ({ createdAt: text(new Date()) }));

const refused = (status: number, reason: RefusalReason): Patch =>
  changeRefusalStatus(status, isMessagesCall, reason);

const opened = acceptAnyKey(isMessagesCall);

const typed = (when: (type: string, call: Call) => boolean): Patch =>
  acceptMediaTypes('checkMessageMediaType', when);

/** Accepts some invalid values of `message`. */
const reads = (own: (message: ParsedJson | undefined) => string | undefined): Patch =>
  replaceStep('readMessage', (value) => own(member(value, 'message')));

/** Reads the message from elsewhere if the body has no member `message`. */
const found = (own: (body: object, call: Call) => unknown): Patch =>
  replaceStep('readMessage', (value, call) => {
    if (!isObject(value) || member(value, 'message') !== undefined) return undefined;
    const text = own(JSON.parse(call.body.toString()) as object, call);
    return typeof text === 'string' ? text : undefined;
  });

const unparsed = (own: (call: Call) => ParsedJson): Patch =>
  replaceRefusal('parseBody', (refusal, call) => {
    if (isMessagesCall(call)) return own(call);
    throw refusal;
  });

const errors = (own: (refusal: RefusedRequest) => WritableJson | undefined): Patch =>
  replaceStep('renderError', (refusal, call) => (isMessagesCall(call) ? own(refusal) : undefined));

const messages = faultMaker('messages');

export const messageFaults: readonly Fault[] = [
  ...messages('messages.success', [], patchAsIs, {
    'answer-wrapped': [
      'Wraps the message in an object.',
      changeResult('renderMessage', (data) => ({ data })),
      ['messages.echo'],
    ],
    'second-text-refused': [
      'Refuses every other valid message with 400, as if its text had come before.',
      replaceEveryNthResult(2, 'readMessage', refuseWith(400, 'invalid_message', 'Say something new.')),
      // The kit sends every second message in an unusual form, so this fault may reject exactly these messages.
      ['robust.equal-forms'],
    ],
    'command-answered': [
      'Answers a text with a slash in front as a command.',
      changeResult('renderMessage', (whole, text) => (text.startsWith('/') ? { ok: true } : whole)),
    ],
    'address-in-moderation': [
      'Gives null for the status of a message that has an address in it.',
      setMessageMembers((_, text) => (/\bwww\.|:\/\//u.test(text) ? { status: null } : {})),
    ],
    'further-members-cut': [
      'Answers a message that has a further member with an id alone.',
      changeResult('renderMessage', (whole, _, { body }) =>
        Object.keys(parseJsonObject(body) ?? {}).length > 1 ? { id: membersOf(whole)['id'] } : whole,
      ),
    ],
    'status-lost-later': [
      'Answers a message with no status once it took 34 others.',
      (base, world) => ({
        renderMessage(text, call) {
          const whole = membersOf(base.renderMessage(text, call));
          return world.nextMessage > 35 ? { ...whole, status: undefined } : whole;
        },
      }),
    ],
    'text-at-once-cut': [
      'Answers a text that is being sent already with its id alone.',
      (base) => {
        const running = new Set<string>();
        return {
          async message(call) {
            base.checkMessageMediaType(call);
            const body = call.body.toString();
            const isSecond = running.size === running.add(body).size;
            if (isSecond) return { status: 202, headers: [], value: { id: 'again' } };
            await sleep(10);
            running.delete(body);
            return base.message(call);
          },
        };
      },
    ],
    'second-time-cut': [
      'Answers a text that came before with its id and no more.',
      withSeenTexts((isKnown) =>
        changeResult('renderMessage', (whole, text) =>
          isKnown(text) ? { id: membersOf(whole)['id'], status: 'duplicate' } : whole,
        ),
      ),
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
    'not-json-crash': ['Fails with 500 where the body of a message is not JSON.', fail500, MAY_FAIL_WITH_500],
  }),

  ...messages('messages.missing', [], patchAsIs, {
    'missing-taken': ['Takes a missing message.', reads((text) => (text === undefined ? '' : undefined))],
    'missing-422': ['Answers 422 where there is no message.', refused(422, 'missing_message')],
    'attachment-for-message-taken': [
      'Takes a body with attachments without a message.',
      found((body) => ('attachments' in body ? '' : undefined)),
    ],
    'message-of-query-taken': [
      'Takes the message from the address where the body has none.',
      found((_, call) => call.params.get('message')),
    ],
    'message-of-prototype-taken': [
      'Copies the body into an object, which takes __proto__ for its prototype.',
      found((body) => (Object.assign({}, body) as { message?: unknown }).message),
    ],
    'message-of-constructor-taken': [
      'Takes the message that constructor holds.',
      found((_, { body }) => member(bodyMember(body, 'constructor'), 'message')),
    ],
  }),

  ...messages('messages.content-type', [], patchAsIs, {
    'any-content-type': ['Takes any content type, and none.', typed(() => true)],
    'no-content-type': ['Takes a message without a content type.', typed((type) => type === '')],
    'empty-content-type': [
      'Takes a message with an empty content type.',
      typed((type, call) => type === '' && call.names.some((name) => name.toLowerCase() === 'content-type')),
    ],
    'no-content-type-in-chunks': [
      'Takes a message in chunks without a content type.',
      typed((type, { headers }) => type === '' && 'transfer-encoding' in headers),
    ],
    'own-content-type': [
      'Takes a type of its own for a version.',
      typed((type) => type.startsWith('application/vnd.petstore')),
    ],
    'json-like-content-type': ['Takes all types with json in them.', typed((type) => type.includes('json'))],
    'content-type-415': ['Answers 415 to another content type.', refused(415, 'unsupported_media_type')],
    'content-type-415-as-text': [
      'Answers errors of messages with a text, and 415 to another content type.',
      refused(415, 'unsupported_media_type'),
      { needs: ['messages/errors-text'], mayFall: ['messages.error-object'] },
    ],
  }),
  ...messages('robust.equal-forms', [], patchAsIs, {
    'escaped-slash-refused': [
      'Does not know a slash behind a backslash in a message.',
      changeResult('readMessage', (text, _, { body }) =>
        body.includes(String.raw`\/`) ? refuseWith(400, 'malformed_json', 'This is not JSON.')() : text,
      ),
    ],
    'charset-refused': [
      'Compares the whole Content-Type of a message with application/json.',
      replaceStep('checkMessageMediaType', (call) => {
        if (mediaTypeOf(call) === 'application/json' && call.headers['content-type'] !== 'application/json')
          refuseWith(400, 'unsupported_media_type', 'Send application/json.')();
      }),
    ],
  }),

  ...messages('messages.invalid', [], reads, {
    'number-taken': ['Takes a number as text.', (message) => (isNumber(message) ? message.value : undefined)],
    'null-taken': ['Takes null for an empty message.', (message) => (message === null ? '' : undefined)],
  }),

  ...messages('messages.auth.missing', [], acceptMissingKey(isMessagesCall), {
    'auth-missing-open-to-own-network': [
      'Takes messages without a key where X-Forwarded-For tells of its own machine.',
      ({ headers }) => headers['x-forwarded-for'] === '127.0.0.1',
    ],
    'auth-missing-open-with-query': [
      'Takes messages without a key where the address has a query.',
      ({ params }) => params.size > 0,
    ],
    'auth-missing-open': ['Takes messages without a key.', () => true],
  }),
  ...messages('messages.auth.missing', [], patchAsIs, {
    'auth-missing-open-known-connection': [
      'Looks at the key of a connection once for messages.',
      acceptKnownConnections(isMessagesCall),
    ],
    'auth-missing-403': [
      'Answers 403 to a message without an Authorization header.',
      refused(403, 'missing_key'),
    ],
  }),
  ...messages('messages.auth.invalid', [], patchAsIs, {
    'auth-invalid-open': ['Takes any token.', opened((header) => /^bearer +[\w.~+/-]+=*$/i.test(header))],
    'auth-invalid-403': ['Answers 403 to a message with a wrong key.', refused(403, 'invalid_key')],
  }),
  ...messages('messages.auth.malformed', [], opened, {
    'auth-malformed-key-alone': ['Takes the key without a scheme.', (header, key) => header === key],
    'auth-malformed-more-after-key': [
      'Passes over what stands behind the key of a message.',
      (header, key) => header.startsWith(`Bearer ${key} `),
    ],
  }),

  ...messages('messages.echo', [], patchAsIs, {
    'echo-in-latin-1': [
      'Reads a message as Latin-1 where the client names a charset.',
      changeResult('readMessage', (text, _, { headers }) =>
        headers['content-type']?.includes('charset') === true ? Buffer.from(text).toString('latin1') : text,
      ),
    ],
  }),
  ...messages('messages.echo', [], setMessageMembers, {
    'echo-constant': ['Answers every message with OK.', () => ({ message: 'OK' })],
    'echo-cut': [
      'Echoes one character only.',
      ({ message }) => ({ message: stringOrEmpty(message).slice(0, 1) }),
    ],
  }),

  ...messages('messages.error-object', [], errors, {
    'error-detail': ['Answers errors with a detail member alone.', ({ message }) => ({ detail: message })],
    'error-401-empty': ['Answers 401 with {}.', ({ status }) => (status === 401 ? {} : undefined)],
  }),
];
