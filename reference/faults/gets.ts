import type { RequirementId } from '../../requirements/index.ts';
import { type Fault, type FaultRow, faultsOf, type More } from '../define.ts';
import type { Patch } from '../hooks.ts';
import type { Out } from '../json.ts';
import { type Animal, type Call, Refusal } from '../model.ts';
import { crash, type Members, pets } from '../modify.ts';

/** Changes the answer to a get. */
const shown = (change: (pet: Members, animal: Animal, call: Call) => Out): Patch =>
  pets(['get'], (pet, animal, _, call) => change(pet, animal, call));

/** Answers for an id that no animal has. */
const instead = (status: number, value: (call: Call) => Out): Patch => {
  return (base) => ({
    get(call) {
      const found = base.find(base.readId(call.petId, call), call);
      return found === undefined
        ? { status, headers: base.deprecation(call), value: value(call) }
        : base.get(call);
    },
  });
};

/** Takes other ids for the same as an animal's. */
const same = (equal: (asked: bigint, id: bigint) => boolean): Patch => {
  return (base, world) => ({
    find: (asked, call) =>
      base.find(asked, call) ?? [...world.animals.values()].find((animal) => equal(asked, animal.id)),
  });
};

/** Finds only some of the animals that there are. */
const findsOnly = (when: (animal: Animal, all: readonly Animal[]) => boolean): Patch => {
  return (base, world) => ({
    find(id, call) {
      const animal = base.find(id, call);
      return animal && when(animal, [...world.animals.values()]) ? animal : undefined;
    },
  });
};

const refuses = (status: number, when: (id: bigint) => boolean = () => true): Patch => {
  return (base) => ({
    find(id, call) {
      const animal = base.find(id, call);
      if (animal === undefined && when(id)) {
        if (status === 500) crash();
        throw new Refusal(status, 'not_found', 'No animal has this id.');
      }
      return animal;
    },
  });
};

const success: readonly RequirementId[] = ['get.success'];
const agrees: readonly RequirementId[] = ['get.agrees'];
const unknown: readonly RequirementId[] = ['get.not-found'];
/** Time in which a get may miss an animal by right: more than it takes to look again. */
const patient: More = { config: { consistencyMs: 1000 } };
const five: More = { mayFall: ['robust.no-5xx'] };

