import type { Patch } from '../hooks.ts';
import { type Call, Refusal } from '../model.ts';
import { because, refusedWith } from '../modify.ts';
import { families, type Hits } from './define.ts';
import { headerOf, isOfAnimals, requestOf } from './inputs.ts';

/** Lets some requests in whose credential is refused for a reason. */
const lets =
  (reason: 'missing_key' | 'invalid_key' | 'malformed_authorization', isOwn: (call: Call) => boolean) =>
  (hits: Hits): Patch =>
  (base) => ({
    async authenticate(call) {
      try {
        await base.authenticate(call);
      } catch (error) {
        const isHit = isOwn(call) && hits.on(headerOf(call), requestOf(call));
        if (!isHit || !(error instanceof Refusal) || error.reason !== reason) throw error;
      }
    },
  });

const isMessage = (call: Call): boolean => call.operation === 'message';

// What is let in may be faulty in another way too, or a create.
const opened = { mayFall: ['auth.first', 'auth.no-effect'] } as const;

export const authFamilies = families('share', [
  [
    'no-key-open',
    'Lets one in N requests without a key in.',
    'auth.missing',
    lets('missing_key', isOfAnimals),
    opened,
  ],
  [
    'bad-key-open',
    'Lets one in N requests with a wrong key in.',
    'auth.invalid',
    lets('invalid_key', isOfAnimals),
    opened,
  ],
  [
    'bad-header-open',
    'Lets one in N requests in whose Authorization header is not of the bearer form.',
    'auth.malformed',
    lets('malformed_authorization', isOfAnimals),
    opened,
  ],
  [
    'bad-key-403',
    'Answers one in N wrong keys with 403.',
    'auth.invalid',
    (hits) =>
      refusedWith(
        403,
        (refusal, call) =>
          isOfAnimals(call) && because('invalid_key')(refusal) && hits.on(headerOf(call), call.method),
      ),
    { mayFall: ['auth.first'] },
  ],
  [
    'valid-key-refused',
    'Refuses the valid key with 401 for one in N requests.',
    'auth.accepted',
    (hits) => (base) => ({
      async authenticate(call) {
        await base.authenticate(call);
        if (isOfAnimals(call) && hits.on(requestOf(call))) {
          throw new Refusal(401, 'invalid_key', 'The API key lacks a scope.');
        }
      },
    }),
  ],
  [
    'body-first',
    'Reads one in N bodies before the key.',
    'auth.first',
    (hits) => (base) => ({
      authenticate(call) {
        if (call.operation === 'create' && hits.on(requestOf(call)))
          base.readDraft(base.parseBody(call), call);
        return base.authenticate(call);
      },
    }),
  ],
  [
    'stored-without-key',
    'Stores the animal of one in N creates that it answers with 401.',
    'auth.no-effect',
    (hits) => (base) => ({
      async authenticate(call) {
        try {
          await base.authenticate(call);
        } catch (error) {
          if (call.operation === 'create' && hits.on(requestOf(call))) {
            await Promise.resolve(base.create(call)).catch(() => {});
          }
          throw error;
        }
      },
    }),
  ],
  [
    'no-challenge',
    'Sends no WWW-Authenticate header with the 401 of one in N requests.',
    'auth.challenge',
    (hits) => (base) => ({
      challenge: (refusal, call) =>
        hits.on(headerOf(call), requestOf(call)) ? undefined : base.challenge(refusal, call),
    }),
  ],
  [
    'message-no-key-open',
    'Takes one in N messages without a key.',
    'messages.auth.missing',
    lets('missing_key', isMessage),
  ],
  [
    'message-bad-key-open',
    'Takes one in N messages with a wrong key.',
    'messages.auth.invalid',
    lets('invalid_key', isMessage),
  ],
  [
    'message-bad-header-open',
    'Takes one in N messages whose Authorization header is not of the bearer form.',
    'messages.auth.malformed',
    lets('malformed_authorization', isMessage),
  ],
]);
