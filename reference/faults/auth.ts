import { createHash } from 'node:crypto';
import { patchAsIs, type Fault, faultMaker, MAY_FAIL_WITH_500 } from '../define.ts';
import { keylessFaults } from './keyless.ts';
import type { ServerSteps, Patch } from '../steps.ts';
import type { Animal, AnimalDraft, Call } from '../model.ts';
import {
  acceptTokens,
  beforeAuthentication,
  firstAuthorization,
  isKeyless,
  acceptAnyKey,
  rejectValidKey,
} from '../keys.ts';
import {
  changeRefusalStatus,
  changeResult,
  isCallOf,
  isAnimalsCall,
  refuseWith,
  replaceRefusal,
  replaceStep,
  fail500,
  withSeenTexts,
} from '../modify.ts';

const opened = acceptAnyKey(isAnimalsCall);

/** Accepts further tokens as the key of the animals. */
const takes = (also: (token: string, key: string, call: Call) => boolean): Patch =>
  acceptTokens((token, key, call) => isAnimalsCall(call) && also(token, key, call));

/** The animal in the body of a create; undefined if the body is faulty. */
function draftOf(base: Readonly<ServerSteps>, call: Call): AnimalDraft | undefined {
  try {
    return base.readDraft(base.parseBody(call), call);
  } catch {
    return undefined;
  }
}

/** The cases in which the document requires 401. */
const CASES = [
  ['missing', 'without an Authorization header', 'missing_key'],
  ['invalid', 'with a key that is not valid', 'invalid_key'],
  ['malformed', 'with an Authorization header that is not of the bearer form', 'malformed_authorization'],
] as const;

/** The operations, and wrong statuses that servers send instead of 401. */
const OPERATIONS = [
  ['list', 'listing', [403, 404]],
  ['create', 'adding', [400, 403]],
  ['get', 'getting', [403, 400]],
] as const;

const auth = faultMaker('auth');

/** Faults that answer one case of one operation with another status than 401. */
const exchanged = CASES.flatMap(([name, words, reason]) =>
  OPERATIONS.flatMap(([operation, doing, statuses]) =>
    auth(
      `auth.${name}`,
      ['auth.first'],
      (given: number) => changeRefusalStatus(given, isCallOf(operation), reason),
      Object.fromEntries(
        statuses.map((status) => [
          `${name}-${status}-on-${operation}`,
          [`Answers ${doing} ${words} with ${status}.`, status],
        ]),
      ),
    ),
  ),
);

