import { createHash } from 'node:crypto';
import type { RequirementId } from '../../requirements/index.ts';
import { mergeConcurrentCreates } from '../conflicts.ts';
import { patchAsIs, type Fault, faultMaker } from '../define.ts';
import type { Patch } from '../steps.ts';
import { bodyMember, int64Of, stringOrEmpty, type WritableJson } from '../json.ts';
import type { Animal, Call, ServerState } from '../model.ts';
import { setPetMembers, sleep } from '../modify.ts';

/** Shows another id in the response to a create. */
const shown = (id: (animal: Animal, call: Call) => WritableJson): Patch =>
  setPetMembers(['create'], (animal, call) => ({ id: id(animal, call) }));

/** The int64 id in the body of a create; undefined if absent. */
const idIn = ({ body }: Call): bigint | undefined => int64Of(bodyMember(body, 'id'));

/** Replaces the id of a new animal by the result of `own`; the animal gets the next id if `own` returns undefined. */
const allocates = (own: (call: Call, world: ServerState) => bigint | undefined): Patch => {
  return (base, world) => ({ allocate: (call) => own(call, world) ?? base.allocate(call) });
};

/** Reads the next id and increments it later, so that a concurrent create gets the same id. */
const racing = (world: ServerState) => async (): Promise<bigint> => {
  const id = world.nextId;
  await sleep(3);
  world.nextId = id + 1n;
  return id;
};

/** Requirements that may fail if a new animal overwrites an existing one with the same id. */
const replaced: readonly RequirementId[] = ['list.complete', 'list.agrees', 'get.agrees', 'create.int64'];
const create = faultMaker('create');

export const idFaults: readonly Fault[] = [
  ...create('create.id.assigned', ['create.success'], shown, {
    'id-past-int64': ['Answers a create with an id that does not fit int64.', ({ id }) => id + 2n ** 64n],
    'id-fraction': ['Answers a create with an id that has a fraction.', ({ id }) => Number(id) + 0.5],
    'id-null-kept': [
      'Answers a create with the id null where the body has that.',
      ({ id }, { body }) => (bodyMember(body, 'id') === null ? null : id),
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
    'equal-at-once-merged': [
      'Answers equal creates at the same moment with one animal.',
      mergeConcurrentCreates(201),
    ],
    'other-category-as-change': [
      'Takes a create with the name and status of another animal for a change of its category.',
      (base, { animals }) => ({
        async create(call) {
          const draft = base.readDraft(base.parseBody(call), call);
          const known = [...animals.values()].find(
            ({ name, status, categoryId }) =>
              name === draft.name && status === draft.status && categoryId !== draft.categoryId,
          );
          if (known === undefined) return base.create(call);
          const animal = { ...known, categoryId: draft.categoryId };
          animals.set(animal.id, animal);
          return { status: 201, headers: [], value: base.renderAnimal(animal, 'create', call) };
        },
      }),
    ],
  }),
  ...create('create.id.unique', replaced, allocates, {
    'id-by-the-clock': [
      'Takes the clock in hundredths of a second as id.',
      () => BigInt(Math.floor(Date.now() / 10)),
    ],
    'id-by-name': [
      'Takes a hash of the name as id.',
      ({ body }) => {
        const name = stringOrEmpty(bodyMember(body, 'name'));
        return createHash('sha256').update(name).digest().readBigUInt64BE() >> 1n;
      },
    ],
    'id-in-one-byte': ['Counts ids in four bits.', (_, world) => world.nextId++ % 16n],
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
          renderAnimal: (animal, place, call) =>
            base.renderAnimal(place === 'create' ? { ...animal, name } : animal, place, call),
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
  ...create('create.id.by-service', ['create.id.unique', ...replaced], allocates, {
    'id-taken-from-body': ['Takes the id in the body for the id of the animal.', idIn],
    'id-zero-kept': [
      'Drops the id in the body where it is true, and so keeps 0.',
      (call) => (idIn(call) === 0n ? 0n : undefined),
    ],
    'id-below-zero-kept': [
      'Drops the id in the body where it is positive, and so keeps one below zero.',
      (call) => ((idIn(call) ?? 0n) < 0n ? idIn(call) : undefined),
    ],
    'id-taken-from-address': [
      'Takes the parameter id of the address for the id of the animal.',
      ({ params }) => (params.has('id') ? BigInt(params.get('id') ?? 0) : undefined),
    ],
  }),
  ...create('create.id.by-service', [], allocates, {
    'id-taken-if-free': [
      'Takes the id in the body for the id of the animal where no other has it.',
      (call, { animals }) => {
        const id = idIn(call);
        return id !== undefined && animals.has(id) ? undefined : id;
      },
    ],
  }),
  ...create('create.id.by-service', ['get.success', 'list.complete', 'create.id.unique'], shown, {
    'id-echoed-from-body': [
      'Answers a create with the id of the body, and stores the animal under another.',
      ({ id }, call) => idIn(call) ?? id,
    ],
  }),
];
