import { createHash } from 'node:crypto';
import type { RequirementId } from '../../requirements/index.ts';
import { type Fault, type FaultRow, faultsOf } from '../define.ts';
import type { Patch } from '../hooks.ts';
import { int64Of, isObject, member, type Out, readJson, type Value } from '../json.ts';
import type { Animal, Call } from '../model.ts';
import { pets, sleep, textOf } from '../modify.ts';

/** Shows another id in the answer to a create. */
const shown = (id: (animal: Animal) => Out): Patch =>
  pets(['create'], (pet, animal) => ({ ...pet, id: id(animal) }));

/** The `id` in the body of a create. */
function submitted(call: Call): Value | undefined {
  const body = readJson(call.body);
  return isObject(body) ? member(body, 'id') : undefined;
}

const assigned: readonly RequirementId[] = ['create.id.assigned'];
const unique: readonly RequirementId[] = ['create.id.unique'];
const byService: readonly RequirementId[] = ['create.id.by-service'];
/** What follows where two animals have one id and the later one takes the earlier one's place. */
const replaced: readonly RequirementId[] = ['list.complete', 'list.agrees', 'get.agrees', 'create.int64'];

const rows: readonly FaultRow[] = [
  [
    'id-past-int64',
    'Answers a create with an id that does not fit int64.',
    assigned,
    shown((animal) => animal.id + 2n ** 64n),
    ['create.success'],
  ],
  [
    'id-fraction',
    'Answers a create with an id that has a fraction.',
    assigned,
    shown((animal) => Number(animal.id) + 0.5),
    ['create.success'],
  ],
  [
    'id-uuid',
    'Answers a create with a UUID as id.',
    assigned,
    shown((animal) => `00000000-0000-4000-8000-${String(animal.id).padStart(12, '0')}`),
    ['create.success'],
  ],
  [
    'id-string-tenth',
    'Answers every tenth create with the id as a string.',
    assigned,
    shown((animal) => (animal.id % 10n === 0n ? String(animal.id) : animal.id)),
    ['create.success'],
  ],

  [
    'id-race',
    'Gives animals that are added at the same moment the same id.',
    unique,
    (_, world) => ({
      async allocate() {
        const id = world.nextId;
        await sleep(3);
        world.nextId = id + 1n;
        return id;
      },
    }),
    replaced,
  ],
  [
    'id-race-both-kept',
    'Gives animals that are added at the same moment the same id and keeps them all.',
    unique,
    (base, world) => {
      const kept: Animal[] = [];
      return {
        async allocate() {
          const id = world.nextId;
          await sleep(3);
          world.nextId = id + 1n;
          return id;
        },
        async store(animal, call) {
          kept.push(animal);
          await base.store(animal, call);
        },
        stored: () => kept,
      };
    },
    ['list.distinct', 'list.agrees', 'get.agrees', 'list.complete', 'create.int64'],
  ],
  [
    'id-by-the-clock',
    'Takes the clock in hundredths of a second as id.',
    unique,
    () => ({
      allocate: () => BigInt(Math.floor(Date.now() / 10)),
    }),
    replaced,
  ],
  [
    'id-by-name',
    'Takes a hash of the name as id.',
    unique,
    () => ({
      allocate(call) {
        const read = readJson(call.body);
        const name = isObject(read) ? textOf(member(read, 'name') ?? null) : '';
        return createHash('sha256').update(name).digest().readBigUInt64BE() >> 1n;
      },
    }),
    replaced,
  ],
  ['id-always-1', 'Gives every animal the id 1.', unique, () => ({ allocate: () => 1n }), replaced],
  [
    'id-used-again',
    'Gives every tenth animal the id of the one before.',
    unique,
    (_, world) => {
      let count = 0;
      return {
        allocate() {
          count += 1;
          return count % 10 === 0 ? world.nextId - 1n : world.nextId++;
        },
      };
    },
    replaced,
  ],
  [
    'id-in-one-byte',
    'Counts ids in four bits.',
    unique,
    (_, world) => ({ allocate: () => world.nextId++ % 16n }),
    replaced,
  ],
  [
    'id-of-status-table',
    'Counts ids for each status on its own.',
    unique,
    (base) => {
      const counts = new Map<string, bigint>();
      return {
        allocate(call) {
          const status = base.readDraft(base.parseBody(call), call).status ?? '';
          const id = (counts.get(status) ?? 0n) + 1n;
          counts.set(status, id);
          return id;
        },
      };
    },
    replaced,
  ],

  [
    'answers-mixed-in-parallel',
    'Answers creates at the same moment with the name of the last of them.',
    ['create.echo'],
    (base) => {
      let name = '';
      return {
        async store(animal, call) {
          name = animal.name;
          await base.store(animal, call);
          await sleep(3);
        },
        renderAnimal: (animal, place, position, call) =>
          base.renderAnimal(place === 'create' ? { ...animal, name } : animal, place, position, call),
      };
    },
  ],
  [
    'stored-mixed-in-parallel',
    'Stores animals that are added at the same moment under the name of the last of them.',
    ['list.agrees', 'get.agrees'],
    (base) => {
      let name = '';
      return {
        async store(animal, call) {
          name = animal.name;
          await sleep(3);
          await base.store({ ...animal, name }, call);
        },
      };
    },
  ],
  [
    'id-taken-from-body',
    'Takes the id in the body for the id of the animal.',
    byService,
    (base) => ({
      allocate: (call) => int64Of(submitted(call)) ?? base.allocate(call),
    }),
    ['create.id.unique', ...replaced],
  ],
  [
    'id-taken-if-free',
    'Takes the id in the body for the id of the animal where no other has it.',
    byService,
    (base, world) => ({
      allocate(call) {
        const id = int64Of(submitted(call));
        return id === undefined || world.animals.has(id) ? base.allocate(call) : id;
      },
    }),
  ],
  [
    'id-echoed-from-body',
    'Answers a create with the id of the body, and stores the animal under another.',
    byService,
    pets(['create'], (pet, _, __, call) => {
      const id = int64Of(submitted(call));
      return id === undefined ? pet : { ...pet, id };
    }),
    ['get.success', 'list.complete', 'create.id.unique'],
  ],
];

export const idFaults: readonly Fault[] = faultsOf('create', rows);
