import { changed, crash, ofAnimals } from '../modify.ts';
import { familiesOf, sharesOf } from './define.ts';
import { bodies, requests, withKey } from './which.ts';

export const answerFamilies = [
  ...familiesOf('share', withKey(ofAnimals), {
    untyped: ['Omits one in N Content-Types.', 'media.json', changed('contentType', () => undefined)],
    'typed-text': ['Sends one in N as text/plain.', 'media.json', changed('contentType', () => 'text/plain')],
  }),
  ...sharesOf('share', withKey(ofAnimals), 'requests', {
    'error-detail': ['error/detail'],
    'error-text': ['error/string-only'],
    'error-status-off': ['error/status-always-400'],
  }),
  ...sharesOf('share', bodies, 'messages', {
    'message-altered': ['messages/echo-cut'],
    'message-id-number': ['member/message-id-retyped'],
    'message-date': ['messages/created-epoch'],
    'message-text': ['media/message-text'],
    'message-no-json-taken': ['messages/not-json-taken'],
    'message-missing-taken': ['messages/missing-taken'],
    'message-wrong-taken': ['messages/number-taken'],
  }),
  ...sharesOf('share', requests, 'requests', { 'message-any-type': ['messages/any-content-type'] }),
  ...familiesOf('share', bodies, {
    'message-crash': [
      'Fails with 500 for one in N messages.',
      'messages.success',
      changed('readMessage', crash),
      ['robust.no-5xx'],
    ],
  }),
];
