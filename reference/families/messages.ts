import { mediaTypeOf } from '../conformant/create.ts';
import { isObject, member, type Value } from '../json.ts';
import { changed, crash, instead, ofMessages, rescued } from '../modify.ts';
import { type Members, membersOf, textOf } from '../values.ts';
import { asIs, familiesOf, type Hits } from './define.ts';
import { bodyOf } from './inputs.ts';

/** Changes the answers to some messages. */
const answered = (own: (members: Members) => Members) => (hits: Hits) =>
  changed('renderMessage', (value, text) =>
    hits.on(text) ? { ...membersOf(value), ...own(membersOf(value)) } : value,
  );

/** Takes some bodies whose message is like this. */
const taken = (is: (message: Value | undefined) => boolean) => (hits: Hits) =>
  instead('readMessage', (value, call) =>
    isObject(value) && is(member(value, 'message')) && hits.on(bodyOf(call)) ? 'taken' : undefined,
  );

export const messageFamilies = [
  ...familiesOf('share', answered, {
    'message-altered': [
      'Gives one in N messages back with a full stop after it.',
      'messages.echo',
      ({ message }) => ({ message: `${textOf(message)}.` }),
    ],
    'message-id-number': [
      'Answers one in N messages with a number for its id.',
      'messages.success',
      () => ({ id: 7 }),
    ],
    'message-date': [
      'Answers one in N messages with a date that is none.',
      'messages.created-at',
      () => ({ createdAt: 'yesterday' }),
    ],
  }),
  ...familiesOf('share', asIs, {
    'message-crash': [
      'Fails with 500 for one in N messages.',
      'messages.success',
      (hits) => changed('readMessage', (text) => (hits.on(text) ? crash() : text)),
      ['robust.no-5xx'],
    ],
    'message-text': [
      'Answers one in N messages as text/plain.',
      'messages.media',
      (hits) =>
        changed('contentType', (type, { status }, call) =>
          ofMessages(call) && status < 300 && hits.on(bodyOf(call)) ? 'text/plain' : type,
        ),
    ],
    'message-no-json-taken': [
      'Takes one in N bodies that are no JSON for a message.',
      'messages.invalid-json',
      (hits) =>
        rescued('parseBody', (refusal, call) => {
          if (ofMessages(call) && hits.on(bodyOf(call))) return { message: 'taken' };
          throw refusal;
        }),
    ],
    'message-any-type': [
      'Takes one in N messages that are sent as another media type.',
      'messages.content-type',
      (hits) => (base) => ({
        checkMessageMediaType: (call) =>
          hits.on(mediaTypeOf(call), bodyOf(call)) ? undefined : base.checkMessageMediaType(call),
      }),
    ],
  }),
  ...familiesOf('share', taken, {
    'message-missing-taken': [
      'Takes one in N bodies without a message.',
      'messages.missing',
      (message) => message === undefined,
    ],
    'message-wrong-taken': [
      'Takes one in N messages that are no string.',
      'messages.invalid',
      (message) => typeof (message ?? '') !== 'string',
    ],
  }),
];
