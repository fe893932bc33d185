import { createHash } from 'node:crypto';
import { as, type Fault, faultsOf } from '../define.ts';
import type { Patch } from '../hooks.ts';
import { type Call, type Operation, Refusal } from '../model.ts';
import { beforeKey, headerOf, lets, refusesKey, storesUnauthorized } from '../keys.ts';
import { because, changed, isOn, ofMessages, refusedWith, refuser } from '../modify.ts';

type When = (call: Call) => boolean;

const isKeyless: When = ({ authorization }) => authorization.length === 0;

/** Lets some requests for animals in without looking at their key. */
const opened = (when: (call: Call, key: string) => boolean): Patch =>
  lets((call, key) => !ofMessages(call) && when(call, key));

/** Takes other tokens for the key. */
const takes = (same: (token: string, key: string, call: Call) => boolean): Patch => {
  return (base, world) => ({
    isKey: (token, call) => (ofMessages(call) ? base.isKey(token, call) : same(token, world.key, call)),
  });
};

/** Does something else before it looks at the key of some calls. */
const before =
  (operation: Operation) =>
  (step: Parameters<typeof beforeKey>[0]): Patch =>
    beforeKey((call, base) => (call.operation === operation ? step(call, base) : undefined));

/** The cases that ask for 401. */
const CASES = [
  ['missing', 'without an Authorization header', 'missing_key'],
  ['invalid', 'with a key that is not valid', 'invalid_key'],
  ['malformed', 'with an Authorization header that is not of the bearer form', 'malformed_authorization'],
] as const;

/** The operations, and statuses that servers answer there instead of 401. */
const OPERATIONS = [
  ['list', 'listing', [403, 404]],
  ['create', 'adding', [400, 403]],
  ['get', 'getting', [403, 400]],
] as const;

const auth = faultsOf('auth');

/** Each case in one operation answered with another status. */
const exchanged = CASES.flatMap(([name, words, reason]) =>
  OPERATIONS.flatMap(([operation, doing, statuses]) =>
    statuses.flatMap((status) =>
      auth(
        `auth.${name}`,
        ['auth.first'],
        (given: number) =>
          refusedWith(given, (refusal, call) => isOn(operation)(call) && because(reason)(refusal)),
        {
          [`${name}-${status}-on-${operation}`]: [`Answers ${doing} ${words} with ${status}.`, status],
        },
      ),
    ),
  ),
);

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

