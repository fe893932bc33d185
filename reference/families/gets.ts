import { type Animal, type Call, Refusal } from '../model.ts';
import { crash, type Members, pets } from '../modify.ts';
import { families, type Row } from './define.ts';

/** Changes how some animals look on their own: always the same ones. */
const shown =
  (change: (pet: Members, animal: Animal) => Members): Row[3] =>
  (hits) =>
    pets(['get'], (pet, animal) => (hits.on(animal.id) ? change(pet, animal) : pet));

/** Does something else with some ids that no animal has. */
const unknown =
  (instead: (id: bigint, call: Call) => Animal | undefined): Row[3] =>
  (hits) =>
  (base) => ({
    find: (id, call) => base.find(id, call) ?? (hits.on(id) ? instead(id, call) : undefined),
  });

const made = (id: bigint): Animal => ({ id, name: 'Unknown', categoryId: 1n });

export const getFamilies = families('share', [
  [
    'get-404',
    'Does not find one in N animals.',
    'get.success',
    (hits) => (base) => ({ find: (id, call) => (hits.on(id) ? undefined : base.find(id, call)) }),
  ],
  [
    'get-crash',
    'Fails with 500 for one in N animals.',
    'get.success',
    (hits) => (base) => ({
      find(id, call) {
        const animal = base.find(id, call);
        return animal !== undefined && hits.on(id) ? crash() : animal;
      },
    }),
    { mayFall: ['robust.no-5xx'] },
  ],
  [
    'get-id-off',
    'Gives one in N animals with the next id.',
    'get.success',
    shown((pet, { id }) => ({ ...pet, id: id + 1n })),
    { mayFall: ['get.agrees', 'get.int64'] },
  ],
  [
    'get-name',
    'Gives the name of one in N animals without its last letter.',
    'get.agrees',
    shown((pet, { name }) => ({ ...pet, name: name.length > 1 ? name.slice(0, -1) : `${name}x` })),
  ],
  [
    'get-category',
    'Gives the category of one in N animals off by one.',
    'get.agrees',
    shown((pet, { categoryId }) => ({ ...pet, categoryId: categoryId ^ 1n })),
    { mayFall: ['create.int64'] },
  ],
  [
    'get-without-name',
    'Leaves the name of one in N animals out.',
    'get.success',
    shown((pet) => ({ ...pet, name: undefined })),
    { mayFall: ['get.agrees'] },
  ],
  [
    'unknown-made-up',
    'Makes an animal up for one in N ids that no animal has.',
    'get.not-found',
    unknown(made),
    { mayFall: ['get.int64'] },
  ],
  [
    'unknown-crash',
    'Fails with 500 for one in N ids that no animal has.',
    'get.not-found',
    unknown(crash),
    { mayFall: ['robust.no-5xx', 'get.int64'] },
  ],
  [
    'unknown-400',
    'Answers 400 for one in N ids that no animal has.',
    'get.not-found',
    unknown(() => {
      throw new Refusal(400, 'invalid_id', 'The id is wrong.');
    }),
    { mayFall: ['get.int64'] },
  ],
  [
    'id-wraps',
    'Reads one in N ids past 2^32 by their last 32 bits.',
    'get.int64',
    (hits) => (base) => ({
      find: (id, call) => base.find(id >= 2n ** 32n && hits.on(id) ? BigInt.asUintN(32, id) : id, call),
    }),
    { mayFall: ['get.not-found', 'get.success'] },
  ],
  [
    'bad-id-crash',
    'Fails with 500 for one in N texts that are no id.',
    'get.invalid-id',
    (hits) => (base) => ({
      readId: (text, call) => (!/^-?\d+$/.test(text) && hits.on(text) ? crash() : base.readId(text, call)),
    }),
    { mayFall: ['robust.no-5xx'] },
  ],
  [
    'not-announced',
    'Does not announce the removal of get with one in N animals.',
    'get.deprecation',
    (hits) => (base) => ({ deprecation: (call) => (hits.on(call.petId) ? [] : base.deprecation(call)) }),
  ],
]);
