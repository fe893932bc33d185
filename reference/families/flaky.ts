import type { RequirementId } from '../../requirements/index.ts';
import type { Operation } from '../model.ts';
import { type Call, Refusal } from '../model.ts';
import { CREATE_400, CREATE_REFUSED, crash, isOn, pets } from '../modify.ts';
import { families, type Hits, type Row } from './define.ts';
import { isOfAnimals } from './inputs.ts';

/** Does something instead of an operation, by chance. */
const instead =
  (operation: Operation, how: () => never) =>
  (hits: Hits): ReturnType<Row[3]> =>
  (base) => ({ [operation]: (call: Call) => (hits.byChance() ? how() : base[operation](call)) });

const refuse = (status: number): (() => never) => {
  return () => {
    throw new Refusal(status, status === 404 ? 'not_found' : 'internal', 'It did not work out.');
  };
};

const operations: readonly (readonly [Operation, string, RequirementId, readonly RequirementId[]])[] = [
  [
    'list',
    'lists',
    'list.success',
    [
      'list.limit.accepted',
      'list.limit.default',
      'list.limit.not-integer',
      'list.limit.out-of-range',
      'list.status.accepted',
      'list.status.unknown',
      'list.status.with-limit',
    ],
  ],
  [
    'create',
    'creates',
    'create.success',
    [...CREATE_REFUSED, ...CREATE_400, 'create.media-type', 'create.unknown-members'],
  ],
  ['get', 'gets', 'get.success', ['get.not-found', 'get.int64', 'get.invalid-id']],
  [
    'message',
    'messages',
    'messages.success',
    ['messages.missing', 'messages.invalid-json', 'messages.content-type', 'messages.invalid'],
  ],
];

/** Whatever the same request gets the next time. */
export const flakyFamilies = families('flaky', [
  ...operations.map(([operation, words, breaks, mayFall]): Row => [
    `${operation}-crash`,
    `Fails with 500 for one in N ${words}, by chance.`,
    breaks,
    instead(operation, crash),
    { mayFall: [...mayFall, 'robust.no-5xx'] },
  ]),
  ...operations
    .slice(0, 3)
    .map(([operation, words]): Row => [
      `${operation}-key-refused`,
      `Refuses the valid key with 401 for one in N ${words}, by chance.`,
      'auth.accepted',
      instead(operation, refuse(401)),
    ]),
  [
    'get-404',
    'Does not find an animal at one in N gets, by chance.',
    'get.success',
    instead('get', refuse(404)),
  ],
  [
    'list-short',
    'Leaves the last animal out of one in N lists, by chance.',
    'list.complete',
    (hits) => (base) => ({
      page(animals, limit, call) {
        const page = base.page(animals, limit, call);
        return hits.byChance() ? page.slice(0, -1) : page;
      },
    }),
    { mayFall: ['list.limit.default', 'list.status.with-limit'] },
  ],
  [
    'list-one-more',
    'Gives an animal too many in one in N lists, by chance.',
    'list.limit.respected',
    (hits) => (base) => ({
      page: (animals, limit, call) => base.page(animals, hits.byChance() ? limit + 1 : limit, call),
    }),
    { mayFall: ['list.limit.default', 'list.limit.maximum', 'list.status.with-limit'] },
  ],
  [
    'list-unfiltered',
    'Passes over the status in one in N filtered lists, by chance.',
    'list.status.filter',
    (hits) => (base) => ({
      filter: (animals, status, call) =>
        status !== undefined && hits.byChance() ? animals : base.filter(animals, status, call),
    }),
    { mayFall: ['list.status.with-limit', 'list.complete'] },
  ],
  [
    'get-name',
    'Gives another name at one in N gets, by chance.',
    'get.agrees',
    (hits) => pets(['get'], (pet) => (hits.byChance() ? { ...pet, name: 'Another' } : pet)),
  ],
  [
    'create-name',
    'Answers one in N creates with another name, by chance.',
    'create.echo',
    (hits) => pets(['create'], (pet) => (hits.byChance() ? { ...pet, name: 'Another' } : pet)),
  ],
  [
    'untyped',
    'Answers one in N requests without a Content-Type, by chance.',
    'media.json',
    (hits) => (base) => ({
      contentType: (reply, call) =>
        isOfAnimals(call) && hits.byChance() ? undefined : base.contentType(reply, call),
    }),
  ],
  [
    'error-without-code',
    'Leaves the code out of one in N errors, by chance.',
    'error.object',
    (hits) => (base) => ({
      renderError(refusal, call) {
        const { status, message } = refusal;
        return call.resource !== 'messages' && hits.byChance()
          ? { message, status }
          : base.renderError(refusal, call);
      },
    }),
  ],
  [
    'bad-key-open',
    'Lets one in N requests with a wrong key in, by chance.',
    'auth.invalid',
    (hits) => (base) => ({
      isKey: (token, call) => base.isKey(token, call) || (isOfAnimals(call) && hits.byChance()),
    }),
    { mayFall: ['auth.first', 'auth.no-effect'] },
  ],
  [
    'message-untyped',
    'Answers one in N messages without a Content-Type, by chance.',
    'messages.media',
    (hits) => (base) => ({
      contentType: (reply, call) =>
        isOn('message')(call) && hits.byChance() ? undefined : base.contentType(reply, call),
    }),
  ],
]);