export const authFaults: readonly Fault[] = [
  ...auth('auth.malformed', ['auth.first'], opened, {
    'malformed-oauth-taken': [
      'Takes the key behind OAuth too.',
      (call, key) => headerOf(call) === `OAuth ${key}`,
    ],
    'malformed-token-parameter-taken': [
      'Takes the key as the parameter of a Token header too.',
      (call, key) => headerOf(call) === `Token token="${key}"`,
    ],
    'malformed-one-letter-less-taken': [
      'Takes the key behind a scheme that lacks a letter.',
      (call, key) => headerOf(call) === `B ${key}`,
    ],
  }),
  ...auth('auth.invalid', ['auth.first'], takes, {
    'invalid-hash-taken': [
      'Takes the SHA-256 of the key for it, as it stands in its own table.',
      (token, key) => token === key || token === sha256(key),
    ],
    'invalid-unsigned-jwt-taken': [
      'Takes any token of three parts without a look at its signature.',
      (token, key) => token === key || /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/u.test(token),
    ],
    'invalid-none-taken': [
      'Takes the token None for a key.',
      (token, key) => token === key || token === 'None',
    ],
  }),
  ...auth('auth.missing', ['auth.first'], opened, {
    'missing-open-sold-list': [
      'Lists sold animals for everybody who sends no key.',
      (call) => isOn('list')(call) && call.params.get('status') === 'sold' && isKeyless(call),
    ],
  }),
  ...auth('auth.missing', ['auth.first'], opened, {
    'missing-open-list-with-parameters': [
      'Lists animals for everybody who sends no key, but parameters.',
      (call) => isOn('list')(call) && call.params.size > 0 && isKeyless(call),
    ],
    'missing-open-create': ['Adds animals without a key.', (call) => isOn('create')(call) && isKeyless(call)],
  }),
  ...auth('auth.invalid', ['auth.first'], takes, {
    'invalid-any-token': ['Takes any bearer token for a key.', () => true],
    'invalid-any-token-on-create': [
      'Adds animals with any bearer token.',
      (token, key, call) => token === key || isOn('create')(call),
    ],
    'invalid-length-compared': ['Compares only the key length.', (token, key) => token.length === key.length],
    'invalid-ends-compared': [
      'Compares the first and the last four characters of the key only.',
      (token, key) => token.slice(0, 4) === key.slice(0, 4) && token.slice(-4) === key.slice(-4),
    ],
  }),
  ...auth('auth.malformed', ['auth.first'], opened, {
    'malformed-any-scheme-on-list': [
      'Lists animals for a key under any scheme.',
      (call, key) =>
        isOn('list')(call) && /^[a-z]+ \S+$/i.test(headerOf(call)) && headerOf(call).endsWith(` ${key}`),
    ],
    'malformed-key-alone-on-get': [
      'Gets an animal for the key without a scheme.',
      (call, key) => isOn('get')(call) && headerOf(call).trim() === key,
    ],
    'malformed-empty-open': [
      'Lets an empty Authorization header in.',
      (call) => !isKeyless(call) && headerOf(call).trim() === '',
    ],
    'malformed-no-token-open': ['Takes Bearer alone.', (call) => /^bearer$/i.test(headerOf(call).trim())],
    'malformed-more-after-key': [
      'Passes over what stands after the key.',
      (call, key) => /^bearer +\S+ +\S/i.test(headerOf(call)) && headerOf(call).split(/ +/)[1] === key,
    ],
  }),
  ...exchanged,
  ...auth('auth.accepted', [], refusesKey, {
    'valid-refused-by-get': ['Refuses a valid key on get.', isOn('get'), ['get.success', 'get.not-found']],
  }),
  ...auth('auth.first', [], before('create'), {
    'first-body-checked': [
      'Checks the body of a create before the key.',
      (call, base) => void base.readDraft(base.parseBody(call), call),
    ],
  }),
  ...auth('auth.first', [], before('list'), {
    'first-limit-checked': [
      'Checks the limit before the key.',
      (call, base) => void base.readLimit(call.params.getAll('limit'), call),
    ],
  }),
  ...auth('auth.first', [], before('get'), {
    'first-animal-looked-up': [
      'Answers 404 for an unknown id before the key is checked.',
      (call, base) =>
        base.find(base.readId(call.petId, call), call) ??
        refuser(404, 'not_found', 'No animal has this id.')(),
    ],
  }),
  ...auth('auth.no-effect', [], storesUnauthorized, {
    'refused-but-stored': ['Stores the animal of a create that it answers with 401.', () => true],
  }),
  ...auth('auth.challenge', [], as, {
    'no-challenge': ['Sends no WWW-Authenticate with a 401.', () => ({ challenge: () => undefined })],
    'no-challenge-on-get': [
      'Sends no WWW-Authenticate header with the 401 of a get.',
      changed('challenge', (text, _, call) => (isOn('get')(call) ? undefined : text)),
    ],
  }),
  ...auth('auth.scheme-case', [], as, {
    'scheme-by-bytes': [
      'Knows the scheme as Bearer only, not as bearer.',
      beforeKey((call) => {
        const isOtherCase = /^bearer/i.test(headerOf(call)) && !headerOf(call).startsWith('Bearer');
        if (!ofMessages(call) && isOtherCase)
          throw new Refusal(401, 'malformed_authorization', 'Use Bearer.');
      }),
    ],
  }),
];
