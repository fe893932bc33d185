import { type Fault, type FaultRow, faultsOf } from '../define.ts';
import type { Patch } from '../hooks.ts';
import type { Out } from '../json.ts';
import type { Animal, Call } from '../model.ts';
import { type Members, membersOf, pets, sleep, textOf } from '../modify.ts';

/** Changes the body of a list. */
function lists(change: (items: readonly Out[], call: Call) => Out): Patch {
  return (base) => ({
    async list(call) {
      const reply = await base.list(call);
      return Array.isArray(reply.value) ? { ...reply, value: change(reply.value, call) } : reply;
    },
  });
}

/** Leaves animals out before filter and page. */
function hides(change: (animals: readonly Animal[], call: Call) => readonly Animal[]): Patch {
  return (base) => ({ stored: (call) => change(base.stored(call), call) });
}

/** Changes the pages, within their limit. */
function pages(change: (page: readonly Animal[], limit: number, call: Call) => readonly Animal[]): Patch {
  return (base) => ({ page: (animals, limit, call) => change(base.page(animals, limit, call), limit, call) });
}

const inList = (change: (pet: Members, animal: Animal, position: number, call: Call) => Out): Patch =>
  pets(['list'], change);

const tenth = (position: number): boolean => position === 9;

const rows: readonly FaultRow[] = [
  [
    'wrapped',
    'Wraps the animals in an object with a total.',
    ['list.success'],
    lists((items) => ({ items, total: items.length })),
  ],
  [
    'wrapped-when-filtered',
    'Wraps the animals in an object where there is a filter.',
    ['list.success'],
    lists((items, call) => (call.params.has('status') ? { data: items } : items)),
  ],
  [
    'wrapped-when-limited',
    'Wraps the animals in an object where a limit is given.',
    ['list.success'],
    lists((items, call) => (call.params.has('limit') ? { data: items } : items)),
  ],
  [
    'keyed',
    'Gives an object of animals by number instead of an array.',
    ['list.success'],
    lists((items) => Object.fromEntries(items.map((item, index) => [String(index), item]))),
  ],
  [
    'single-unwrapped',
    'Gives the animal itself where a list has exactly one.',
    ['list.success'],
    lists((items) => (items.length === 1 ? (items[0] ?? null) : items)),
  ],
  [
    'empty-null',
    'Gives null where a list is empty.',
    ['list.success'],
    lists((items) => (items.length === 0 ? null : items)),
  ],
  [
    'padded-with-null',
    'Fills a page that is shorter than its limit with one null.',
    ['list.success'],
    lists((items, call) =>
      items.length < Number(call.params.get('limit') ?? 20) ? [...items, null] : items,
    ),
  ],
  [
    'tenth-null',
    'Gives null for the tenth animal of a page.',
    ['list.success'],
    inList((pet, _, position) => (tenth(position) ? null : pet)),
    ['list.complete'],
  ],
  [
    'tenth-without-id',
    'Leaves the id of the tenth animal of a page out.',
    ['list.success'],
    inList((pet, _, position) => (tenth(position) ? { ...pet, id: undefined } : pet)),
    ['list.complete'],
  ],
  [
    'last-name-null',
    'Gives null for the name of every fifteenth animal of a page.',
    ['list.success'],
    inList((pet, _, position) => (position % 15 === 14 ? { ...pet, name: null } : pet)),
  ],
  [
    'ids-only',
    'Lists the ids instead of the animals.',
    ['list.success'],
    inList((_, animal) => animal.id),
    ['list.complete'],
  ],
  [
    'nested-arrays',
    'Lists each animal in an array of its own.',
    ['list.success'],
    inList((pet) => [pet]),
    ['list.complete'],
  ],
  [
    'unset-status-null',
    'Lists null for the status of an animal that has none.',
    ['list.success'],
    inList((pet, animal) => (animal.status === undefined ? { ...pet, status: null } : pet)),
    ['create.status.optional'],
  ],
  [
    'unset-status-empty',
    'Lists an empty string for the status of an animal that has none.',
    ['list.success'],
    inList((pet, animal) => (animal.status === undefined ? { ...pet, status: '' } : pet)),
    ['create.status.optional'],
  ],
  [
    'id-string',
    'Lists ids as strings.',
    ['list.success'],
    inList((pet, animal) => ({ ...pet, id: String(animal.id) })),
    ['list.complete'],
  ],

  [
    'newest-missing',
    'Leaves the newest animal out.',
    ['list.complete'],
    hides((animals) => animals.slice(0, -1)),
  ],
  [
    'oldest-missing',
    'Leaves the oldest animal out.',
    ['list.complete'],
    hides((animals) => animals.slice(1)),
  ],
  [
    'newest-missing-when-filtered',
    'Leaves the newest matching animal out of a filtered list.',
    ['list.complete'],
    (base) => ({
      filter: (animals, status, call) =>
        status === undefined ? animals : base.filter(animals, status, call).slice(0, -1),
    }),
  ],
  [
    'unset-missing',
    'Leaves animals without a status out of the list.',
    ['list.complete'],
    hides((animals) => animals.filter((animal) => animal.status !== undefined)),
  ],
  [
    'sold-missing',
    'Leaves sold animals out of a list without a filter.',
    ['list.complete'],
    hides((animals, call) =>
      call.params.has('status') ? animals : animals.filter((animal) => animal.status !== 'sold'),
    ),
  ],
  [
    'every-fourth-empty',
    'Gives nothing in every fourth list.',
    ['list.complete'],
    (base) => {
      let count = 0;
      return {
        page: (animals, limit, call) => ((count += 1) % 4 === 0 ? [] : base.page(animals, limit, call)),
      };
    },
    ['list.limit.default', 'list.status.with-limit'],
  ],
  [
    'tenth-missing',
    'Loses the tenth animal of a page.',
    ['list.complete'],
    pages((page) => page.filter((_, index) => index !== 9)),
    ['list.status.with-limit'],
  ],
  [
    'clamped-to-50',
    'Brings limits above 50 down to 50 without a word.',
    ['list.complete'],
    pages((page) => page.slice(0, 50)),
  ],
  [
    'first-read-kept',
    'Keeps what it found the first time for each filter for ever.',
    ['list.complete'],
    (base) => {
      const kept = new Map<string, readonly Animal[]>();
      return {
        stored(call) {
          const key = call.params.get('status') ?? '';
          const seen = kept.get(key) ?? base.stored(call);
          kept.set(key, seen);
          return seen;
        },
      };
    },
    ['list.status.with-limit'],
  ],
  [
    'parallel-creates-lost',
    'Loses all but one of the animals that are added at the same moment from the list.',
    ['list.complete'],
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

  [
    'names-cut',
    'Lists names cut down to three characters.',
    ['list.agrees'],
    inList((pet, animal) => ({ ...pet, name: animal.name.slice(0, 3) })),
  ],
  [
    'names-cut-on-wide-pages',
    'Lists names cut down to three characters on pages of more than 50 animals.',
    ['list.agrees'],
    lists((items) =>
      items.length > 50
        ? items.map(membersOf).map((pet) => ({ ...pet, name: textOf(pet['name']).slice(0, 3) }))
        : items,
    ),
  ],
  [
    'names-upper-case',
    'Lists names in upper case.',
    ['list.agrees'],
    inList((pet, animal) => ({
      ...pet,
      name: animal.name === animal.name.toUpperCase() ? animal.name.toLowerCase() : animal.name.toUpperCase(),
    })),
  ],
  [
    'name-of-neighbour',
    'Lists the tenth animal of a page under the name of another.',
    ['list.agrees'],
    inList((pet, _, position) => (tenth(position) ? { ...pet, name: 'Neighbour' } : pet)),
  ],
  [
    'category-zero',
    'Lists category 0 for every animal.',
    ['list.agrees'],
    inList((pet) => ({ ...pet, categoryId: 0 })),
    ['create.int64'],
  ],
  [
    'status-always-available',
    'Lists every animal that has a status as available where there is no filter.',
    ['list.agrees'],
    inList((pet, animal, _, call) =>
      animal.status === undefined || call.params.has('status') ? pet : { ...pet, status: 'available' },
    ),
  ],
  [
    'sold-as-pending',
    'Lists sold animals as pending where there is no filter.',
    ['list.agrees'],
    inList((pet, animal, _, call) =>
      animal.status === 'sold' && !call.params.has('status') ? { ...pet, status: 'pending' } : pet,
    ),
  ],
  [
    'status-missing',
    'Lists no status where there is no filter.',
    ['list.agrees'],
    inList((pet, _, __, call) => (call.params.has('status') ? pet : { ...pet, status: undefined })),
  ],
  [
    'name-missing-when-filtered',
    'Lists the category as the name where there is a filter.',
    ['list.agrees'],
    inList((pet, animal, _, call) =>
      call.params.has('status') ? { ...pet, name: `Category ${animal.categoryId}` } : pet,
    ),
  ],

  [
    'last-twice',
    'Lists the last animal of a page twice.',
    ['list.distinct'],
    pages((page, limit) => [...page, ...page.slice(-1)].slice(-limit)),
    ['list.complete'],
  ],
  [
    'first-twice',
    'Lists the first animal of a page twice.',
    ['list.distinct'],
    pages((page, limit) => [...page.slice(0, 1), ...page].slice(0, limit)),
  ],
  [
    'first-twice-when-filtered',
    'Lists the first animal of a filtered page twice.',
    ['list.distinct'],
    pages((page, limit, call) =>
      call.params.has('status') ? [...page.slice(0, 1), ...page].slice(0, limit) : page,
    ),
    ['list.status.with-limit'],
  ],
  [
    'tenth-twice',
    'Lists the tenth animal of a page again as the eleventh.',
    ['list.distinct'],
    pages((page, limit) => [...page.slice(0, 10), ...page.slice(9)].slice(0, limit)),
  ],
  [
    'each-twice',
    'Lists each animal twice, as a join without DISTINCT does.',
    ['list.distinct'],
    (base) => ({
      page: (animals, limit, call) =>
        base.page(
          animals.flatMap((animal) => [animal, animal]),
          limit,
          call,
        ),
    }),
  ],
];

export const listFaults: readonly Fault[] = faultsOf('list', rows);
