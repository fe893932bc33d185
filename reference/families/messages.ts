import { mediaTypeOf } from '../conformant/create.ts';
import { isObject, member, type Out } from '../json.ts';
import { Refusal } from '../model.ts';
import { isOn, membersOf, type Members, textOf } from '../modify.ts';
import { families, type Row } from './define.ts';
import { bodyOf } from './inputs.ts';

/** Changes the answers to some messages. */
const answered =
  (change: (members: Members) => Out): Row[3] =>
  (hits) =>
  (base) => ({
    renderMessage(text, call) {
      const value = base.renderMessage(text, call);
      return hits.on(text) ? change(membersOf(value)) : value;
    },
  });

export const messageFamilies = families('share', [
  [
    'message-altered',
    'Gives one in N messages back with a full stop after it.',
    'messages.echo',
    answered((members) => ({ ...members, message: `${textOf(members['message'])}.` })),
  ],
  [
    'message-id-number',
    'Answers one in N messages with a number for its id.',
    'messages.success',
    answered((members) => ({ ...members, id: 7 })),
  ],
  [
    'message-crash',
    'Fails with 500 for one in N messages.',
    'messages.success',
    (hits) => (base) => ({
      readMessage(value, call) {
        const text = base.readMessage(value, call);
        if (hits.on(text)) throw new Refusal(500, 'internal', 'The server failed.');
        return text;
      },
    }),
    { mayFall: ['robust.no-5xx'] },
  ],
  [
    'message-date',
    'Answers one in N messages with a date that is none.',
    'messages.created-at',
    answered((members) => ({ ...members, createdAt: 'yesterday' })),
  ],
  [
    'message-text',
    'Answers one in N messages as text/plain.',
    'messages.media',
    (hits) => (base) => ({
      contentType: (reply, call) =>
        isOn('message')(call) && reply.status < 300 && hits.on(bodyOf(call))
          ? 'text/plain'
          : base.contentType(reply, call),
    }),
  ],
  [
    'message-no-json-taken',
    'Takes one in N bodies that are no JSON for a message.',
    'messages.invalid-json',
    (hits) => (base) => ({
      parseBody(call) {
        try {
          return base.parseBody(call);
        } catch (error) {
          if (!isOn('message')(call) || !hits.on(bodyOf(call))) throw error;
          return { message: 'taken' };
        }
      },
    }),
  ],
  [
    'message-missing-taken',
    'Takes one in N bodies without a message.',
    'messages.missing',
    (hits) => (base) => ({
      readMessage(value, call) {
        const isMissing = isObject(value) && member(value, 'message') === undefined;
        return isMissing && hits.on(bodyOf(call)) ? 'none' : base.readMessage(value, call);
      },
    }),
  ],
  [
    'message-any-type',
    'Takes one in N messages that are sent as another media type.',
    'messages.content-type',
    (hits) => (base) => ({
      checkMessageMediaType: (call) =>
        hits.on(mediaTypeOf(call), bodyOf(call)) ? undefined : base.checkMessageMediaType(call),
    }),
  ],
  [
    'message-wrong-taken',
    'Takes one in N messages that are no string.',
    'messages.invalid',
    (hits) => (base) => ({
      readMessage(value, call) {
        const isOdd = isObject(value) && typeof (member(value, 'message') ?? '') !== 'string';
        return isOdd && hits.on(bodyOf(call)) ? 'odd' : base.readMessage(value, call);
      },
    }),
  ],
]);
