import type { RequirementId } from '../../requirements/index.ts';
import { defineFault, type Fault } from '../define.ts';
import type { Patch } from '../hooks.ts';
import { type Call, type Operation, Refusal } from '../model.ts';
import { because, CREATE_400, CREATE_REFUSED, crash, isOn, refusedWith } from '../modify.ts';

const header = (call: Call): string => call.authorization[0] ?? '';

/** Whether the scheme is the right one in another case. */
const isOtherCase = (value: string): boolean => /^bearer/i.test(value) && !value.startsWith('Bearer');

/** Lets some requests in without looking at their key. */
function lets(when: (call: Call, key: string) => boolean): Patch {
  return (base, world) => ({
    authenticate: (call) => {
      const key = call.resource === 'messages' ? world.messagesKey : world.key;
      return call.operation !== 'message' && when(call, key) ? undefined : base.authenticate(call);
    },
  });
}

/** Takes other tokens for the key. */
function takes(same: (token: string, key: string, call: Call) => boolean): Patch {
  return (base, world) => ({
    isKey: (token, call) =>
      call.operation === 'message' ? base.isKey(token, call) : same(token, world.key, call),
  });
}

/** Refuses a valid key. */
function refuses(when: (call: Call) => boolean): Patch {
  return (base) => ({
    async authenticate(call) {
      await base.authenticate(call);
      if (when(call)) throw new Refusal(401, 'invalid_key', 'The API key lacks a scope.');
    },
  });
}

/** Does something else before it looks at the key. */
function before(step: (base: Parameters<Patch>[0], call: Call) => void): Patch {
  return (base) => ({
    authenticate(call) {
      step(base, call);
      return base.authenticate(call);
    },
  });
}

/** Carries a create out although it then answers 401. */
function createsAll(when: (call: Call) => boolean): Patch {
  return (base) => ({
    async authenticate(call) {
      try {
        await base.authenticate(call);
      } catch (error) {
        if (call.operation === 'create' && when(call))
          await Promise.resolve(base.create(call)).catch(() => {});
        throw error;
      }
    },
  });
}

const operations: readonly (readonly [Operation, string])[] = [
  ['list', 'listing'],
  ['create', 'adding'],
  ['get', 'getting'],
];

const cases = [
  ['missing', 'without an Authorization header', because('missing_key')],
  ['invalid', 'with a key that is not valid', because('invalid_key')],
  [
    'malformed',
    'with an Authorization header that is not of the bearer form',
    because('malformed_authorization'),
  ],
] as const;

/** Each case that asks for 401, in one operation, answered with another status that servers use there. */
function exchanged(): readonly Fault[] {
  const statuses = { list: [403, 404], create: [400, 403], get: [403, 400] } as const;
  return cases.flatMap(([name, words, when]) =>
    operations.flatMap(([operation, doing]) =>
      statuses[operation as 'list' | 'create' | 'get'].map((status) =>
        defineFault({
          id: `auth/${name}-${status}-on-${operation}`,
          title: `Answers ${doing} ${words} with ${status}.`,
          breaks: [`auth.${name}`],
          mayFall: ['auth.first'],
          patch: refusedWith(status, (refusal, call) => call.operation === operation && when(refusal)),
        }),
      ),
    ),
  );
}

