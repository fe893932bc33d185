import { defineVariant, type Variant } from '../define.ts';
import type { Patch } from '../hooks.ts';
import { STATUSES } from '../modify.ts';
import type { Animal, Call, World } from '../model.ts';

const ordered = (order: (animals: Animal[]) => readonly Animal[]): Patch => {
  return (base) => ({ stored: (call) => order([...base.stored(call)]) });
};

function shuffled(animals: Animal[]): readonly Animal[] {
  return animals
    .map((animal) => ({ animal, place: Math.random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ animal }) => animal);
}

/** Shows a new animal to some reads only after a while. */
function lags(ms: number, lists: (call: Call) => boolean, gets: (call: Call) => boolean): Patch {
  return (base) => {
    const since = new Map<bigint, number>();
    const visible = (animal: Animal): boolean => Date.now() - (since.get(animal.id) ?? 0) >= ms;
    return {
      async store(animal, call) {
        since.set(animal.id, Date.now());
        await base.store(animal, call);
      },
      stored: (call) => (lists(call) ? base.stored(call).filter(visible) : base.stored(call)),
      find(id, call) {
        const animal = base.find(id, call);
        return animal && gets(call) && !visible(animal) ? undefined : animal;
      },
    };
  };
}

/** Lets somebody else do something at the same time, on every n-th call. */
function others(every: number, act: (world: World, call: Call) => void): Patch {
  return (base, world) => ({
    answer(call) {
      if (call.number % every === 0) act(world, call);
      return base.answer(call);
    },
  });
}

function adds(world: World, call: Call): void {
  const id = world.nextId++;
  const status = [...STATUSES, undefined][call.number % 4];
  world.animals.set(id, { id, name: `Stranger ${id}`, categoryId: 1n, status });
}

function changes(world: World): void {
  const all = [...world.animals.values()];
  const animal = all[Math.floor(Math.random() * all.length)];
  const status = STATUSES[Math.floor(Math.random() * STATUSES.length)];
  if (animal !== undefined) world.animals.set(animal.id, { ...animal, status });
}

/** Puts one strange but lawful animal after another into the store before the first call. */
const inhabited = (animals: (index: number) => Omit<Animal, 'id'>, count: number): Patch => {
  return (_, world) => {
    for (let index = 0; index < count; index += 1) {
      const id = world.nextId++;
      world.animals.set(id, { id, ...animals(index) });
    }
    return {};
  };
};

const always = (): boolean => true;
const never = (): boolean => false;
const byTurns = (call: Call): boolean => call.number % 2 === 0;

const names = ['', ' ', '\u0000', '"', '<b>x</b>', '🐕', 'x'.repeat(3000), '\ud800', '=1+1', 'null'];

const rows: readonly (readonly [id: string, title: string, patch: Patch])[] = [
  ['order/newest-first', 'Lists the newest animals first.', ordered((animals) => animals.toReversed())],
  ['order/random', 'Lists animals in another order every time.', ordered(shuffled)],
  [
    'order/by-name',
    'Lists animals by name.',
    ordered((animals) => animals.toSorted((a, b) => (a.name < b.name ? -1 : 1))),
  ],
  [
    'order/by-status',
    'Lists animals by status.',
    ordered((animals) => animals.toSorted((a, b) => (a.status ?? '').localeCompare(b.status ?? ''))),
  ],
  ['lag/lists', 'Lists a new animal only after 300 milliseconds.', lags(300, always, never)],
  ['lag/gets', 'Finds a new animal only after 300 milliseconds.', lags(300, never, always)],
  ['lag/both', 'Shows a new animal only after 400 milliseconds.', lags(400, always, always)],
  [
    'lag/filtered-lists',
    'Shows a new animal in filtered lists only after 300 milliseconds.',
    lags(300, (call) => call.params.has('status'), never),
  ],
  [
    'lag/one-replica',
    'Reads by turns from a replica that is 300 milliseconds behind.',
    lags(300, byTurns, byTurns),
  ],
  [
    'lag/other-connections',
    'Shows a new animal at once on the connection that added it, and after 300 milliseconds on any other.',
    (base) => {
      const made = new Map<bigint, { readonly at: number; readonly by: number }>();
      const isVisible = ({ id }: Animal, call: Call): boolean => {
        const { at = 0, by = call.connection } = made.get(id) ?? {};
        return by === call.connection || Date.now() - at >= 300;
      };
      return {
        async store(animal, call) {
          made.set(animal.id, { at: Date.now(), by: call.connection });
          await base.store(animal, call);
        },
        stored: (call) => base.stored(call).filter((animal) => isVisible(animal, call)),
        find(id, call) {
          const animal = base.find(id, call);
          return animal && isVisible(animal, call) ? animal : undefined;
        },
      };
    },
  ],
  ['others/add', 'Gets a new animal from somebody else with every fourth request.', others(4, adds)],
  [
    'others/change-statuses',
    'Has the status of an animal changed by somebody else with every ninth request.',
    others(9, changes),
  ],
];

/** What a store can do that the document does not speak of. */
export const storeVariants: readonly Variant[] = rows.map(([id, title, patch]) =>
  defineVariant({ id, title, patch }),
);

/** What can be in a store from the start. */
export const populationVariants: readonly Variant[] = [
  defineVariant({
    id: 'population/250',
    title: 'Holds 250 animals from the start.',
    start: { seedAnimals: 250 },
  }),
  defineVariant({
    id: 'population/20',
    title: 'Holds exactly 20 animals from the start.',
    start: { seedAnimals: 20 },
  }),
  defineVariant({
    id: 'population/100',
    title: 'Holds exactly 100 animals from the start.',
    start: { seedAnimals: 100 },
  }),
  defineVariant({
    id: 'population/2000-newest-first',
    title: 'Holds 2000 animals from the start and lists the newest first.',
    start: { seedAnimals: 2000 },
    patch: ordered((animals) => animals.toReversed()),
  }),
  defineVariant({
    id: 'population/strange-names',
    title: 'Holds animals with strange names from the start.',
    patch: inhabited((index) => ({ name: names[index % names.length] ?? '', categoryId: 1n }), 30),
  }),
  defineVariant({
    id: 'population/huge-names',
    title:
      'Holds animals with names of 80,000 characters from the start, so that a list of 100 has eight million bytes.',
    patch: inhabited(() => ({ name: 'x'.repeat(80_000), categoryId: 1n, status: 'sold' }), 100),
  }),
  defineVariant({
    id: 'population/strange-categories',
    title: 'Holds animals of categories at both ends of int64 from the start.',
    patch: inhabited(
      (index) => ({
        name: 'Old',
        categoryId: index % 2 === 0 ? 2n ** 63n - 1n : -(2n ** 63n),
        status: 'sold',
      }),
      30,
    ),
  }),
  defineVariant({
    id: 'population/one-status',
    title: 'Holds 120 animals from the start, all of them available.',
    patch: inhabited(() => ({ name: 'Old', categoryId: 1n, status: 'available' }), 120),
  }),
  defineVariant({
    id: 'population/no-status',
    title: 'Holds 120 animals from the start, none of them with a status.',
    patch: inhabited(() => ({ name: 'Old', categoryId: 1n, status: undefined }), 120),
  }),
];