export const authFaults: readonly Fault[] = [
  ...keylessFaults,
  ...auth('auth.invalid', ['auth.first'], patchAsIs, {
    'invalid-refused-before-taken': [
      'Keeps what it knows of a token, and takes any token that is known for a key.',
      withSeenTexts(takes),
    ],
  }),
  ...auth('auth.invalid', ['auth.first'], takes, {
    'invalid-any-token': ['Takes any bearer token for a key.', () => true],
    'invalid-any-token-on-create': [
      'Adds animals with any bearer token.',
      (_, __, { operation }) => operation === 'create',
    ],
    'invalid-length-compared': ['Compares only the key length.', (token, key) => token.length === key.length],
    'invalid-ends-compared': [
      'Compares the first and the last four characters of the key only.',
      (token, key) => token.slice(0, 4) === key.slice(0, 4) && token.slice(-4) === key.slice(-4),
    ],
    'invalid-beginning-compared': [
      'Compares the length and the first 24 characters of the key only.',
      (token, key) => token.length === key.length && token.slice(0, 24) === key.slice(0, 24),
    ],
    'invalid-hash-taken': [
      'Takes the SHA-256 of the key for it, as it stands in its own table.',
      (token, key) => token === createHash('sha256').update(key).digest('hex'),
    ],
    'invalid-hash-in-base64-taken': [
      'Takes the SHA-256 of the key in base64, as it stands in its own table.',
      (token, key) => token === createHash('sha256').update(key).digest('base64'),
    ],
    'invalid-end-passed-over': [
      'Compares the length of the key, and all but its last five characters.',
      (token, key) => token.length === key.length && token.slice(0, -5) === key.slice(0, -5),
    ],
    'invalid-unsigned-jwt-taken': [
      'Takes any token of three parts without a look at its signature.',
      (token) => /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/u.test(token),
    ],
    'invalid-pattern-taken': [
      'Reads the token as a pattern of the key.',
      (token, key) => /^(?:\w|\.\+?)+$/u.test(token) && new RegExp(`^(?:${token})$`, 'u').test(key),
    ],
    'invalid-wildcard-taken': [
      'Looks the token up with LIKE, where an underscore is any character.',
      (token, key) => token.length === key.length && [...token].every((c, at) => c === '_' || c === key[at]),
    ],
    'invalid-base64-of-key-taken': [
      'Takes the key in base64, as Basic has it, for the key.',
      (token, key) => Buffer.from(token, 'base64url').toString() === key,
    ],
    'invalid-none-taken': ['Takes the token None for a key.', (token) => token === 'None'],
  }),
  ...auth('auth.malformed', ['auth.first'], opened, {
    'malformed-oauth-taken': ['Takes the key behind OAuth too.', (header, key) => header === `OAuth ${key}`],
    'malformed-token-parameter-taken': [
      'Takes the key as the parameter of a Token header too.',
      (header, key) => header === `Token token="${key}"`,
    ],
    'malformed-key-parameter-taken': ['Takes key= and the key.', (header, key) => header === `key=${key}`],
    'malformed-escaped-space-taken': [
      'Takes %20 for a space.',
      (header, key) => header === `Bearer%20${key}`,
    ],
    'malformed-plus-taken': ['Takes a plus sign for a space.', (header, key) => header === `Bearer+${key}`],
    'malformed-header-name-taken': [
      'Passes over the name of the header at the start of its value.',
      (header, key) => header === `Authorization: Bearer ${key}`,
    ],
    'malformed-list-of-tokens-taken': [
      'Takes a list of tokens that has the key.',
      (header, key) => header === `Bearer x,${key}`,
    ],
    'malformed-square-brackets-taken': [
      'Takes the key in square brackets.',
      (header, key) => header === `Bearer [${key}]`,
    ],
    'malformed-one-letter-less-taken': [
      'Takes the key behind a scheme that lacks a letter.',
      (header, key) => header === `B ${key}`,
    ],
    'malformed-number-passed-over': [
      'Passes over a number and a bar before the key, as Laravel writes its tokens.',
      (header, key) => /^Bearer \d+\|/u.test(header) && header.endsWith(`|${key}`),
    ],
    'malformed-escapes-read': [
      'Reads escapes of a URI in the token.',
      (header, key) => /^Bearer %[4-7]/u.test(header) && header.endsWith(key.slice(1)),
    ],
    'malformed-any-scheme-on-list': [
      'Lists animals for a key under any scheme.',
      (header, key, { operation }) =>
        operation === 'list' && /^[a-z]+ \S+$/i.test(header) && header.endsWith(` ${key}`),
    ],
    'malformed-key-alone-on-get': [
      'Gets an animal for the key without a scheme.',
      (header, key, { operation }) => operation === 'get' && header.trim() === key,
    ],
    'malformed-empty-open': [
      'Lets an empty header in.',
      (header, _, call) => !isKeyless(call) && header.trim() === '',
    ],
    'malformed-no-token-open': ['Takes Bearer alone.', (header) => /^bearer$/i.test(header.trim())],
    'malformed-secret-behind-colon-passed-over': [
      'Passes over what stands behind a colon.',
      (header, key) => header.startsWith(`Bearer ${key}:`),
    ],
    'malformed-more-after-key': [
      'Passes over what stands after the key.',
      (header, key) => /^bearer +\S+ +\S/i.test(header) && header.split(/ +/)[1] === key,
    ],
  }),
  ...auth('auth.malformed', MAY_FAIL_WITH_500, patchAsIs, {
    'malformed-letter-beyond-ascii-crash': [
      'Fails with 500 at a token beyond ASCII, which its comparison in constant time does not take.',
      replaceStep('readToken', (call) =>
        isAnimalsCall(call) && /[^ -~]/u.test(firstAuthorization(call)) ? fail500() : undefined,
      ),
    ],
  }),
  ...exchanged,
  ...auth('auth.accepted', [], rejectValidKey, {
    'valid-refused-in-small-letters': [
      'Finds the key in a header that is written Authorization only, not authorization.',
      (call) => isAnimalsCall(call) && !call.names.includes('Authorization'),
    ],
    'valid-refused-by-get': [
      'Refuses a valid key on get.',
      isCallOf('get'),
      ['get.success', 'get.not-found'],
    ],
  }),
  ...auth('auth.first', [], beforeAuthentication, {
    'first-body-checked': [
      'Checks the body of a create before the key.',
      (call, base) => call.operation === 'create' && base.readDraft(base.parseBody(call), call),
    ],
    'first-types-bound': [
      'Refuses a status that is not a string before the key.',
      (call) =>
        call.operation === 'create' &&
        /"status":\s*[^"\s]/u.test(call.body.toString()) &&
        refuseWith(400, 'invalid_status', 'status is a string.')(),
    ],
    'first-limit-checked': [
      'Checks the limit before the key.',
      (call, base) => call.operation === 'list' && base.readLimit(call.params.getAll('limit'), call),
    ],
    'first-id-looked-up': [
      'Looks an id up before the key, once it has read a positive number.',
      (call, base) => isCallOf('get')(call) && /^[1-9]/.test(call.petId) && base.get(call),
    ],
    'first-low-limit-checked-behind-header': [
      'Refuses a limit below zero once it has seen a header, before it looks the token up.',
      (call, base) =>
        isCallOf('list')(call) &&
        !isKeyless(call) &&
        call.params.get('limit')?.startsWith('-') === true &&
        base.readLimit(call.params.getAll('limit'), call),
    ],
    'first-null-refused': [
      'Refuses the body null before the key.',
      (call) =>
        isCallOf('create')(call) &&
        call.body.toString().trim() === 'null' &&
        refuseWith(400, 'invalid_body', 'Send an object.')(),
    ],
    'first-charset-refused': [
      'Refuses other charsets than UTF-8 before the key.',
      (call) =>
        isCallOf('create')(call) &&
        /charset=(?!utf-8)/iu.test(call.headers['content-type'] ?? '') &&
        refuseWith(415, 'unsupported_media_type', 'Send UTF-8.')(),
    ],
    'first-parts-refused': [
      'Refuses a form in parts before the key.',
      (call) =>
        isCallOf('create')(call) &&
        (call.headers['content-type'] ?? '').startsWith('multipart/') &&
        refuseWith(415, 'unsupported_media_type', 'Send application/json.')(),
    ],
    'first-animal-looked-up': [
      'Answers 404 for an unknown id before the key is checked.',
      (call, base) =>
        call.operation === 'get' &&
        (base.find(base.readId(call.petId, call), call) ??
          refuseWith(404, 'not_found', 'No animal has this id.')()),
    ],
  }),
  ...auth('auth.no-effect', [], patchAsIs, {
    'refused-but-indexed': [
      'Enters a pending animal of a create that it answers with 401 in the index of pending ones alone.',
      (base, world) => {
        const ghosts: Animal[] = [];
        return {
          filter: (animals, status, call) => [
            ...base.filter(animals, status, call),
            ...(status === 'pending' ? ghosts : []),
          ],
          ...replaceRefusal('authenticate', (refusal, call) => {
            const draft = isCallOf('create')(call) ? draftOf(base, call) : undefined;
            if (draft?.status === 'pending') ghosts.push({ ...draft, id: 700_000n + BigInt(ghosts.length) });
            throw refusal;
          })(base, world),
        };
      },
      ['list.agrees', 'get.success'],
    ],
    'refused-but-stored': [
      'Stores the animal of a create that it answers with 401.',
      (base, world) =>
        replaceRefusal('authenticate', async (refusal, call) => {
          if (call.operation === 'create') await Promise.resolve(base.create(call)).catch(() => {});
          throw refusal;
        })(base, world),
    ],
  }),
  ...auth('auth.challenge', [], patchAsIs, {
    'no-challenge': ['Sends no WWW-Authenticate with a 401.', () => ({ challenge: () => undefined })],
    'no-challenge-on-get': [
      'Sends no WWW-Authenticate header with the 401 of a get.',
      changeResult('challenge', (text, _, call) => (call.operation === 'get' ? undefined : text)),
    ],
  }),
  ...auth('auth.scheme-case', [], patchAsIs, {
    'scheme-by-bytes': [
      'Knows the scheme as Bearer only, not as bearer.',
      beforeAuthentication(
        (call) =>
          isAnimalsCall(call) &&
          /^bearer/i.test(firstAuthorization(call)) &&
          !firstAuthorization(call).startsWith('Bearer') &&
          refuseWith(401, 'malformed_authorization', 'Use Bearer.')(),
      ),
    ],
  }),
];
