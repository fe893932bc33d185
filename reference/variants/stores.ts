import { patchAsIs, type VariantExtras, type Variant, makeVariants } from '../define.ts';
import type { Patch } from '../steps.ts';
import { type Animal, type Call, type ServerState, STATUSES } from '../model.ts';
import {
  afterStore,
  cacheReplies,
  changeResult,
  every,
  keepNewestAnimals,
  onEachCall,
  sleep,
  type When,
} from '../modify.ts';

const ordered = (order: (animals: readonly Animal[]) => readonly Animal[]): Patch =>
  changeResult('stored', order);

function shuffled(animals: readonly Animal[]): readonly Animal[] {
  return animals
    .map((animal) => ({ animal, place: Math.random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ animal }) => animal);
}

/**
 * Hides a new animal from some reads for this many milliseconds.
 * @param own true to show the animal at once to the connection that created it
 */
const lags = ([ms, lists, gets, own = false]: readonly [number, When, When, own?: boolean]): Patch => {
  return (base) => {
    const made = new Map<bigint, { readonly at: number; readonly by: number }>();
    const isVisible = ({ id }: Animal, call: Call): boolean => {
      const { at, by } = made.get(id) ?? { at: 0, by: call.connection };
      return (own && by === call.connection) || Date.now() - at >= ms;
    };
    return {
      async store(animal, call) {
        made.set(animal.id, { at: Date.now(), by: call.connection });
        await base.store(animal, call);
      },
      stored: (call) =>
        lists(call) ? base.stored(call).filter((animal) => isVisible(animal, call)) : base.stored(call),
      find(id, call) {
        const animal = base.find(id, call);
        return animal && gets(call) && !isVisible(animal, call) ? undefined : animal;
      },
    };
  };
};

/** Simulates another client: calls `act` at every n-th call. */
const others = ([n, act]: readonly [number, (world: ServerState, call: Call) => void]): Patch =>
  onEachCall((call, world) => {
    if (every(n)(call.number)) act(world, call);
  });

/** Matches names of animals that were in the store before the run, or were added by the simulated other client. */
const OF_OTHERS = /^(?:Stranger|Old)\b/u;

function adds(world: ServerState, call: Call): void {
  const id = world.nextId++;
  const status = [...STATUSES, undefined][call.number % 4];
  world.animals.set(id, { id, name: `Stranger ${id}`, categoryId: 1n, status });
}

/** Changes the status of a random animal that a request created: tests read other animals too rarely to notice a change. */
function changes(world: ServerState): void {
  const all = [...world.animals.values()].filter(({ name }) => !OF_OTHERS.test(name));
  const animal = all[Math.floor(Math.random() * all.length)];
  const status = STATUSES[Math.floor(Math.random() * STATUSES.length)];
  if (animal !== undefined) world.animals.set(animal.id, { ...animal, status });
}

/** Changes each new animal of one status to another after this many milliseconds, like a background job or an approval. */
const worker = ([ms, from = 'pending', to = 'available']: readonly [
  ms: number,
  from?: string,
  to?: string,
]): Patch =>
  afterStore((animal, { animals }) => {
    if (animal.status !== from) return;
    const move = (): void => {
      if (animals.has(animal.id)) animals.set(animal.id, { ...animal, status: to });
    };
    if (ms === 0) move();
    else setTimeout(move, ms).unref();
  });

/** Changes all other animals of one status to another whenever an animal is stored. */
const nextMoves = ([from, to]: readonly [from: string, to: string]): Patch =>
  afterStore(({ id }, { animals }) => {
    for (const other of animals.values())
      if (other.id !== id && other.status === from) animals.set(other.id, { ...other, status: to });
  });

/** Empties the store at the numbers of calls for which `is` is true. @param anew true to restart the ids at 1 */
const emptied = ([is, anew = false]: readonly [is: (call: number) => boolean, anew?: boolean]): Patch =>
  onEachCall((call, world) => {
    if (!is(call.number)) return;
    world.animals.clear();
    if (anew) world.nextId = 1n;
  });

/**
 * Empties the store at this call and restarts the ids at 1: others have six animals at once, and one more with every fourth call.
 * They leave the newest id of the lost to the run, so that every run is given one twice.
 */
const emptiedForOthers =
  (at: number): Patch =>
  (base, world) => {
    let newest = 0n;
    return onEachCall((call) => {
      if (call.number === at) {
        newest = [...world.animals.values()].findLast(({ name }) => !OF_OTHERS.test(name))?.id ?? 0n;
        world.animals.clear();
        world.nextId = 1n;
        for (let n = 0; n < 6; n += 1) adds(world, call);
      }
      if (call.number % 4 === 0 && world.nextId !== newest) adds(world, call);
    })(base, world);
  };

/** Deletes each animal this many milliseconds after it was stored. */
const latest = (ms: number): Patch =>
  afterStore(({ id }, { animals }) => void setTimeout(() => animals.delete(id), ms).unref());

