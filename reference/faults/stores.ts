import type { RequirementId } from '../../requirements/index.ts';
import { patchAsIs, type Fault, faultMaker } from '../define.ts';
import type { Patch } from '../steps.ts';
import type { Animal } from '../model.ts';
import {
  afterStore,
  cacheReplies,
  changeResult,
  keepNewestAnimals,
  onEachCall,
  type When,
} from '../modify.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

const filtered: When = ({ params }) => params.has('status');

/** Gives other animals the status of the one just stored, like an UPDATE without a WHERE clause. */
const overwritten = (who: (other: Animal, stored: Animal) => boolean): Patch =>
  afterStore((animal, { animals }) => {
    for (const other of animals.values())
      if (other.id !== animal.id && animal.status !== undefined && who(other, animal))
        animals.set(other.id, { ...other, status: animal.status });
  });

/** Shows each pending animal as sold in its first `sold` reads, then as it is in the next `kept`, and so on, in turn. */
const toAndFro =
  ([sold, kept]: readonly [sold: number, kept: number]): Patch =>
  (base, world) => {
    const reads = new Map<bigint, number>();
    const read = (animal: Animal): Animal => {
      const { id, status } = animal;
      const before = reads.get(id) ?? 0;
      reads.set(id, before + 1);
      return status === 'pending' && before % (sold + kept) < sold ? { ...animal, status: 'sold' } : animal;
    };
    return {
      ...changeResult('stored', (animals) => animals.map(read))(base, world),
      ...changeResult('find', (animal) => animal && read(animal))(base, world),
    };
  };

const [cache, loss, state] = [faultMaker('cache'), faultMaker('loss'), faultMaker('state')];
const falls: readonly RequirementId[] = [
  'list.limit.default',
  'list.status.with-limit',
  'get.not-found',
  'create.id.by-service',
];

const statusLists = ['list.status.filter', 'list.complete', 'list.status.with-limit'] as const;

/** Faults of the store: stale caches, lost animals, overwritten animals. */
export const storeFaults: readonly Fault[] = [
  ...cache('list.complete', ['list.limit.default', 'list.status.with-limit', 'list.agrees'], patchAsIs, {
    'lists-for-a-minute': ['Keeps each list for a minute.', cacheReplies('list', MINUTE)],
    'lists-for-three-seconds': ['Keeps each list for three seconds.', cacheReplies('list', 3 * SECOND)],
    'filtered-lists-for-a-minute': [
      'Keeps each filtered list for a minute.',
      cacheReplies('list', MINUTE, filtered),
    ],
    'filtered-lists-for-four-seconds': [
      'Keeps each filtered list for four seconds.',
      cacheReplies('list', 4 * SECOND, filtered),
    ],
  }),
  ...cache('get.success', [], patchAsIs, {
    'unknown-ids-for-a-minute': ['Keeps for a minute that an id is unknown.', cacheReplies('get', MINUTE)],
    'unknown-ids-for-five-seconds': [
      'Keeps for five seconds that an id is unknown.',
      cacheReplies('get', 5 * SECOND),
    ],
  }),

  // Losses that resemble a legitimate emptying or trimming.
  ...loss(['list.complete', 'get.success'], falls, keepNewestAnimals, {
    'holds-ten': ['Holds the newest ten animals, and loses the oldest of them with each create.', 10],
    'holds-twenty': ['Holds the newest twenty animals, and loses the oldest of them with each create.', 20],
  }),
  ...loss('list.complete', [...falls, 'get.success', 'get.removed'], keepNewestAnimals, {
    'holds-one': ['Holds the animal alone that was added last.', 1],
  }),
  ...loss(['list.complete', 'get.success'], falls, patchAsIs, {
    'one-among-others': [
      'Loses its third animal once it holds forty.',
      afterStore((_, { animals }) => {
        if (animals.size === 40) animals.delete([...animals.keys()][2] ?? -1n);
      }),
    ],
    'new-ones-too': [
      'Holds sixty animals, and answers each create after that with 201 and stores nothing.',
      (base, { animals }) => ({
        store: (animal, call) => (animals.size < 60 ? base.store(animal, call) : undefined),
      }),
    ],
  }),
  ...loss('list.complete', ['list.limit.default', 'list.status.with-limit', 'list.agrees'], patchAsIs, {
    'late-lists-forget': [
      'Leaves the animals of its first 200 requests out of lists from its 1000th request on, and finds them by id.',
      (base) => {
        const early = new Set<bigint>();
        return {
          store(animal, call) {
            if (call.number < 200) early.add(animal.id);
            return base.store(animal, call);
          },
          stored: (call) => base.stored(call).filter(({ id }) => call.number < 1000 || !early.has(id)),
        };
      },
    ],
  }),
  ...loss('get.success', ['list.complete'], patchAsIs, {
    'late-ones': [
      'Answers each create from its 1000th request on with 201 and stores nothing.',
      (base) => ({
        store: (animal, call) => (call.number < 1000 ? base.store(animal, call) : undefined),
      }),
    ],
  }),
  ...loss('list.agrees', [...falls, 'create.id.unique', 'get.agrees', 'list.complete'], patchAsIs, {
    'overwritten-by-others': [
      'Gives ids from 1 on again from its 700th request on, and replaces an animal with every third request of another client.',
      onEachCall(({ number }, world) => {
        if (number === 700) world.nextId = 1n;
        if (number < 700 || number % 3 !== 0) return;
        const id = world.nextId++;
        world.animals.set(id, { id, name: `Stranger ${id}`, categoryId: 1n, status: 'sold' });
      }),
    ],
  }),
  ...loss(['get.success', 'list.complete'], falls, patchAsIs, {
    'taken-out-by-lists': [
      'Takes the animals that a list shows out of the store.',
      (base, { animals }) => ({
        page(all, limit, call) {
          const shown = base.page(all, limit, call);
          for (const { id } of shown) animals.delete(id);
          return shown;
        },
      }),
    ],
  }),
  ...loss('list.complete', falls, patchAsIs, {
    'lists-alone': [
      'Lists the newest sixty animals; it finds all of them by their ids.',
      changeResult('stored', (animals) => animals.slice(-60)),
    ],
  }),
  ...loss('get.success', falls, patchAsIs, {
    'gets-alone': [
      'Finds the newest sixty animals by their ids; it lists all of them.',
      (base, { animals }) => ({
        find: (id, call) => ([...animals.keys()].slice(-60).includes(id) ? base.find(id, call) : undefined),
      }),
    ],
  }),

  ...state(['get.agrees', 'list.agrees'], statusLists, overwritten, {
    'status-of-all': ['Gives every animal the status of the one that is added.', () => true],
    'sold-for-all': ['Sells every animal where a sold one is added.', (_, { status }) => status === 'sold'],
    'status-of-the-one-before': [
      'Gives the animal before the one that is added its status.',
      ({ id }, stored) => id === stored.id - 1n,
    ],
  }),
  ...state('list.agrees', ['get.agrees', ...statusLists], overwritten, {
    'status-written-by-name': [
      'Gives the status of an animal to every other one of that name.',
      ({ name }, stored) => name === stored.name,
    ],
  }),
  ...state(['get.agrees', 'list.agrees'], statusLists, toAndFro, {
    'pending-to-and-fro': [
      'Sells a pending animal for the first eight reads of it and takes it back for the next sixteen, by turns.',
      [8, 16],
    ],
  }),
];
