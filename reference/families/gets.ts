import type { Animal } from '../model.ts';
import { changed, crash, instead, pets, refuser } from '../modify.ts';
import { type Members, shorter } from '../values.ts';
import { asIs, familiesOf, type Hits } from './define.ts';

/** Changes how some animals look on their own: always the same ones. */
const shown = (own: (animal: Animal) => Members) => (hits: Hits) =>
  pets(['get'], (pet, animal) => (hits.on(animal.id) ? { ...pet, ...own(animal) } : pet));

/** Does something else with some ids that no animal has. */
const unknown = (other: (id: bigint) => Animal) => (hits: Hits) =>
  changed('find', (animal, id) => animal ?? (hits.on(id) ? other(id) : undefined));

export const getFamilies = [
  ...familiesOf('share', asIs, {
    'get-404': [
      'Does not find one in N animals.',
      'get.success',
      (hits) => changed('find', (animal, id) => (hits.on(id) ? undefined : animal)),
    ],
    'get-crash': [
      'Fails with 500 for one in N animals.',
      'get.success',
      (hits) => changed('find', (animal, id) => (animal !== undefined && hits.on(id) ? crash() : animal)),
      ['robust.no-5xx'],
    ],
  }),
  ...familiesOf('share', shown, {
    'get-id-off': [
      'Gives one in N animals with the next id.',
      'get.success',
      ({ id }) => ({ id: id + 1n }),
      ['get.agrees', 'get.int64'],
    ],
    'get-name': [
      'Gives the name of one in N animals without its last letter.',
      'get.agrees',
      ({ name }) => ({ name: shorter(name) }),
    ],
    'get-category': [
      'Gives the category of one in N animals off by one.',
      'get.agrees',
      ({ categoryId }) => ({ categoryId: categoryId ^ 1n }),
      ['create.int64'],
    ],
    'get-without-name': [
      'Leaves the name of one in N animals out.',
      'get.success',
      () => ({ name: undefined }),
      ['get.agrees'],
    ],
  }),
  ...familiesOf('share', unknown, {
    'unknown-made-up': [
      'Makes an animal up for one in N ids that no animal has.',
      'get.not-found',
      (id) => ({ id, name: 'Unknown', categoryId: 1n }),
      ['get.int64'],
    ],
    'unknown-crash': [
      'Fails with 500 for one in N ids that no animal has.',
      'get.not-found',
      crash,
      ['robust.no-5xx', 'get.int64'],
    ],
    'unknown-400': [
      'Answers 400 for one in N ids that no animal has.',
      'get.not-found',
      refuser(400, 'invalid_id', 'The id is wrong.'),
      ['get.int64'],
    ],
  }),
  ...familiesOf('share', asIs, {
    'id-wraps': [
      'Reads one in N ids past 2^32 by their last 32 bits.',
      'get.int64',
      (hits) => (base) => ({
        find: (id, call) => base.find(id >= 2n ** 32n && hits.on(id) ? BigInt.asUintN(32, id) : id, call),
      }),
      ['get.not-found', 'get.success'],
    ],
    'bad-id-crash': [
      'Fails with 500 for one in N texts that are no id.',
      'get.invalid-id',
      (hits) => instead('readId', (text) => (!/^-?\d+$/.test(text) && hits.on(text) ? crash() : undefined)),
      ['robust.no-5xx'],
    ],
    'not-announced': [
      'Does not announce the removal of get with one in N animals.',
      'get.deprecation',
      (hits) => changed('deprecation', (lines, call) => (hits.on(call.petId) ? [] : lines)),
    ],
  }),
];