/** Adds this many valid animals to the store before the first call. */
const inhabited = ([count, of]: readonly [number, (index: number) => Partial<Animal>]): Patch => {
  return (_, world) => {
    for (let index = 0; index < count; index += 1) {
      const id = world.nextId++;
      world.animals.set(id, { name: 'Old', categoryId: 1n, ...of(index), id });
    }
    return {};
  };
};

const LOSES: VariantExtras = { leaves: ['list.complete', 'get.success'] };
const always: When = () => true;
const never: When = () => false;
const byTurns: When = ({ number }) => number % 2 === 0;

const names = ['', ' ', '\u0000', '"', '<b>x</b>', '🐕', 'x'.repeat(3000), '\ud800', '=1+1', 'null'];

/** Variants of the store that the document leaves open. */
export const storeVariants: readonly Variant[] = [
  ...makeVariants('order', ordered, {
    'newest-first': ['Lists the newest animals first.', (animals) => animals.toReversed()],
    random: ['Lists animals in another order every time.', shuffled],
    'by-name': ['Sorts lists by name.', (animals) => animals.toSorted((a, b) => (a.name < b.name ? -1 : 1))],
    'by-status': [
      'Lists animals by status.',
      (animals) => animals.toSorted((a, b) => (a.status ?? '').localeCompare(b.status ?? '')),
    ],
  }),
  ...makeVariants('lag', lags, {
    lists: ['Lists a new animal only after 300 milliseconds.', [300, always, never]],
    gets: ['Finds a new animal only after 300 milliseconds.', [300, never, always]],
    both: ['Shows a new animal only after 400 milliseconds.', [400, always, always]],
    'one-replica-alone': [
      'Lists every third time from a replica that is 800 milliseconds behind, and the run asks for the default limit alone.',
      [800, ({ number }) => number % 3 === 0, never],
      { config: { only: ['list.limit.default'] } },
    ],
    'filtered-lists': ['Filtered lists lag by 300 ms.', [300, (call) => call.params.has('status'), never]],
    'one-replica': ['Reads by turns from a replica that is 300 ms behind.', [300, byTurns, byTurns]],
    'other-connections': ['Shows other connections a new animal after 300 ms.', [300, always, always, true]],
  }),
  ...makeVariants('lag', patchAsIs, {
    'lists-from-a-cache': ['Keeps each list for a second.', cacheReplies('list', 1000)],
    statuses: [
      'Shows a new animal without its status for 800 milliseconds.',
      (base) => {
        const madeAt = new Map<bigint, number>();
        const asShown = (animal: Animal): Animal =>
          Date.now() - (madeAt.get(animal.id) ?? 0) < 800 ? { ...animal, status: undefined } : animal;
        return {
          async store(animal, call) {
            madeAt.set(animal.id, Date.now());
            await base.store(animal, call);
          },
          stored: (call) => base.stored(call).map(asShown),
          find(id, call) {
            const animal = base.find(id, call);
            return animal && asShown(animal);
          },
        };
      },
      { leaves: ['list.agrees', 'get.agrees'] },
    ],
  }),
  ...makeVariants('others', others, {
    add: ['Gets a new animal from somebody else with every fourth request.', [4, adds]],
    'change-statuses': [
      'Another client changes a status with every ninth request.',
      [9, changes],
      { leaves: ['list.agrees', 'get.agrees'] },
    ],
  }),
  ...makeVariants('worker', worker, {
    'at-once': [
      'Moves a pending animal on to available before anybody can read it; the answer to the create shows pending.',
      [0],
      { leaves: ['list.agrees', 'get.agrees'] },
    ],
    'after-a-moment': [
      'Moves a pending animal on to available after 30 milliseconds.',
      [30],
      { leaves: ['list.agrees'] },
    ],
    'after-a-while': [
      'Moves a pending animal on to available after 300 milliseconds.',
      [300],
      // A fast run gets each animal before that.
      { leaves: ['list.agrees'] },
    ],
    'checks-available-ones': [
      'Takes each available animal for a check 30 milliseconds after it was added: its status is pending from then on.',
      [30, 'available', 'pending'],
      { leaves: ['list.agrees', 'get.agrees'] },
    ],
  }),

  ...makeVariants('worker', nextMoves, {
    'checks-on-arrival': [
      'Takes the available animals for a check whenever the next animal arrives: their status is pending from then on.',
      ['available', 'pending'],
      { leaves: ['list.agrees', 'get.agrees'] },
    ],
    'sells-on-arrival': [
      'Sells the available animals whenever the next animal arrives.',
      ['available', 'sold'],
      { leaves: ['list.agrees', 'get.agrees'] },
    ],
    'returns-on-arrival': [
      'Offers the sold animals again whenever the next animal arrives.',
      ['sold', 'available'],
      { leaves: ['list.agrees', 'get.agrees'] },
    ],
  }),
  ...makeVariants('worker', patchAsIs, {
    'during-a-list': [
      'Moves a pending animal on to available after 30 milliseconds, and lists the pending ones 10 milliseconds before the others.',
      (base, world) => {
        const early = new WeakMap<Call, readonly Animal[]>();
        const isPending = ({ status }: Animal): boolean => status === 'pending';
        return {
          ...worker([30])(base, world),
          async list(call) {
            early.set(call, base.stored(call).filter(isPending));
            await sleep(10);
            return base.list(call);
          },
          stored: (call) => [
            ...(early.get(call) ?? []),
            ...base.stored(call).filter((animal) => !isPending(animal)),
          ],
        };
      },
      { leaves: ['list.agrees'] },
    ],
    'behind-an-index': [
      'Moves a pending animal on to available after 30 milliseconds, and filters by an index that is 1500 milliseconds behind.',
      (base, world) => {
        const moving = { ...base, ...worker([30])(base, world) };
        const indexed = new Map<bigint, { readonly status: Animal['status']; readonly until: number }>();
        const statusInIndex = ({ id, status }: Animal): Animal['status'] => {
          const entry = indexed.get(id);
          return entry !== undefined && Date.now() < entry.until ? entry.status : status;
        };
        return {
          async store(animal, call) {
            indexed.set(animal.id, { status: animal.status, until: Date.now() + 1500 });
            await moving.store(animal, call);
          },
          filter: (animals, status) =>
            status === undefined ? animals : animals.filter((animal) => statusInIndex(animal) === status),
        };
      },
      { leaves: ['list.agrees', 'list.status.filter'] },
    ],
  }),

  // Stores that legitimately lose animals during a run.
  ...makeVariants('emptied', emptied, {
    early: ['Is emptied at its 150th request.', [(call) => call === 150], LOSES],
    'half-way': ['Is emptied at its 700th request.', [(call) => call === 700], LOSES],
    'half-way-anew': [
      'Is emptied at its 700th request, and gives ids from 1 on again.',
      [(call) => call === 700, true],
      { leaves: ['create.id.unique'] },
    ],
    late: ['Is emptied at its 1300th request, when all is read that is there.', [(call) => call === 1300]],
    'again-and-again': [
      'Is emptied at every 400th request, and gives ids from 1 on again.',
      [every(400), true],
      { leaves: ['create.id.unique'] },
    ],
  }),
  ...makeVariants('emptied', emptiedForOthers, {
    'early-anew-for-others': [
      'Is emptied at its 150th request, and gives ids from 1 on again: six to animals of others, who add one with every fourth request.',
      150,
      { leaves: ['create.id.unique'] },
    ],
  }),
  ...makeVariants('trimmed', keepNewestAnimals, {
    'to-25': ['Keeps the newest 25 animals alone.', 25, LOSES],
    'to-60': ['Keeps the newest 60 animals alone.', 60, LOSES],
  }),
  ...makeVariants('trimmed', latest, {
    // How many animals a run loses depends on its speed.
    'after-a-moment': ['Keeps an animal for 200 milliseconds.', 200],
  }),

  ...makeVariants('population', patchAsIs, {
    250: ['Holds 250 animals from the start.', () => ({}), { start: { seedAnimals: 250 } }],
    20: ['Holds exactly 20 animals from the start.', () => ({}), { start: { seedAnimals: 20 } }],
    100: ['Holds exactly 100 animals from the start.', () => ({}), { start: { seedAnimals: 100 } }],
    '2000-newest-first': [
      'Holds 2000 animals from the start and lists the newest first.',
      ordered((animals) => animals.toReversed()),
      { start: { seedAnimals: 2000 } },
    ],
    'digits-at-random': [
      'Holds 400 animals from the start, some named by numbers that an earlier version took, and lists them in another order every time.',
      (base, world) => ({
        ...inhabited([400, (n) => ({ name: ['314159265', '271828182'][n % 25] ?? 'Old' })])(base, world),
        ...ordered(shuffled)(base, world),
      }),
    ],
    'unnamed-at-random': [
      'Holds 450 animals from the start, a third of them with an empty name, which is refused now, and lists them in another order every time.',
      (base, world) => ({
        ...inhabited([
          450,
          (n) => ({ name: n % 3 === 0 ? '' : 'Old', status: STATUSES[Math.floor(n / 3) % 3] }),
        ])(base, world),
        ...ordered(shuffled)(base, world),
      }),
    ],
  }),
  ...makeVariants('population', inhabited, {
    'strange-names': ['Holds strange names.', [30, (index) => ({ name: names[index % names.length] ?? '' })]],
    'huge-names': ['Holds names of 80 kB.', [100, () => ({ name: 'x'.repeat(80_000), status: 'sold' })]],
    'strange-categories': [
      'Holds animals of categories at both ends of int64 from the start.',
      [30, (index) => ({ categoryId: index % 2 === 0 ? 2n ** 63n - 1n : -(2n ** 63n), status: 'sold' })],
    ],
    'one-status': ['Starts with 120 animals, all of them available.', [120, () => ({ status: 'available' })]],
    'no-status': ['Holds 120 animals from the start, none of them with a status.', [120, () => ({})]],
  }),
];
