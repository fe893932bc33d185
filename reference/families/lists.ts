import type { Patch } from '../hooks.ts';
import { type Animal, type Call, Refusal } from '../model.ts';
import { crash, type Members, pets, STATUSES } from '../modify.ts';
import { families, type Hits, type Row } from './define.ts';
import { limitOf, statusOf } from './inputs.ts';

/** For some of the limits from 1 to 100, where they are given. */
function limits(hits: Hits): (call: Call) => boolean {
  const some = hits.among(1, 100);
  return (call) => some.has(limitOf(call) ?? 0);
}

/** For some pairs of a status and a limit, or of a status and none. */
function filters(hits: Hits): (call: Call) => boolean {
  return (call) => statusOf(call) !== '' && hits.on(statusOf(call), limitOf(call) ?? 'none');
}

/** Changes some pages; it is given how the page would be with any limit. */
const paged =
  (
    which: (hits: Hits) => (call: Call) => boolean,
    change: (
      page: (limit: number) => readonly Animal[],
      limit: number,
      all: readonly Animal[],
    ) => readonly Animal[],
  ): Row[3] =>
  (hits): Patch => {
    const isHit = which(hits);
    return (base) => ({
      page: (animals, limit, call) =>
        isHit(call)
          ? change((other) => base.page(animals, other, call), limit, base.stored(call))
          : base.page(animals, limit, call),
    });
  };

/** Refuses some lists. */
const refused =
  (which: (hits: Hits) => (call: Call) => boolean, how: () => never): Row[3] =>
  (hits) => {
    const isHit = which(hits);
    return (base) => ({ list: (call) => (isHit(call) ? how() : base.list(call)) });
  };

const badLimit = (): never => {
  throw new Refusal(400, 'invalid_limit', 'The limit is out of range.');
};
const badStatus = (): never => {
  throw new Refusal(400, 'unknown_status_filter', 'The status is unknown.');
};

/** Changes how some animals look in lists: always the same ones. */
const shown =
  (change: (pet: Members, animal: Animal) => Members): Row[3] =>
  (hits) =>
    pets(['list'], (pet, animal) => (hits.on(animal.name) ? change(pet, animal) : pet));

const other = (status: string | undefined): string => STATUSES.find((one) => one !== status) ?? 'sold';

export const listFamilies = families('share', [
  [
    'limit-refused',
    'Refuses one in N limits.',
    'list.limit.accepted',
    refused(limits, badLimit),
    { mayFall: ['list.limit.default', 'list.success', 'list.status.accepted'] },
  ],
  [
    'limit-crash',
    'Fails with 500 for one in N limits.',
    'list.limit.accepted',
    refused(limits, crash),
    {
      mayFall: [
        'list.limit.default',
        'list.limit.not-integer',
        'list.success',
        'list.status.accepted',
        'robust.no-5xx',
      ],
    },
  ],
  [
    'limit-one-more',
    'Gives an animal too many for one in N limits.',
    'list.limit.respected',
    paged(limits, (page, limit) => page(limit + 1)),
    { mayFall: ['list.limit.default', 'list.limit.maximum', 'list.status.with-limit'] },
  ],
  [
    'limit-cut',
    'Leaves the last animal out of the page for one in N limits.',
    'list.complete',
    paged(limits, (page, limit) => page(limit).slice(0, -1)),
    { mayFall: ['list.limit.default', 'list.status.with-limit'] },
  ],
  [
    'limit-twice',
    'Gives the first animal a second time, in place of the last, for one in N limits.',
    'list.distinct',
    paged(limits, (page, limit) => {
      const animals = page(limit);
      const [first] = animals;
      return first === undefined || animals.length < 2 ? animals : [...animals.slice(0, -1), first];
    }),
    { mayFall: ['list.complete'] },
  ],
  [
    'filter-refused',
    'Refuses one in N pairs of a status and a limit.',
    'list.status.accepted',
    refused(filters, badStatus),
    { mayFall: ['list.limit.accepted', 'list.success', 'list.status.with-limit'] },
  ],
  [
    'filter-leak',
    'Gives an animal of another status, in place of the last, for one in N pairs of a status and a limit.',
    'list.status.filter',
    (hits) => {
      const isHit = filters(hits);
      return (base) => ({
        page(animals, limit, call) {
          const page = base.page(animals, limit, call);
          const stray = base.stored(call).find(({ status }) => status !== statusOf(call));
          return isHit(call) && stray !== undefined ? [...page.slice(0, -1), stray] : page;
        },
      });
    },
    { mayFall: ['list.complete', 'list.status.with-limit'] },
  ],
  [
    'filter-after-limit',
    'Applies the limit before the filter for one in N pairs of a status and a limit.',
    'list.status.with-limit',
    (hits) => {
      const isHit = filters(hits);
      return (base) => ({
        page: (animals, limit, call) =>
          isHit(call)
            ? base.filter(base.page(base.stored(call), limit, call), statusOf(call), call)
            : base.page(animals, limit, call),
      });
    },
    { mayFall: ['list.complete', 'list.limit.default'] },
  ],
  [
    'unlisted',
    'Never lists one in N animals.',
    'list.complete',
    (hits) => (base) => ({ stored: (call) => base.stored(call).filter(({ name }) => !hits.on(name)) }),
  ],
  [
    'listed-name',
    'Gives the name of one in N animals in lists without its last letter.',
    'list.agrees',
    shown((pet, { name }) => ({ ...pet, name: name.length > 1 ? name.slice(0, -1) : `${name}x` })),
  ],
  [
    'listed-status',
    'Gives another status of one in N animals in lists.',
    'list.agrees',
    shown((pet, { status }) => ({ ...pet, status: other(status) })),
    { mayFall: ['list.status.filter'] },
  ],
  [
    'listed-category',
    'Gives the category of one in N animals in lists off by one.',
    'list.agrees',
    shown((pet, { categoryId }) => ({ ...pet, categoryId: categoryId ^ 1n })),
    { mayFall: ['create.int64'] },
  ],
  [
    'listed-category-text',
    'Gives the category of one in N animals in lists as a string.',
    'list.success',
    shown((pet, { categoryId }) => ({ ...pet, categoryId: String(categoryId) })),
    { mayFall: ['list.agrees', 'create.int64'] },
  ],
]);
