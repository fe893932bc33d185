import type { Out } from '../json.ts';
import type { Call, Refusal } from '../model.ts';
import { membersOf, type Members } from '../modify.ts';
import { families, type Row } from './define.ts';
import { headerOf, isOfAnimals, requestOf } from './inputs.ts';

/** Changes some error answers of the animals interface. */
const error =
  (change: (members: Members, refusal: Refusal) => Out): Row[3] =>
  (hits) =>
  (base) => ({
    renderError(refusal, call: Call) {
      const value = base.renderError(refusal, call);
      return call.resource !== 'messages' && hits.on(headerOf(call), requestOf(call))
        ? change(membersOf(value), refusal)
        : value;
    },
  });

export const answerFamilies = families('share', [
  [
    'untyped',
    'Answers one in N requests without a Content-Type.',
    'media.json',
    (hits) => (base) => ({
      contentType: (reply, call) =>
        isOfAnimals(call) && hits.on(headerOf(call), requestOf(call))
          ? undefined
          : base.contentType(reply, call),
    }),
  ],
  [
    'typed-text',
    'Answers one in N requests as text/plain.',
    'media.json',
    (hits) => (base) => ({
      contentType: (reply, call) =>
        isOfAnimals(call) && hits.on(headerOf(call), requestOf(call))
          ? 'text/plain'
          : base.contentType(reply, call),
    }),
  ],
  [
    'error-without-code',
    'Leaves the code out of the errors of one in N requests.',
    'error.object',
    error((members) => ({ ...members, code: undefined })),
  ],
  [
    'error-message-list',
    'Gives the message as a list in the errors of one in N requests.',
    'error.object',
    error((members) => ({ ...members, message: [members['message'] ?? ''] })),
  ],
  [
    'error-status-off',
    'Gives another status inside the errors of one in N requests.',
    'error.status',
    error((members, { status }) => ({ ...members, status: status === 400 ? 422 : 400 })),
  ],
]);
