import type { Out } from '../json.ts';
import type { Refusal } from '../model.ts';
import { changed } from '../modify.ts';
import { membersOf, type Members } from '../values.ts';
import { familiesOf, type Hits } from './define.ts';
import { isHit, isHitAnimal } from './inputs.ts';

/** Sends some answers of the animals interface as another type. */
const typed = (type: string | undefined) => (hits: Hits) =>
  changed('contentType', (own, _, call) => (isHitAnimal(hits, call) ? type : own));

/** Changes some error answers of the animals interface. */
const error = (change: (members: Members, refusal: Refusal) => Out) => (hits: Hits) =>
  changed('renderError', (value, refusal, call) =>
    call.resource !== 'messages' && isHit(hits, call) ? change(membersOf(value), refusal) : value,
  );

export const answerFamilies = [
  ...familiesOf('share', typed, {
    untyped: ['Answers one in N requests without a Content-Type.', 'media.json', undefined],
    'typed-text': ['Answers one in N requests as text/plain.', 'media.json', 'text/plain'],
  }),
  ...familiesOf('share', error, {
    'error-without-code': [
      'Leaves the code out of the errors of one in N requests.',
      'error.object',
      (members) => ({ ...members, code: undefined }),
    ],
    'error-message-list': [
      'Gives the message as a list in the errors of one in N requests.',
      'error.object',
      (members) => ({ ...members, message: [members['message'] ?? ''] }),
    ],
    'error-status-off': [
      'Gives another status inside the errors of one in N requests.',
      'error.status',
      (members, { status }) => ({ ...members, status: status === 400 ? 422 : 400 }),
    ],
  }),
];
