import { patchAsIs, type Fault, faultMaker } from '../define.ts';
import type { Patch } from '../steps.ts';
import { membersOf, type ObjectMembers, type WritableJson } from '../json.ts';
import type { Animal, Call } from '../model.ts';
import { changeResult, replaceEveryNthResult, setPetMembers, sleep } from '../modify.ts';

/** Changes the body of a list. */
const lists = (change: (items: readonly WritableJson[]) => WritableJson): Patch =>
  changeResult('list', (reply) =>
    Array.isArray(reply.value) ? { ...reply, value: change(reply.value) } : reply,
  );

/** Sets members of some Pets in lists. */
const members = (own: (animal: Animal, call: Call) => ObjectMembers | undefined): Patch =>
  setPetMembers(['list'], own);

/** Removes animals before the filter and the limit are applied. */
const hides = (change: (animals: readonly Animal[], call: Call) => readonly Animal[]): Patch =>
  changeResult('stored', change);

/** Changes the page after the limit was applied. */
const pages = (change: (page: readonly Animal[], limit: number, call: Call) => readonly Animal[]): Patch =>
  changeResult('page', (page, _, limit, call) => change(page, limit, call));

const filtered = (call: Call): boolean => call.params.has('status');

const list = faultMaker('list');

export const listFaults: readonly Fault[] = [
  ...list('robust.equal-forms', [], patchAsIs, {
    'escapes-not-decoded': [
      'Does not decode escapes in a query.',
      (base) => ({
        list: (call) =>
          base.list({ ...call, params: new URLSearchParams(call.query.replaceAll('%', '%25')) }),
      }),
    ],
  }),
  ...list('list.success', [], lists, {
    wrapped: ['Wraps the animals in an object.', (items) => ({ items, total: items.length })],
    'single-unwrapped': [
      'Gives the animal itself where a list has exactly one.',
      (items) => (items.length === 1 ? (items[0] ?? null) : items),
    ],
    'empty-null': ['Gives null where a list is empty.', (items) => (items.length === 0 ? null : items)],
  }),
  ...list('list.success', [], members, {
    'unset-status-null': [
      'Lists null for the status of an animal that has none.',
      ({ status }) => ({ status: status ?? null }),
      ['create.status.optional'],
    ],
  }),

  ...list('list.complete', [], hides, {
    'test-names-hidden': [
      'Hides animals whose name begins with test.',
      (animals) => animals.filter(({ name }) => !/^test/iu.test(name)),
    ],
    'newest-missing': ['Leaves the newest animal out.', (animals) => animals.slice(0, -1)],
    'oldest-missing': ['Leaves the oldest animal out.', (animals) => animals.slice(1)],
    'half-by-turns': [
      'Lists by turns what one of two stores has, each of which has every other animal.',
      (animals, { number }) => animals.filter((_, at) => at % 2 === number % 2),
      ['list.limit.default', 'list.status.with-limit'],
    ],
  }),
  ...list('list.complete', [], patchAsIs, {
    'cache-kept-without-status': [
      'Renews the cache of its lists at creates with a status alone.',
      (base) => {
        let stored: readonly Animal[] | undefined;
        return {
          store(animal, call) {
            if (animal.status !== undefined) stored = undefined;
            return base.store(animal, call);
          },
          stored: (call) => (stored ??= [...base.stored(call)]),
        };
      },
    ],
    'last-one-lost-where-limit-fits': [
      'Loses the last animal where the limit is the number of animals, as it reads one more to see whether more follow.',
      (base) => ({
        page: (all, limit, call) => base.page(all.length === limit ? all.slice(0, -1) : all, limit, call),
      }),
    ],
    'clamped-to-50': ['Brings limits above 50 down to 50.', pages((page) => page.slice(0, 50))],
    'newest-50-of-more': [
      'Shows the newest 50 animals at most where there is no filter, and older ones stand there already.',
      (base) => ({
        stored: (call) => base.stored(call).toReversed(),
        page: (animals, limit, call) => animals.slice(0, filtered(call) ? limit : Math.min(limit, 50)),
      }),
      { start: { seedAnimals: 60 }, mayFall: ['list.limit.default'] },
    ],
    'every-fourth-empty': [
      'Gives nothing in every fourth list.',
      replaceEveryNthResult(4, 'page', () => []),
      ['list.limit.default', 'list.status.with-limit'],
    ],
    'parallel-creates-lost': [
      'Loses all but one of the animals that are added at the same moment from the list.',
      (base) => {
        let index: readonly Animal[] | undefined;
        return {
          async store(animal, call) {
            await base.store(animal, call);
            const before = index ?? [];
            await sleep(3);
            index = [...before, animal];
          },
          stored: (call) => index ?? base.stored(call),
        };
      },
    ],
  }),
  ...list('list.distinct', { start: { anyCategory: true }, mayFall: ['list.agrees'] }, hides, {
    'joined-with-history': [
      'Joins the history of statuses, so that a pending animal stands twice, once as available.',
      (animals) =>
        animals.flatMap((animal) =>
          animal.status === 'pending' ? [animal, { ...animal, status: 'available' }] : [animal],
        ),
    ],
    'joined-by-prefix': [
      'Joins the categories by the beginning of their id, so that an animal of category 10 stands twice.',
      (animals) =>
        animals.flatMap((animal) => (/^1\d$/u.test(String(animal.categoryId)) ? [animal, animal] : [animal])),
    ],
  }),
  ...list('list.complete', ['list.status.filter'], patchAsIs, {
    'default-on-output': [
      'Shows an animal without a status as available when it is read, and leaves it out of the lists of available ones.',
      setPetMembers(['get', 'list'], ({ status = 'available' }) => ({ status })),
    ],
    'default-in-lists': [
      'Lists an animal without a status as available, and leaves it out of the lists of available ones; getting it shows none.',
      setPetMembers(['list'], ({ status = 'available' }) => ({ status })),
    ],
  }),

  ...list('list.agrees', [], members, {
    'names-cut': ['Lists names cut down to three characters.', ({ name }) => ({ name: name.slice(0, 3) })],
    'names-cut-behind': [
      'Lists names without the spaces at their ends.',
      ({ name }) => ({ name: name.trimEnd() }),
    ],
    'category-zero': ['Lists category 0 for every animal.', () => ({ categoryId: 0 }), ['create.int64']],
    'old-names-cut': [
      'Lists names cut down to three characters of animals that were there from the start.',
      ({ id, name }) => (id <= 30n ? { name: name.slice(0, 3) } : {}),
      { start: { seedAnimals: 30 } },
    ],
    'sold-as-pending': [
      'Lists sold animals as pending where there is no filter.',
      ({ status }, call) => (status === 'sold' && !filtered(call) ? { status: 'pending' } : {}),
    ],
    'pending-as-available': [
      'Lists pending animals as available where there is no filter; getting them shows pending.',
      ({ status }, call) => (status === 'pending' && !filtered(call) ? { status: 'available' } : {}),
    ],
    'pending-again': [
      'Lists pending animals as sold every third time.',
      ({ status }, call) =>
        status === 'pending' && !filtered(call) && call.number % 3 === 0 ? { status: 'sold' } : {},
    ],
    'pending-as-in-progress': [
      'Lists pending animals with a status of its own.',
      ({ status }) => (status === 'pending' ? { status: 'in-progress' } : {}),
      ['list.success', 'list.status.filter', 'list.status.with-limit', 'list.complete'],
    ],
  }),
  ...list('list.agrees', [], patchAsIs, {
    'default-otherwise': [
      'Makes an animal available where no status is submitted, and lists it as sold where there is no filter.',
      (base) => {
        const unset = new Set<bigint>();
        return {
          store(animal, call) {
            if (animal.status === undefined) unset.add(animal.id);
            return base.store({ ...animal, status: animal.status ?? 'available' }, call);
          },
          renderAnimal(animal, place, call) {
            const pet = membersOf(base.renderAnimal(animal, place, call));
            if (!unset.has(animal.id) || place === 'get' || filtered(call)) return pet;
            return { ...pet, status: place === 'list' ? 'sold' : 'available' };
          },
        };
      },
    ],
  }),
  // One incomplete list is no proof of a failure, but the requirement must not pass either.
  ...list([], { leaves: ['list.complete'], mayFall: ['list.limit.default'] }, patchAsIs, {
    'one-missing-once': [
      'Leaves its second animal out of one list without a filter, once it holds thirty.',
      (base) => {
        let isDone = false;
        return {
          stored(call) {
            const animals = base.stored(call);
            const isWide = Number(call.params.get('limit')) === 100 && !filtered(call);
            if (isDone || animals.length <= 30 || !isWide) return animals;
            isDone = true;
            return animals.filter((_, at) => at !== 1);
          },
        };
      },
    ],
  }),
  ...list('list.agrees', [], pages, {
    'names-cut-on-wide-pages': [
      'Lists names cut down to three characters on pages of more than 90 animals.',
      (page) =>
        page.length > 90 ? page.map((animal) => ({ ...animal, name: animal.name.slice(0, 3) })) : page,
    ],
  }),

  ...list('list.distinct', [], pages, {
    'last-twice': [
      'Lists the last animal of a page twice.',
      (page, limit) => [...page, ...page.slice(-1)].slice(-limit),
      ['list.complete'],
    ],
    'first-twice-when-filtered': [
      'Lists the first animal of a filtered page twice.',
      (page, limit, call) => (filtered(call) ? [...page.slice(0, 1), ...page].slice(0, limit) : page),
      ['list.status.with-limit'],
    ],
  }),
];
