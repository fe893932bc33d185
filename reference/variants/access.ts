import type { RequirementId } from '../../requirements/index.ts';
import { defineVariant, type RunHints, type StartHints, type Variant } from '../define.ts';
import type { Patch } from '../hooks.ts';
import { type Call, Refusal } from '../model.ts';

const header = (call: Call): string => call.authorization[0] ?? '';

/** Refuses some forms of a valid key. */
const only = (when: (header: string) => boolean): Patch => {
  return (base) => ({
    authenticate(call) {
      if (call.authorization.length > 0 && !when(header(call))) {
        throw new Refusal(401, 'malformed_authorization', 'Send Authorization: Bearer <API_KEY>.');
      }
      return base.authenticate(call);
    },
  });
};

const keys = (also: (token: string, key: string) => boolean): Patch => {
  return (base, world) => ({
    isKey: (token, call) =>
      base.isKey(token, call) || also(token, call.resource === 'messages' ? world.messagesKey : world.key),
  });
};

const challenges = (text: string | undefined): Patch => {
  return () => ({ challenge: (refusal) => (refusal.status === 401 ? text : undefined) });
};

const after = (status: number): Patch => {
  return (base) => ({
    async answer(call) {
      if (call.operation !== 'get' || !base.isRemoved(call)) return base.answer(call);
      return { status, headers: [], value: 'Nothing here.' };
    },
  });
};

interface More {
  readonly warns?: readonly RequirementId[];
  readonly start?: StartHints;
  readonly config?: RunHints;
}
type Row = readonly [id: string, title: string, patch: Patch, more?: More];

const on = (asOf: string): More => ({ start: { asOf }, config: { asOf } });

const rows: readonly Row[] = [
  [
    'auth/no-challenge',
    'Sends no WWW-Authenticate header with a 401.',
    challenges(undefined),
    { warns: ['auth.challenge'] },
  ],
  [
    'auth/other-challenge',
    'Challenges with two schemes and parameters of its own.',
    challenges('Bearer realm="a, b", scope="pets", ApiKey header="X-Key"'),
  ],
  [
    'auth/scheme-by-bytes',
    'Knows the scheme as Bearer only, not as bearer.',
    only((value) => value.startsWith('Bearer') || !/^bearer/i.test(value)),
    { warns: ['auth.scheme-case'] },
  ],
  [
    'auth/one-space-only',
    'Refuses several spaces after the scheme.',
    only((value) => !/^bearer {2}/i.test(value)),
  ],
  [
    'auth/key-any-case',
    'Takes the key in any case, as hexadecimal digits.',
    keys((token, key) => token.toLowerCase() === key.toLowerCase()),
  ],
  [
    'auth/key-last-bits',
    'Passes over the last character of the key, where its bits are not used.',
    keys((token, key) => token.length === key.length && token.slice(0, -1) === key.slice(0, -1)),
  ],
  ['auth/several-keys', 'Takes more keys than one.', keys((token) => token === 'pk_of_somebody_else')],
  [
    'auth/one-answer',
    'Gives the same Error for every 401.',
    (base) => ({
      renderError: (refusal, call) =>
        refusal.status === 401
          ? { code: 'unauthorized', message: 'Unauthorized', status: 401 }
          : base.renderError(refusal, call),
    }),
  ],
  [
    'auth/closes-on-401',
    'Closes the connection after a 401.',
    (base) => ({
      refuse(refusal, call) {
        const reply = base.refuse(refusal, call);
        return refusal.status === 401
          ? { ...reply, headers: [...reply.headers, ['Connection', 'close']] }
          : reply;
      },
    }),
  ],

  [
    'get/not-announced',
    'Announces the removal of get in no header.',
    () => ({ deprecation: () => [] }),
    { warns: ['get.deprecation'] },
  ],
  [
    'get/sunset-only',
    'Announces the removal of get in a Sunset header only.',
    (base) => ({
      deprecation: (call) => base.deprecation(call).filter(([name]) => name === 'Sunset'),
    }),
    { warns: ['get.deprecation'] },
  ],
  ['get/removed', 'Has removed get, and answers 410.', () => ({}), on('2030-12-06')],
  [
    'get/removed-404',
    'Has removed get, and answers 404 with a text, with a key and without.',
    after(404),
    on('2031-06-01'),
  ],
  [
    'get/removed-405',
    'Has removed get, and answers 405 with a text, with a key and without.',
    after(405),
    on('2031-06-01'),
  ],
  [
    'get/removed-on-the-day',
    'Removes get on the morning of the day.',
    () => ({ isRemoved: () => true }),
    on('2030-12-05'),
  ],
  [
    'get/works-on-the-day',
    'Removes get on the evening of the day.',
    () => ({ isRemoved: () => false }),
    on('2030-12-05'),
  ],
];

/** Who is let in, and for how long. */
export const accessVariants: readonly Variant[] = rows.map(([id, title, patch, more]) =>
  defineVariant({ id, title, patch, ...more }),
);
