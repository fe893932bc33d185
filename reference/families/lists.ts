import type { Patch } from '../hooks.ts';
import type { Animal, Call } from '../model.ts';
import { changed, crash, pets, refuser } from '../modify.ts';
import { type Members, shorter, STATUSES } from '../values.ts';
import { asIs, familiesOf, type Hits } from './define.ts';
import { limitOf, statusOf } from './inputs.ts';

type Which = (hits: Hits) => (call: Call) => boolean;

/** For some of the limits from 1 to 100, where they are given. */
const limits: Which = (hits) => {
  const some = hits.among(1, 100);
  return (call) => some.has(limitOf(call) ?? 0);
};

/** For some pairs of a status and a limit, or of a status and none. */
const filters: Which = (hits) => (call) =>
  statusOf(call) !== '' && hits.on(statusOf(call), limitOf(call) ?? 'none');

/** Changes some pages; it is given how the page would be with any limit. */
const paged =
  (which: Which) =>
  (
    change: (
      page: (limit: number) => readonly Animal[],
      limit: number,
      all: readonly Animal[],
      call: Call,
      base: Parameters<Patch>[0],
    ) => readonly Animal[],
  ) =>
  (hits: Hits): Patch => {
    const isHit = which(hits);
    return (base) => ({
      page(animals, limit, call) {
        const page = (other: number): readonly Animal[] => base.page(animals, other, call);
        return isHit(call) ? change(page, limit, base.stored(call), call, base) : page(limit);
      },
    });
  };

/** Refuses some lists. */
const refused =
  (which: Which) =>
  (how: () => never) =>
  (hits: Hits): Patch => {
    const isHit = which(hits);
    return (base) => ({ list: (call) => (isHit(call) ? how() : base.list(call)) });
  };

/** Changes how some animals look in lists: always the same ones. */
const shown = (own: (animal: Animal) => Members) => (hits: Hits) =>
  pets(['list'], (pet, animal) => (hits.on(animal.name) ? { ...pet, ...own(animal) } : pet));

const page = ['list.limit.default', 'list.status.with-limit'] as const;

export const listFamilies = [
  ...familiesOf('share', refused(limits), {
    'limit-refused': [
      'Refuses one in N limits.',
      'list.limit.accepted',
      refuser(400, 'invalid_limit', 'The limit is out of range.'),
      ['list.limit.default', 'list.success', 'list.status.accepted'],
    ],
    'limit-crash': [
      'Fails with 500 for one in N limits.',
      'list.limit.accepted',
      crash,
      [
        'list.limit.default',
        'list.limit.not-integer',
        'list.success',
        'list.status.accepted',
        'robust.no-5xx',
      ],
    ],
  }),
  ...familiesOf('share', paged(limits), {
    'limit-one-more': [
      'Gives an animal too many for one in N limits.',
      'list.limit.respected',
      (whole, limit) => whole(limit + 1),
      [...page, 'list.limit.maximum'],
    ],
    'limit-cut': [
      'Leaves the last animal out of the page for one in N limits.',
      'list.complete',
      (whole, limit) => whole(limit).slice(0, -1),
      page,
    ],
    'limit-twice': [
      'Gives the first animal a second time, in place of the last, for one in N limits.',
      'list.distinct',
      (whole, limit) => {
        const animals = whole(limit);
        const [first] = animals;
        return first === undefined || animals.length < 2 ? animals : [...animals.slice(0, -1), first];
      },
      ['list.complete'],
    ],
  }),
  ...familiesOf('share', refused(filters), {
    'filter-refused': [
      'Refuses one in N pairs of a status and a limit.',
      'list.status.accepted',
      refuser(400, 'unknown_status_filter', 'The status is unknown.'),
      ['list.limit.accepted', 'list.success', 'list.status.with-limit'],
    ],
  }),
  ...familiesOf('share', paged(filters), {
    'filter-leak': [
      'Gives an animal of another status, in place of the last, for one in N pairs of a status and a limit.',
      'list.status.filter',
      (whole, limit, all, call) => {
        const stray = all.find(({ status }) => status !== statusOf(call));
        return stray === undefined ? whole(limit) : [...whole(limit).slice(0, -1), stray];
      },
      ['list.complete', 'list.status.with-limit'],
    ],
    'filter-after-limit': [
      'Applies the limit before the filter for one in N pairs of a status and a limit.',
      'list.status.with-limit',
      (_, limit, all, call, base) => base.filter(base.page(all, limit, call), statusOf(call), call),
      ['list.complete', 'list.limit.default'],
    ],
  }),
  ...familiesOf('share', asIs, {
    unlisted: [
      'Never lists one in N animals.',
      'list.complete',
      (hits) => changed('stored', (animals) => animals.filter(({ name }) => !hits.on(name))),
    ],
  }),
  ...familiesOf('share', shown, {
    'listed-name': [
      'Gives the name of one in N animals in lists without its last letter.',
      'list.agrees',
      ({ name }) => ({ name: shorter(name) }),
    ],
    'listed-status': [
      'Gives another status of one in N animals in lists.',
      'list.agrees',
      ({ status }) => ({ status: STATUSES.find((one) => one !== status) }),
      ['list.status.filter'],
    ],
    'listed-category': [
      'Gives the category of one in N animals in lists off by one.',
      'list.agrees',
      ({ categoryId }) => ({ categoryId: categoryId ^ 1n }),
      ['create.int64'],
    ],
    'listed-category-text': [
      'Gives the category of one in N animals in lists as a string.',
      'list.success',
      ({ categoryId }) => ({ categoryId: String(categoryId) }),
      ['list.agrees', 'create.int64'],
    ],
  }),
];
