import { int64 } from '../src/json/int64.ts';
import { sameJson, writeJson } from '../src/json/json.ts';
import type { Json } from '../src/json/types.ts';
import type { Check } from '../src/engine/check.ts';
import { onFreshAnimals } from '../src/engine/confirm.ts';
import { subject, type Confirmed, type Flaw, type Flawed } from '../src/engine/flaw.ts';
import type { Lab } from '../src/engine/lab.ts';
import { isFull, isList } from '../src/engine/lists.ts';
import { isObject, placesIn, STATUSES, type GetReply, type ListReply } from '../src/engine/replies.ts';
import { always } from '../src/engine/verbs/always.ts';
import { disagreements } from './agreement.ts';

/** The animals of the run that a list shows, with what it shows of them. */
function own({ items = [] }: ListReply, { population }: Lab) {
  const places = placesIn(items).of;
  return population.animals().flatMap((animal) => {
    const at = places.get(animal.id) ?? -1;
    const item = items[at];
    return isObject(item) ? [{ item, animal, at }] : [];
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
    if (placesIn(page.items).of.has(id)) return page;
  }
  return api.list(queries.at(-1));
}

/** Where plain animals are shown without an integer category, that is a matter of the shape, not of exactness. */
function isTyped({ item, animal }: ReturnType<typeof own>[number]): boolean {
  return !animal.plain || int64(item['categoryId']) !== undefined;
}

/** Other people's animals that stand on the widest lists, as getting them shows them; the run made none of them. */
async function getOthers({ api, config, pages, population }: Lab): Promise<ReadonlyMap<bigint, GetReply>> {
  const made = new Set(population.animals().map(({ id }) => id));
  const listed = (await pages.snapshot()).flatMap(({ items }) => [...placesIn(items).of.keys()]);
  const ids = [...new Set(listed)].filter((id) => !made.has(id));
  const step = Math.max(1, Math.floor(ids.length / config.runs));
  const chosen = ids.filter((_, at) => at % step === 0).slice(0, config.runs);
  const gets = await Promise.all(chosen.map(async (id) => [id, await api.get(id)] as const));
  return new Map(gets.filter(([, { pet }]) => pet !== undefined));
}

/** The members that nobody can change: no operation does, save that others may have their ways with a status. */
const LASTING = ['name', 'categoryId'] as const;

/** How the items of a list differ from what getting those animals shows. */
function unlike({ items = [] }: ListReply, others: ReadonlyMap<bigint, GetReply>): readonly Flaw[] {
  const places = placesIn(items).of;
  return [...others].flatMap(([id, got]) => {
    const at = places.get(id) ?? -1;
    return unlikeItem(items[at], at, id, got);
  });
}

function unlikeItem(item: Json | undefined, at: number, id: bigint, got: GetReply): readonly Flaw[] {
  if (!isObject(item) || got.pet === undefined || int64(got.pet['id']) !== id) return [];
  return LASTING.flatMap((member) => {
    const listed = item[member];
    const shown = got.pet?.[member];
    if (listed === undefined || shown === undefined || sameJson(listed, shown)) return [];
    // What is of the wrong type is a matter of the shape.
    if ((typeof listed === 'string') !== (typeof shown === 'string')) return [];
    return [
      {
        kind: member,
        message: `a list shows the animal ${String(id)} with ${member} ${writeJson(listed)}, and getting it shows ${writeJson(shown)}`,
        expected: `${member} as getting the animal shows it`,
        actual: `${member} ${writeJson(listed)}`,
        input: { petId: id },
        places: [{ part: 'body', pointer: `/${String(at)}/${member}` }],
        beside: [got],
        about: [subject.animal(id), subject.member('get', member)],
        explainedBy: ['get.agrees', 'create.int64', 'get.success', 'list.distinct'],
      },
    ];
  });
}

/** Once everything had its time to become readable, list and get have to disagree in the same way still. */
async function onSettledReads(lab: Lab, { reply, flaw }: Flawed<ListReply>): Promise<Confirmed | undefined> {
  await lab.quiet();
  const [first] = flaw.beside ?? [];
  if (first?.operation !== 'get') return undefined;
  const got = await lab.api.get(first.id);
  const page = await lab.api.list(reply.query);
  const again = unlike(page, new Map([[BigInt(first.id), got]]));
  return again.some(({ message }) => message === flaw.message)
    ? { times: 1, of: 1, replies: [got, page] }
    : undefined;
}

/** How the animals of the run differ, as a list shows them, from what they were created with. */
export function wrongItems(page: ListReply, lab: Lab): readonly Flaw[] {
  const mine = own(page, lab);
  const typed = mine.every(isTyped);
  return mine
    .filter(({ item }) => typed || int64(item['categoryId']) !== undefined)
    .flatMap(({ item, animal, at }) =>
      disagreements(animal, item, {
        configured: lab.config.categoryIds,
        at: `/${String(at)}`,
        where: 'list',
      }),
    );
}

const agreement = {
  decides: ['list.agrees', 'create.int64'],
  needs: ['list', 'animal'],
  of: isList,
  wrong: (page: ListReply, _: undefined, lab: Lab) => wrongItems(page, lab),
  confirm: onFreshAnimals(listThatShows),
  conclusive: (page: ListReply, _: undefined, lab: Lab) => own(page, lab).length > 0,
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
    also: async (lab, seen) => (seen.some((page) => own(page, lab).length > 0) ? [] : lab.settledLists()),
    vacuous: () => 'no list showed an animal of the run',
    untestableIf: (_, seen) => seen.some(isFull),
  }),

  always('list/agreement-with-get', {
    title: "other people's animals in lists beside what getting them shows",
    decides: 'list.agrees',
    needs: ['list', 'get'],
    pulls: ['list/limit-default'],
    of: isList,
    given: getOthers,
    wrong: (page, others) => unlike(page, others),
    confirm: onSettledReads,
    conclusive: ({ items }, others) => [...others.keys()].some((id) => placesIn(items).of.has(id)),
    passes: (_, others) =>
      `${String(others.size)} animals of other people, in lists as getting them shows them`,
  }),
];
