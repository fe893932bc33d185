import { int64 } from '../src/json/int64.ts';
import type { Check } from '../src/kit/check.ts';
import { onFreshAnimals } from '../src/kit/confirm.ts';
import type { Lab } from '../src/kit/lab.ts';
import { isList } from '../src/kit/lists.ts';
import type { Animal } from '../src/kit/population.ts';
import { isObject, itemId, STATUSES, type ListReply } from '../src/kit/replies.ts';
import { always } from '../src/kit/verbs/always.ts';
import { disagreements } from './agreement.ts';

type Animals = ReadonlyMap<bigint, Animal>;

function animalsOf({ population }: Lab): Animals {
  return new Map(population.animals().map((animal) => [animal.id, animal]));
}

/** The items of a list that are animals of the run, with those animals. */
function own({ items }: ListReply, animals: Animals) {
  return (items ?? []).flatMap((item, at) => {
    const animal = animals.get(itemId(item) ?? -1n);
    return animal === undefined || !isObject(item) ? [] : [{ item, animal, at }];
  });
}

/** The list that was wrong, or the first of the widest ones, that shows a fresh animal. */
async function listThatShows(
  { api }: Lab,
  { id }: { readonly id: bigint },
  { query }: ListReply,
): Promise<ListReply> {
  const queries = [query, { limit: '100' }, ...STATUSES.map((status) => ({ limit: '100', status }))];
  for (const wide of queries.slice(0, -1)) {
    const page = await api.list(wide);
    if (page.items?.some((item) => itemId(item) === id) === true) return page;
  }
  return api.list(queries.at(-1));
}

/** Where plain animals are shown without an integer category, that is a matter of the shape, not of exactness. */
function isTyped({ item, animal }: ReturnType<typeof own>[number]): boolean {
  return !animal.plain || int64(item['categoryId']) !== undefined;
}

const agreement = {
  decides: ['list.agrees', 'create.int64'],
  needs: ['list', 'animal'],
  of: isList,
  wrong: (page: ListReply, _: undefined, lab: Lab) => {
    const mine = own(page, animalsOf(lab));
    const typed = mine.every(isTyped);
    return mine
      .filter(({ item }) => typed || int64(item['categoryId']) !== undefined)
      .flatMap(({ item, animal, at }) =>
        disagreements(animal, item, {
          configured: lab.config.categoryIds,
          at: `/${String(at)}`,
          where: 'a list',
        }),
      );
  },
  confirm: onFreshAnimals(listThatShows),
  telling: (page: ListReply, _: undefined, lab: Lab) => own(page, animalsOf(lab)).length > 0,
  passes: (pages: readonly ListReply[]) =>
    `animals of the run in ${String(pages.length)} lists, each with the values it was created with`,
} as const;

export const animalChecks: readonly Check[] = [
  // Once before the target is filled up: later a fresh animal may stand on no page that others cannot change.
  always('list/agreement-at-once', {
    ...agreement,
    title: 'animals of the run in lists that were read soon after they were added',
    stage: 'read-back',
    also: ({ pages }) => pages.readBack(),
  }),

  always('list/agreement', {
    ...agreement,
    title: 'animals of the run in every list',
    pulls: ['list/limit-default', 'list/limit-in-range'],
    also: async (lab, seen) => {
      const animals = animalsOf(lab);
      return seen.some((page) => own(page, animals).length > 0) ? [] : lab.settledLists();
    },
    lacks: () => 'no list showed an animal of the run',
  }),
];
