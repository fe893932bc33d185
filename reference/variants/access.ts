import { patchAsIs, type VariantExtras, type Variant, makeVariants } from '../define.ts';
import type { Patch } from '../steps.ts';
import { RefusedRequest } from '../model.ts';
import { acceptTokens, beforeAuthentication, firstAuthorization } from '../keys.ts';
import { after, changeResult, whenCallNumber, isCallOf, replaceStep } from '../modify.ts';

/** Rejects some forms of the valid key. */
const only = (when: (header: string) => boolean): Patch =>
  beforeAuthentication((call) => {
    if (call.authorization.length > 0 && !when(firstAuthorization(call))) {
      throw new RefusedRequest(401, 'malformed_authorization', 'Send Authorization: Bearer <API_KEY>.');
    }
  });

const challenges = (text: string | undefined): Patch => {
  return () => ({ challenge: (refusal) => (refusal.status === 401 ? text : undefined) });
};

/** Marks GET of an animal as removed, or as available, whatever the date. */
const removed = (is: boolean): Patch => {
  return () => ({ isRemoved: () => is });
};

/** Answers GETs with a plain text after the first `count` of them. */
const behind = ([count, status]: readonly [count: number, status: number]): Patch => {
  const isBehind = whenCallNumber(after(count), isCallOf('get'));
  return replaceStep('answer', (call) =>
    isBehind(call) ? { status, headers: [], value: 'Nothing here.' } : undefined,
  );
};

const on = (asOf: string): VariantExtras => ({ start: { asOf }, config: { asOf } });

/** Variants of authentication, and of the removal of GET. */
export const authAndRemovalVariants: readonly Variant[] = [
  ...makeVariants('auth', challenges, {
    'no-challenge': ['Sends no WWW-Authenticate with a 401.', undefined, { warns: ['auth.challenge'] }],
    'other-challenge': ['Sends two challenges.', 'Bearer realm="a, b", scope="pets", ApiKey header="X-Key"'],
  }),
  ...makeVariants('auth', only, {
    'scheme-by-bytes': [
      'Knows the scheme as Bearer only, not as bearer.',
      (value) => value.startsWith('Bearer') || !/^bearer/i.test(value),
      { warns: ['auth.scheme-case'] },
    ],
    'one-space-only': ['Refuses several spaces after the scheme.', (value) => !/^bearer {2}/i.test(value)],
  }),
  ...makeVariants('auth', acceptTokens, {
    'key-any-case': ['Takes the key in any case.', (token, key) => token.toLowerCase() === key.toLowerCase()],
    'key-last-bits': [
      'Passes over the last character of the key, where its bits are not used.',
      (token, key) => token.length === key.length && token.slice(0, -1) === key.slice(0, -1),
    ],
    'several-keys': ['Takes more keys than one.', (token) => token === 'pk_of_somebody_else'],
  }),
  ...makeVariants('auth', patchAsIs, {
    'one-answer': [
      'Gives the same Error for every 401.',
      changeResult('renderError', (error, { status }) =>
        status === 401 ? { code: 'unauthorized', message: 'Unauthorized', status } : error,
      ),
    ],
    'closes-on-401': [
      'Closes the connection after a 401.',
      changeResult('refuse', (reply, { status }) =>
        status === 401 ? { ...reply, headers: [...reply.headers, ['Connection', 'close']] } : reply,
      ),
    ],
  }),

  ...makeVariants('get', patchAsIs, {
    'not-announced': [
      'Announces the removal of get in no header.',
      () => ({ deprecation: () => [] }),
      { warns: ['get.deprecation'] },
    ],
    'sunset-only': [
      'Announces the removal of get in a Sunset header only.',
      changeResult('deprecation', (lines) => lines.filter(([name]) => name === 'Sunset')),
      { warns: ['get.deprecation'] },
    ],
    removed: ['Has removed get, and answers 410.', () => ({}), on('2030-12-07')],
  }),
  ...makeVariants('get', removed, {
    'removed-on-the-day': ['Removes get on the morning of the day.', true, on('2030-12-05')],
    'works-on-the-day': ['Removes get on the evening of the day.', false, on('2030-12-05')],
    'removed-in-the-east': ['Removes get at its own midnight, that of UTC+14.', true, on('2030-12-04')],
    'works-in-the-west': ['Removes get at the end of its own day, that of UTC-12.', false, on('2030-12-06')],
  }),
  ...makeVariants('get', behind, {
    'removed-404': ['Has removed get: 404 with a text, with and without a key.', [0, 404], on('2031-06-01')],
    'removed-405': ['Has removed get: 405 with a text, with and without a key.', [0, 405], on('2031-06-01')],
    'not-implemented-on-the-day': ['Answers 501 with a text to get on the day.', [0, 501], on('2030-12-05')],
    'removed-while-judged': ['Removes get during a run: 501 from the 13th on.', [12, 501], on('2030-12-05')],
  }),
];