const rows: readonly FaultRow[] = [
  ['wrapped', 'Wraps the animal in an object.', success, shown((pet) => ({ data: pet }))],
  ['in-array', 'Gives an array of one animal.', success, shown((pet) => [pet])],
  [
    'one-shard-missing',
    'Does not find every third animal.',
    success,
    findsOnly((animal, all) => all.indexOf(animal) % 3 !== 1),
  ],
  [
    'every-tenth-missing',
    'Does not find the animal of a get where that is the tenth, the twentieth and so on of all requests.',
    success,
    (base) => ({ find: (id, call) => (call.number % 10 === 0 ? undefined : base.find(id, call)) }),
    patient,
  ],
  [
    'half-by-turns',
    'Looks for animals by turns in two stores, each of which has every other animal.',
    success,
    (base, world) => {
      let turn = 0;
      return {
        find(id, call) {
          const animal = base.find(id, call);
          if (animal === undefined) return undefined;
          turn += 1;
          return [...world.animals.keys()].indexOf(id) % 2 === turn % 2 ? animal : undefined;
        },
      };
    },
    patient,
  ],
  [
    'first-ten-only',
    'Finds the first ten animals only.',
    success,
    findsOnly((animal, all) => all.slice(0, 10).includes(animal)),
  ],
  ['sold-missing', 'Does not find sold animals.', success, findsOnly((animal) => animal.status !== 'sold')],
  [
    'strangers-missing',
    'Does not find animals that were there before it was started.',
    success,
    (base, world) => {
      const before: readonly Animal[] = ['Rex', 'Bella', 'Milo', 'Luna'].map((name, at) => ({
        id: BigInt(900 + at),
        name,
        categoryId: 1n,
        status: 'available',
      }));
      for (const animal of before) world.animals.set(animal.id, animal);
      return {
        find: (id, call) => (before.some((animal) => animal.id === id) ? undefined : base.find(id, call)),
      };
    },
  ],
  [
    'always-first',
    'Gives the first animal whatever known id is asked for.',
    success,
    (base, world) => ({
      find: (id, call) => base.find(id, call) && [...world.animals.values()][0],
    }),
    { mayFall: ['get.int64', 'get.agrees', 'create.int64'] },
  ],
  [
    'next-animal',
    'Gives the animal after the one that is asked for.',
    success,
    (base, world) => ({
      find: (id, call) => base.find(id, call) && (world.animals.get(id + 1n) ?? base.find(id, call)),
    }),
    { mayFall: ['get.int64', 'get.agrees', 'create.int64'] },
  ],
  [
    'id-of-another',
    'Gives the right animal with the id 0.',
    success,
    shown((pet) => ({ ...pet, id: 0 })),
    { mayFall: ['get.int64'] },
  ],
  [
    'known-crash',
    'Fails with 500 where the animal has no status.',
    success,
    shown((pet, animal) => (animal.status === undefined ? crash() : pet)),
    five,
  ],
  [
    'unset-status-null',
    'Gives null for the status of an animal that has none.',
    success,
    shown((pet, animal) => (animal.status === undefined ? { ...pet, status: null } : pet)),
    { mayFall: ['create.status.optional'] },
  ],
  [
    'negative-missing',
    'Does not find animals whose id is negative, since its route takes digits only.',
    ['get.removed'],
    findsOnly((animal) => animal.id >= 0n),
    { needs: ['ids/negative'], mayFall: ['get.success'] },
  ],
  [
    'past-2-53-missing',
    'Does not find animals whose id is past 2^53, since it reads it as a double.',
    success,
    (base) => ({
      find: (id, call) => (BigInt(Number(id)) === id ? base.find(id, call) : undefined),
    }),
    { needs: ['ids/past-2-53'] },
  ],
  [
    'past-2-31-missing',
    'Does not find animals whose id is past 2^31.',
    ['get.removed'],
    findsOnly((animal) => animal.id < 2n ** 31n),
    { needs: ['ids/past-2-32'], mayFall: ['get.success'] },
  ],

  ['name-lost', 'Gives the name of another animal.', agrees, shown((pet) => ({ ...pet, name: 'Another' }))],
  [
    'name-case',
    'Gives the name in the other case.',
    agrees,
    shown((pet, animal) => ({
      ...pet,
      name: animal.name === animal.name.toUpperCase() ? animal.name.toLowerCase() : animal.name.toUpperCase(),
    })),
  ],
  [
    'category-zero',
    'Gives category 0 for every animal.',
    agrees,
    shown((pet) => ({ ...pet, categoryId: 0 })),
    { mayFall: ['create.int64'] },
  ],
  ['status-missing', 'Gives no status.', agrees, shown((pet) => ({ ...pet, status: undefined }))],
  [
    'status-always-available',
    'Gives available for every animal that has a status.',
    agrees,
    shown((pet, animal) => (animal.status === undefined ? pet : { ...pet, status: 'available' })),
  ],
  [
    'pending-as-sold',
    'Gives sold for pending animals.',
    agrees,
    shown((pet, animal) => (animal.status === 'pending' ? { ...pet, status: 'sold' } : pet)),
  ],

  [
    'unknown-null',
    'Answers 200 with null for an id that no animal has.',
    unknown,
    instead(200, () => null),
    { mayFall: ['get.success'] },
  ],
  [
    'unknown-empty',
    'Answers 200 with an empty object for an id that no animal has.',
    unknown,
    instead(200, () => ({})),
    { mayFall: ['get.success'] },
  ],
  [
    'unknown-array',
    'Answers 200 with an empty array for an id that no animal has.',
    unknown,
    instead(200, () => []),
    { mayFall: ['get.success'] },
  ],
  [
    'unknown-placeholder',
    'Makes an animal up for an id that no animal has.',
    unknown,
    instead(200, (call) => ({ id: BigInt(call.petId), name: 'Unknown', categoryId: 1 })),
    { mayFall: ['get.int64'] },
  ],
  [
    'unknown-error-200',
    'Answers 200 with an Error for an id that no animal has.',
    unknown,
    instead(200, () => ({ code: 'not_found', message: 'No animal has this id.', status: 404 })),
    { mayFall: ['get.success'] },
  ],
  [
    'unknown-nearest',
    'Gives the last animal for an id that no animal has.',
    unknown,
    same(() => true),
    { mayFall: ['get.int64', 'get.success'] },
  ],
  [
    'unknown-204',
    'Answers 204 for an id that no animal has.',
    unknown,
    instead(204, () => null),
    { mayFall: ['media.json'] },
  ],
  ['unknown-400', 'Answers 400 for an id that no animal has.', unknown, refuses(400)],
  ['unknown-403', 'Answers 403 for an id that no animal has.', unknown, refuses(403)],
  ['unknown-410', 'Answers 410 for an id that no animal has.', unknown, refuses(410)],
  ['unknown-crash', 'Fails with 500 for an id that no animal has.', unknown, refuses(500), five],
  [
    'unknown-past-2-31-crash',
    'Fails with 500 for ids past 2^31, as a 32-bit column does.',
    unknown,
    refuses(500, (id) => id >= 2n ** 31n),
    { mayFall: ['robust.no-5xx', 'get.int64'] },
  ],
  ['unknown-past-2-53-400', 'Answers 400 for ids past 2^53.', unknown, refuses(400, (id) => id > 2n ** 53n)],
];

export const getFaults: readonly Fault[] = faultsOf('get', rows);
