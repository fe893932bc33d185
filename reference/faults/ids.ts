import { createHash } from 'node:crypto';
import type { RequirementId } from '../../requirements/index.ts';
import { patchAsIs, type Fault, faultsOf } from '../define.ts';
import type { Patch } from '../hooks.ts';
import { int64Of, member, parseJsonObject, type WritableJson, type ParsedJson } from '../json.ts';
import type { Animal, Call, ServerState } from '../model.ts';
import { changePets, sleep } from '../modify.ts';
import { stringOrEmpty } from '../values.ts';

/** Shows another id in the response to a create. */
const shown = (id: (animal: Animal) => WritableJson): Patch =>
  changePets(['create'], (pet, animal) => ({ ...pet, id: id(animal) }));

/** A member of the submitted body; undefined if absent. */
const submitted = ({ body }: Call, name: string): ParsedJson | undefined =>
  member(parseJsonObject(body) ?? {}, name);

/** Reads the next id and increments it later, so that a concurrent create gets the same id. */
const racing = (world: ServerState) => async (): Promise<bigint> => {
  const id = world.nextId;
  await sleep(3);
  world.nextId = id + 1n;
  return id;
};

/** Requirements that may fail if a new animal overwrites an existing one with the same id. */
const replaced: readonly RequirementId[] = ['list.complete', 'list.agrees', 'get.agrees', 'create.int64'];
const create = faultsOf('create');

export const idFaults: readonly Fault[] = [
  ...create('create.id.assigned', ['create.success'], shown, {
    'id-past-int64': ['Answers a create with an id that does not fit int64.', ({ id }) => id + 2n ** 64n],
    'id-fraction': ['Answers a create with an id that has a fraction.', ({ id }) => Number(id) + 0.5],
  }),

  ...create('create.id.assigned', ['create.success'], patchAsIs, {
    'id-null-kept': [
      'Answers a create with the id null where the body has that.',
      changePets(['create'], (pet, _animal, _position, call) =>
        submitted(call, 'id') === null ? { ...pet, id: null } : pet,
      ),
    ],
  }),

  ...create('create.id.unique', replaced, patchAsIs, {
    'id-race': ['Gives animals added at once the same id.', (_, world) => ({ allocate: racing(world) })],
    'id-race-both-kept': [
      'Gives animals that are added at the same moment the same id and keeps them all.',
      (base, world) => {
        const kept: Animal[] = [];
        return {
          allocate: racing(world),
          async store(animal, call) {
            kept.push(animal);
            await base.store(animal, call);
          },
          stored: () => kept,
        };
      },
      ['list.distinct'],
    ],
    'id-by-the-clock': [
      'Takes the clock in hundredths of a second as id.',
      () => ({ allocate: () => BigInt(Math.floor(Date.now() / 10)) }),
    ],
    'id-by-name': [
      'Takes a hash of the name as id.',
      () => ({
        allocate(call) {
          const name = stringOrEmpty(submitted(call, 'name') ?? null);
          return createHash('sha256').update(name).digest().readBigUInt64BE() >> 1n;
        },
      }),
    ],
    'id-in-one-byte': ['Counts ids in four bits.', (_, world) => ({ allocate: () => world.nextId++ % 16n })],
  }),

  ...create('create.echo', [], patchAsIs, {
    'answers-mixed-in-parallel': [
      'Answers creates at the same moment with the name of the last of them.',
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
  }),
  ...create(['list.agrees', 'get.agrees'], [], patchAsIs, {
    'stored-mixed-in-parallel': [
      'Stores animals that are added at the same moment under the name of the last of them.',
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
  }),
  ...create('create.id.by-service', [], patchAsIs, {
    'id-taken-from-body': [
      'Takes the id in the body for the id of the animal.',
      (base) => ({ allocate: (call) => int64Of(submitted(call, 'id')) ?? base.allocate(call) }),
      ['create.id.unique', ...replaced],
    ],
    'id-zero-kept': [
      'Drops the id in the body where it is true, and so keeps 0.',
      (base) => ({ allocate: (call) => (int64Of(submitted(call, 'id')) === 0n ? 0n : base.allocate(call)) }),
      ['create.id.unique', ...replaced],
    ],
    'id-below-zero-kept': [
      'Drops the id in the body where it is positive, and so keeps one below zero.',
      (base) => ({
        allocate(call) {
          const id = int64Of(submitted(call, 'id')) ?? 0n;
          return id < 0n ? id : base.allocate(call);
        },
      }),
      ['create.id.unique', ...replaced],
    ],
    'id-taken-from-address': [
      'Takes the parameter id of the address for the id of the animal.',
      (base) => ({
        allocate: (call) =>
          call.params.has('id') ? BigInt(call.params.get('id') ?? 0) : base.allocate(call),
      }),
      ['create.id.unique', ...replaced],
    ],
    'id-taken-if-free': [
      'Takes the id in the body for the id of the animal where no other has it.',
      (base, world) => ({
        allocate(call) {
          const id = int64Of(submitted(call, 'id'));
          return id === undefined || world.animals.has(id) ? base.allocate(call) : id;
        },
      }),
    ],
    'id-echoed-from-body': [
      'Answers a create with the id of the body, and stores the animal under another.',
      changePets(['create'], (pet, { id }, _, call) => ({
        ...pet,
        id: int64Of(submitted(call, 'id')) ?? id,
      })),
      ['get.success', 'list.complete', 'create.id.unique'],
    ],
  }),
];
