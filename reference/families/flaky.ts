import type { RequirementId } from '../../requirements/index.ts';
import type { Patch } from '../hooks.ts';
import type { Call, Operation } from '../model.ts';
import { CREATE_400, CREATE_REFUSED } from '../define.ts';
import { changed, crash, ofAnimals, ofMessages, pets, refuser } from '../modify.ts';
import { asIs, familiesOf, type Families, type Hits } from './define.ts';

/** Does something in place of an operation, by chance. */
const instead =
  (how: () => never) =>
  (operation: Operation) =>
  (hits: Hits): Patch =>
  (base) => ({ [operation]: (call: Call) => (hits.byChance() ? how() : base[operation](call)) });

const refuse = (status: 401 | 404): (() => never) =>
  refuser(status, status === 404 ? 'not_found' : 'internal', 'It did not work out.');

/** Shows another name by chance. */
const named = (place: 'get' | 'create') => (hits: Hits) =>
  pets([place], (pet) => (hits.byChance() ? { ...pet, name: 'Another' } : pet));

const untyped = (is: (call: Call) => boolean) => (hits: Hits) =>
  changed('contentType', (type, _, call) => (is(call) && hits.byChance() ? undefined : type));

/** The operations, and what may fall where one fails. */
const OPERATIONS: Readonly<Record<Operation, readonly [words: string, ...mayFall: RequirementId[]]>> = {
  list: [
    'lists',
    'list.limit.accepted',
    'list.limit.default',
    'list.limit.not-integer',
    'list.limit.out-of-range',
    'list.status.accepted',
    'list.status.unknown',
    'list.status.with-limit',
  ],
  create: ['creates', ...CREATE_REFUSED, ...CREATE_400, 'create.media-type', 'create.unknown-members'],
  get: ['gets', 'get.not-found', 'get.int64', 'get.invalid-id'],
  message: [
    'messages',
    'messages.missing',
    'messages.invalid-json',
    'messages.content-type',
    'messages.invalid',
  ],
};

const crashes: Families<Operation> = Object.fromEntries(
  (['list', 'create', 'get', 'message'] as const).map((operation) => {
    const [words, ...mayFall] = OPERATIONS[operation];
    const breaks: RequirementId = operation === 'message' ? 'messages.success' : `${operation}.success`;
    const title = `Fails with 500 for one in N ${words}, by chance.`;
    return [`${operation}-crash`, [title, breaks, operation, [...mayFall, 'robust.no-5xx']]];
  }),
);

/** Whatever the same request gets the next time. */
export const flakyFamilies = [
  ...familiesOf('flaky', instead(crash), crashes),
  ...(['list', 'create', 'get'] as const).flatMap((operation) =>
    familiesOf('flaky', instead(refuse(401)), {
      [`${operation}-key-refused`]: [
        `Refuses the valid key with 401 for one in N ${OPERATIONS[operation][0]}, by chance.`,
        'auth.accepted',
        operation,
      ],
    }),
  ),
  ...familiesOf('flaky', instead(refuse(404)), {
    'get-404': ['Does not find an animal at one in N gets, by chance.', 'get.success', 'get'],
  }),
  ...familiesOf('flaky', asIs, {
    'list-short': [
      'Leaves the last animal out of one in N lists, by chance.',
      'list.complete',
      (hits) => changed('page', (page) => (hits.byChance() ? page.slice(0, -1) : page)),
      ['list.limit.default', 'list.status.with-limit'],
    ],
    'list-one-more': [
      'Gives an animal too many in one in N lists, by chance.',
      'list.limit.respected',
      (hits) => (base) => ({
        page: (animals, limit, call) => base.page(animals, hits.byChance() ? limit + 1 : limit, call),
      }),
      ['list.limit.default', 'list.limit.maximum', 'list.status.with-limit'],
    ],
    'list-unfiltered': [
      'Passes over the status in one in N filtered lists, by chance.',
      'list.status.filter',
      (hits) =>
        changed('filter', (some, animals, status) =>
          status !== undefined && hits.byChance() ? animals : some,
        ),
      ['list.status.with-limit', 'list.complete'],
    ],
  }),
  ...familiesOf('flaky', named, {
    'get-name': ['Gives another name at one in N gets, by chance.', 'get.agrees', 'get'],
    'create-name': ['Answers one in N creates with another name, by chance.', 'create.echo', 'create'],
  }),
  ...familiesOf('flaky', untyped, {
    untyped: ['Answers one in N requests without a Content-Type, by chance.', 'media.json', ofAnimals],
  }),
  ...familiesOf('flaky', asIs, {
    'error-without-code': [
      'Leaves the code out of one in N errors, by chance.',
      'error.object',
      (hits) =>
        changed('renderError', (error, { status, message }, call) =>
          call.resource !== 'messages' && hits.byChance() ? { message, status } : error,
        ),
    ],
    'bad-key-open': [
      'Lets one in N requests with a wrong key in, by chance.',
      'auth.invalid',
      (hits) => changed('isKey', (isKey, _, call) => isKey || (ofAnimals(call) && hits.byChance())),
      ['auth.first', 'auth.no-effect'],
    ],
  }),
  ...familiesOf('flaky', untyped, {
    'message-untyped': [
      'Answers one in N messages without a Content-Type, by chance.',
      'messages.media',
      ofMessages,
    ],
  }),
];
