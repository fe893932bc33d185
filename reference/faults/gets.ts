import { as, type Fault, faultsOf, type More, FIVE } from '../define.ts';
import type { Patch } from '../hooks.ts';
import type { Out } from '../json.ts';
import type { Animal, Call } from '../model.ts';
import { changed, crash, everyNth, pets, refuser } from '../modify.ts';
import type { Members } from '../values.ts';
import { same } from './gets-ids.ts';

/** Changes the answer to a get. */
const shown = (change: (pet: Members, animal: Animal) => Out): Patch => pets(['get'], change);

/** Changes members of the answer to a get. */
const members = (own: (animal: Animal) => Members): Patch =>
  shown((pet, animal) => ({ ...pet, ...own(animal) }));

/** Answers for an id that no animal has. */
const instead =
  (status: number) =>
  (value: (call: Call) => Out): Patch =>
  (base) => ({
    get(call) {
      const found = base.find(base.readId(call.petId, call), call);
      return found === undefined
        ? { status, headers: base.deprecation(call), value: value(call) }
        : base.get(call);
    },
  });

/** Finds only some of the animals that there are. */
const findsOnly = (when: (animal: Animal, all: readonly Animal[]) => boolean): Patch => {
  return (base, world) => ({
    find(id, call) {
      const animal = base.find(id, call);
      return animal && when(animal, [...world.animals.values()]) ? animal : undefined;
    },
  });
};

/** Answers another status for ids that no animal has, from one on or all of them. */
const refuses = ([status, from]: readonly [status: number, from?: bigint]): Patch => {
  const fail = status === 500 ? crash : refuser(status, 'not_found', 'No animal has this id.');
  return changed('find', (animal, id) => animal ?? (id >= (from ?? id) ? fail() : undefined));
};

const strangers: readonly Animal[] = ['Rex', 'Bella', 'Milo', 'Luna'].map((name, at) => ({
  id: BigInt(900 + at),
  name,
  categoryId: 1n,
  status: 'available',
}));

/** Time in which a get may miss an animal legitimately: more than a run takes for its other gets. */
const patient: More = { config: { consistencyMs: 2500 } };
const get = faultsOf('get');

export const getFaults: readonly Fault[] = [
  ...get('get.success', [], shown, {
    wrapped: ['Wraps the animal in an object.', (pet) => ({ data: pet })],
  }),
  ...get('get.success', [], findsOnly, {
    'sold-missing': ['Does not find sold animals.', ({ status }) => status !== 'sold'],
    'past-2-53-missing': [
      'Does not find animals whose id is past 2^53, since it reads it as a double.',
      ({ id }) => BigInt(Number(id)) === id,
      { needs: ['ids/past-2-53'] },
    ],
  }),
  ...get('get.success', [], as, {
    'every-third-missing': [
      'Misses the animal at every third get of one.',
      everyNth(3, 'find', () => undefined),
      patient,
    ],
    'strangers-missing': [
      'Does not find animals that were there before it was started.',
      (base, world) => {
        for (const animal of strangers) world.animals.set(animal.id, animal);
        return {
          find: (asked, call) =>
            strangers.some(({ id }) => id === asked) ? undefined : base.find(asked, call),
        };
      },
    ],
  }),
  ...get('get.success', ['get.int64', 'get.agrees', 'create.int64'], as, {
    'always-first': [
      'Gives the first animal whatever known id is asked for.',
      (base, world) => ({ find: (id, call) => base.find(id, call) && [...world.animals.values()][0] }),
    ],
  }),
  ...get('get.success', [], members, {
    'id-of-another': ['Gives the right animal with the id 0.', () => ({ id: 0 }), ['get.int64']],
    'unset-status-null': [
      'Gives null for the status of an animal that has none.',
      ({ status }) => ({ status: status ?? null }),
      ['create.status.optional'],
    ],
  }),
  ...get('get.removed', ['get.success'], findsOnly, {
    'negative-missing': [
      'Does not find animals whose id is negative, since its route takes digits only.',
      ({ id }) => id >= 0n,
      { needs: ['ids/negative'] },
    ],
  }),

  ...get('get.agrees', [], members, {
    'name-lost': ['Gives the name of another animal.', () => ({ name: 'Another' })],
    'category-zero': ['Gives category 0 for every animal.', () => ({ categoryId: 0 }), ['create.int64']],
    'available-as-sold': [
      'Gives sold for an animal that is available.',
      ({ status }) => (status === 'available' ? { status: 'sold' } : {}),
    ],
    'pending-as-sold': [
      'Gives sold for an animal that is pending; lists show it as pending.',
      ({ status }) => (status === 'pending' ? { status: 'sold' } : {}),
    ],
  }),

  ...get('get.not-found', ['get.success'], instead(200), {
    'unknown-null': ['Answers 200 with null for an id that no animal has.', () => null],
    'unknown-empty': ['Answers 200 with an empty object for an id that no animal has.', () => ({})],
  }),
  ...get('get.not-found', ['get.int64', 'get.success'], same, {
    'unknown-nearest': ['Gives the last animal for an id that no animal has.', () => true],
  }),
  ...get('get.not-found', ['media.json'], instead(204), {
    'unknown-204': ['Answers 204 for an id that no animal has.', () => null],
  }),
  ...get('get.not-found', [], refuses, {
    'unknown-400': ['Answers 400 for an id that no animal has.', [400]],
    'unknown-crash': ['Fails with 500 for an id that no animal has.', [500], FIVE],
    'unknown-past-2-31-crash': ['Fails with 500 at ids past 2^31.', [500, 2n ** 31n], [...FIVE, 'get.int64']],
    'unknown-past-2-53-400': ['Answers 400 for ids past 2^53.', [400, 2n ** 53n + 1n]],
  }),
];
