import { defineFault, type Fault } from '../define.ts';
import type { Patch, Place } from '../hooks.ts';
import { INT64_MAX, INT64_MIN } from '../json.ts';
import { pets, storedAs } from '../modify.ts';

type Change = (category: bigint) => bigint;

const rounded: Change = (category) => BigInt.asIntN(64, BigInt(Number(category)));
const float32: Change = (category) => BigInt.asIntN(64, BigInt(Math.fround(Number(category))));

const changes: readonly (readonly [id: string, words: string, change: Change])[] = [
  ['rounded', 'rounded to a double past 2^53', rounded],
  ['float32', 'rounded to a 32-bit float past 2^24', float32],
  ['int32', 'wrapped to 32 bits past 2^31', (category) => BigInt.asIntN(32, category)],
  [
    'uint32',
    'wrapped to 32 bits past 2^32',
    (category) => (category < 0n ? category : BigInt.asUintN(32, category)),
  ],
  [
    'clamped',
    'brought down to 2^31-1 where it is higher',
    (category) => (category > 2n ** 31n - 1n ? 2n ** 31n - 1n : category),
  ],
  [
    'highest',
    'one too low where it is the highest of int64',
    (category) => (category === INT64_MAX ? category - 1n : category),
  ],
  ['lowest', 'as 0 where it is the lowest of int64', (category) => (category === INT64_MIN ? 0n : category)],
  [
    'sign-lost',
    'without its minus sign',
    (category) => (category < 0n && category > -INT64_MAX ? -category : category),
  ],
];

const places: readonly (readonly [place: Place, words: string])[] = [
  ['create', 'Answers a create'],
  ['list', 'Lists an animal'],
  ['get', 'Answers a get'],
];

const inAnswer = (place: Place, change: Change): Patch =>
  pets([place], (pet, animal) => ({ ...pet, categoryId: change(animal.categoryId) }));

const fault = (id: string, title: string, mayFall: Fault['mayFall'], patch: Patch): Fault =>
  defineFault({
    id: `int64/category-${id}`,
    title,
    breaks: ['create.int64'],
    mayFall,
    patch,
    start: { anyCategory: true },
  });

const read = (change: Change): Patch => {
  return (base) => ({ readCategory: (value, call) => change(base.readCategory(value, call)) });
};

/** Categories that do not survive, in one answer alone, in what is stored, or from the moment they are read. */
export const int64Faults: readonly Fault[] = [
  ...changes.map(([id, words, change]) =>
    fault(`${id}-when-read`, `Takes a category ${words}.`, ['list.agrees', 'get.agrees'], read(change)),
  ),
  ...changes.slice(0, 4).map(([id, words, change]) =>
    fault(
      `${id}-when-stored`,
      `Answers a create rightly and stores the category ${words}.`,
      ['list.agrees', 'get.agrees'],
      storedAs((animal) => ({ ...animal, categoryId: change(animal.categoryId) })),
    ),
  ),
  ...places.flatMap(([place, doing]) =>
    changes
      .slice(0, 3)
      .map(([id, words, change]) =>
        fault(
          `${id}-in-${place}`,
          `${doing} with the category ${words}.`,
          place === 'create' ? [] : [`${place}.agrees`],
          inAnswer(place, change),
        ),
      ),
  ),
];