const opened: readonly (readonly [string, string, RequirementId, Patch])[] = [
  [
    'missing-open-list',
    'Lists animals for everybody who sends no key.',
    'auth.missing',
    lets((call) => call.operation === 'list' && call.authorization.length === 0),
  ],
  [
    'missing-open-list-with-parameters',
    'Lists animals for everybody who sends no key, but parameters.',
    'auth.missing',
    lets((call) => call.operation === 'list' && call.params.size > 0 && call.authorization.length === 0),
  ],
  [
    'missing-open-create',
    'Adds animals for everybody who sends no key.',
    'auth.missing',
    lets((call) => call.operation === 'create' && call.authorization.length === 0),
  ],
  [
    'missing-open-get',
    'Gets an animal for everybody who sends no key.',
    'auth.missing',
    lets((call) => call.operation === 'get' && call.authorization.length === 0),
  ],
  [
    'missing-crash',
    'Falls over a missing Authorization header and answers 500.',
    'auth.missing',
    before((_, call) =>
      call.operation !== 'message' && call.authorization.length === 0 ? crash() : undefined,
    ),
  ],
  ['invalid-any-token', 'Takes any bearer token for a key.', 'auth.invalid', takes(() => true)],
  [
    'invalid-any-token-on-create',
    'Adds animals with any bearer token.',
    'auth.invalid',
    takes((token, key, call) => token === key || call.operation === 'create'),
  ],
  [
    'invalid-any-token-on-get',
    'Gets an animal with any bearer token.',
    'auth.invalid',
    takes((token, key, call) => token === key || call.operation === 'get'),
  ],
  [
    'invalid-beginning-compared',
    'Compares the first eight characters of the key only.',
    'auth.invalid',
    takes((token, key) => token.slice(0, 8) === key.slice(0, 8)),
  ],
  [
    'invalid-length-compared',
    'Takes every token that is as long as the key.',
    'auth.invalid',
    takes((token, key) => token.length === key.length),
  ],
  [
    'invalid-ends-compared',
    'Compares the first and the last four characters of the key only.',
    'auth.invalid',
    takes((token, key) => token.slice(0, 4) === key.slice(0, 4) && token.slice(-4) === key.slice(-4)),
  ],
  [
    'malformed-any-scheme',
    'Reads the second word of the Authorization header, whatever the scheme.',
    'auth.malformed',
    lets((call, key) => header(call).split(' ')[1] === key),
  ],
  [
    'malformed-any-scheme-on-list',
    'Lists animals for a key under any scheme.',
    'auth.malformed',
    lets(
      (call, key) =>
        call.operation === 'list' && /^[a-z]+ \S+$/i.test(header(call)) && header(call).endsWith(` ${key}`),
    ),
  ],
  [
    'malformed-key-alone',
    'Takes the key without a scheme.',
    'auth.malformed',
    lets((call, key) => header(call).trim() === key),
  ],
  [
    'malformed-key-alone-on-get',
    'Gets an animal for the key without a scheme.',
    'auth.malformed',
    lets((call, key) => call.operation === 'get' && header(call).trim() === key),
  ],
  [
    'malformed-empty-open',
    'Lets an empty Authorization header in.',
    'auth.malformed',
    lets((call) => call.authorization.length > 0 && header(call).trim() === ''),
  ],
  [
    'malformed-no-token-open',
    'Lets the word Bearer without a token in.',
    'auth.malformed',
    lets((call) => /^bearer$/i.test(header(call).trim())),
  ],
  [
    'malformed-more-after-key',
    'Passes over what stands after the key.',
    'auth.malformed',
    lets((call, key) => /^bearer +\S+ +\S/i.test(header(call)) && header(call).split(/ +/)[1] === key),
  ],
  [
    'malformed-crash',
    'Falls over an Authorization header without a token and answers 500.',
    'auth.malformed',
    before((_, call) =>
      call.operation !== 'message' && call.authorization.length > 0 && !/\S\s+\S/.test(header(call))
        ? crash()
        : undefined,
    ),
  ],
];

