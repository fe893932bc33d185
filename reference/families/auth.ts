import type { Reason } from '../model.ts';
import { onRefusedKey, refusesKey } from '../keys.ts';
import { because, ofAnimals, ofMessages, refusedWith } from '../modify.ts';
import { familiesOf, sharesOf } from './define.ts';
import { requests, withKey } from './which.ts';

/** Lets requests in whose credential is refused for a reason. */
const lets = (reason: Reason) =>
  onRefusedKey((refusal) => {
    if (refusal.reason !== reason) throw refusal;
  });

// What is let in may be faulty in another way too, or a create.
const opened = ['auth.first', 'auth.no-effect'] as const;

export const authFamilies = [
  ...familiesOf('share', withKey(ofAnimals), {
    'no-key-open': ['Lets one in N requests without a key in.', 'auth.missing', lets('missing_key'), opened],
    'bad-header-open': [
      'Lets one in N requests in whose Authorization header is not of the bearer form.',
      'auth.malformed',
      lets('malformed_authorization'),
      opened,
    ],
    'bad-key-403': [
      'Answers one in N requests with a wrong key with 403.',
      'auth.invalid',
      refusedWith(403, because('invalid_key')),
      ['auth.first'],
    ],
    'valid-key-refused': ['Refuses the valid key one in N times.', 'auth.accepted', refusesKey(() => true)],
  }),
  ...sharesOf('share', requests, 'requests', {
    'body-first': ['auth/first-body-checked'],
    'stored-without-key': ['auth/refused-but-stored'],
    'no-challenge': ['auth/no-challenge'],
  }),
  ...sharesOf('share', withKey(ofAnimals), 'requests', {
    'bad-key-open': ['auth/invalid-any-token', 'auth.no-effect'],
  }),
  ...sharesOf('share', withKey(ofMessages), 'messages', {
    'message-no-key-open': ['messages/auth-missing-open'],
    'message-bad-key-open': ['messages/auth-invalid-open'],
  }),
  ...familiesOf('share', withKey(ofMessages), {
    'message-bad-header-open': [
      'Takes one in N messages whose Authorization header is not of the bearer form.',
      'messages.auth.malformed',
      lets('malformed_authorization'),
    ],
  }),
];
