import type { Reason } from '../model.ts';
import { beforeKey, onRefusedKey, refusesKey, storesUnauthorized } from '../keys.ts';
import { because, changed, isOn, ofAnimals, ofMessages, refusedWith } from '../modify.ts';
import { asIs, familiesOf, type Hits } from './define.ts';
import { isHit, requestOf } from './inputs.ts';

/** Lets some requests in whose credential is refused for a reason. */
const lets = (isOwn: typeof ofAnimals) => (reason: Reason) => (hits: Hits) =>
  onRefusedKey((refusal, call) => {
    if (!isOwn(call) || refusal.reason !== reason || !isHit(hits, call)) throw refusal;
  });

// What is let in may be faulty in another way too, or a create.
const opened = ['auth.first', 'auth.no-effect'] as const;

export const authFamilies = [
  ...familiesOf('share', lets(ofAnimals), {
    'no-key-open': ['Lets one in N requests without a key in.', 'auth.missing', 'missing_key', opened],
    'bad-key-open': ['Lets one in N requests with a wrong key in.', 'auth.invalid', 'invalid_key', opened],
    'bad-header-open': [
      'Lets one in N requests in whose Authorization header is not of the bearer form.',
      'auth.malformed',
      'malformed_authorization',
      opened,
    ],
  }),
  ...familiesOf('share', asIs, {
    'bad-key-403': [
      'Answers one in N wrong keys with 403.',
      'auth.invalid',
      (hits) =>
        refusedWith(
          403,
          (refusal, call) =>
            ofAnimals(call) &&
            because('invalid_key')(refusal) &&
            hits.on(call.authorization.join(), call.method),
        ),
      ['auth.first'],
    ],
    'valid-key-refused': [
      'Refuses the valid key with 401 for one in N requests.',
      'auth.accepted',
      (hits) => refusesKey((call) => ofAnimals(call) && hits.on(requestOf(call))),
    ],
    'body-first': [
      'Reads one in N bodies before the key.',
      'auth.first',
      (hits) =>
        beforeKey((call, base) => {
          if (isOn('create')(call) && hits.on(requestOf(call))) base.readDraft(base.parseBody(call), call);
        }),
    ],
    'stored-without-key': [
      'Stores the animal of one in N creates that it answers with 401.',
      'auth.no-effect',
      (hits) => storesUnauthorized((call) => hits.on(requestOf(call))),
    ],
    'no-challenge': [
      'Sends no WWW-Authenticate header with the 401 of one in N requests.',
      'auth.challenge',
      (hits) => changed('challenge', (text, _, call) => (isHit(hits, call) ? undefined : text)),
    ],
  }),
  ...familiesOf('share', lets(ofMessages), {
    'message-no-key-open': ['Takes one in N messages without a key.', 'messages.auth.missing', 'missing_key'],
    'message-bad-key-open': [
      'Takes one in N messages with a wrong key.',
      'messages.auth.invalid',
      'invalid_key',
    ],
    'message-bad-header-open': [
      'Takes one in N messages whose Authorization header is not of the bearer form.',
      'messages.auth.malformed',
      'malformed_authorization',
    ],
  }),
];