export const authFaults: readonly Fault[] = [
  ...opened.map(([id, title, row, patch]) =>
    defineFault({
      id: `auth/${id}`,
      title,
      breaks: [row],
      mayFall: id.endsWith('crash') ? ['auth.first', 'robust.no-5xx'] : ['auth.first'],
      patch,
    }),
  ),
  ...exchanged(),
  defineFault({
    id: 'auth/valid-refused-by-get',
    title: 'Refuses a valid key with 401 when an animal is fetched.',
    breaks: ['auth.accepted'],
    mayFall: ['get.success', 'get.not-found'],
    patch: refuses(isOn('get')),
  }),
  defineFault({
    id: 'auth/valid-refused-by-create',
    title: 'Refuses a valid key with 401 when an animal is added.',
    breaks: ['auth.accepted'],
    mayFall: [...CREATE_REFUSED, ...CREATE_400, 'create.unknown-members', 'create.id.by-service'],
    patch: refuses(isOn('create')),
  }),
  defineFault({
    id: 'auth/valid-refused-with-filter',
    title: 'Refuses a valid key with 401 when a list is filtered.',
    breaks: ['auth.accepted'],
    mayFall: ['list.status.accepted'],
    patch: refuses((call) => call.operation === 'list' && call.params.has('status')),
  }),
  defineFault({
    id: 'auth/valid-refused-for-unknown-id',
    title: 'Answers 401 instead of 404 for an id that no animal has.',
    breaks: ['auth.accepted'],
    patch: refusedWith(401, (refusal, call) => call.operation === 'get' && because('not_found')(refusal)),
  }),
  defineFault({
    id: 'auth/first-body-checked',
    title: 'Checks the body of a create before the key.',
    breaks: ['auth.first'],
    patch: before((base, call) => {
      if (call.operation === 'create') base.readDraft(base.parseBody(call), call);
    }),
  }),
  defineFault({
    id: 'auth/first-json-parsed',
    title: 'Parses the JSON of a create before the key is checked.',
    breaks: ['auth.first'],
    patch: before((base, call) => {
      if (call.operation === 'create') base.parseBody(call);
    }),
  }),
  defineFault({
    id: 'auth/first-media-type-checked',
    title: 'Refuses a media type before the key is checked.',
    breaks: ['auth.first'],
    patch: before((base, call) => {
      if (call.operation === 'create') base.checkMediaType(call);
    }),
  }),
  defineFault({
    id: 'auth/first-limit-checked',
    title: 'Checks the limit before the key.',
    breaks: ['auth.first'],
    patch: before((base, call) => {
      if (call.operation === 'list') base.readLimit(call.params.getAll('limit'), call);
    }),
  }),
  defineFault({
    id: 'auth/first-filter-checked',
    title: 'Checks the status filter before the key.',
    breaks: ['auth.first'],
    patch: before((base, call) => {
      if (call.operation === 'list') base.readStatusFilter(call.params.getAll('status'), call);
    }),
  }),
  defineFault({
    id: 'auth/first-animal-looked-up',
    title: 'Answers 404 for an unknown id before the key is checked.',
    breaks: ['auth.first'],
    patch: before((base, call) => {
      if (call.operation === 'get' && base.find(base.readId(call.petId, call), call) === undefined) {
        throw new Refusal(404, 'not_found', 'No animal has this id.');
      }
    }),
  }),
  defineFault({
    id: 'auth/refused-but-stored',
    title: 'Stores the animal of a create that it answers with 401.',
    breaks: ['auth.no-effect'],
    patch: createsAll(() => true),
  }),
  defineFault({
    id: 'auth/invalid-key-but-stored',
    title: 'Stores the animal of a create whose key is invalid, and only then answers 401.',
    breaks: ['auth.no-effect'],
    patch: createsAll((call) => /^bearer +\S+$/i.test(header(call))),
  }),
  defineFault({
    id: 'auth/missing-key-but-stored',
    title: 'Stores the animal of a create that has no Authorization header, and only then answers 401.',
    breaks: ['auth.no-effect'],
    patch: createsAll((call) => call.authorization.length === 0),
  }),
  defineFault({
    id: 'auth/no-challenge',
    title: 'Sends no WWW-Authenticate header with a 401.',
    breaks: ['auth.challenge'],
    patch: () => ({ challenge: () => undefined }),
  }),
  defineFault({
    id: 'auth/no-challenge-on-get',
    title: 'Sends no WWW-Authenticate header with the 401 of a get.',
    breaks: ['auth.challenge'],
    patch: (base) => ({
      challenge: (refusal, call) => (call.operation === 'get' ? undefined : base.challenge(refusal, call)),
    }),
  }),
  defineFault({
    id: 'auth/scheme-by-bytes',
    title: 'Knows the scheme as Bearer only, not as bearer.',
    breaks: ['auth.scheme-case'],
    patch: before((_, call) => {
      if (call.operation !== 'message' && isOtherCase(header(call))) {
        throw new Refusal(401, 'malformed_authorization', 'Use Bearer.');
      }
    }),
  }),
];
