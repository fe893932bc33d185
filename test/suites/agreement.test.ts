import { describe, expect, it } from 'vitest';
import { disagreements } from '../../suites/agreement.ts';
import { writeJson } from '../../src/json/json.ts';
import type { JsonObject } from '../../src/json/types.ts';
import { bodyOf } from '../../src/engine/creates.ts';
import type { Flaw } from '../../src/engine/flaw.ts';
import type { Animal } from '../../src/engine/population.ts';
import type { Submitted } from '../../src/engine/replies.ts';
import { FakeStore } from '../engine/fake-store.ts';
import { benchOf } from '../engine/lab-of.ts';

const BIG = 2n ** 53n + 1n;
const MAX = 2n ** 63n - 1n;

/** An animal that was created with `submitted`, whose 201 said `pet` where that is not the same. */
async function animalOf(submitted: Submitted, echoed: JsonObject = {}): Promise<Animal> {
  const pet = { id: 7, ...bodyOf(submitted), ...echoed };
  const store = new FakeStore();
  const { lab } = benchOf((ask) =>
    ask.operation === 'create' ? { status: 201, body: writeJson(pet) } : store.answer(ask),
  );
  await lab.api.createJson(bodyOf(submitted), { intent: 'plain', submitted });
  const [animal] = lab.population.animals();
  if (animal === undefined) throw new Error('the animal was not kept');
  return animal;
}

const REX = { name: 'Rex', categoryId: 1n, status: 'sold' } as const satisfies Submitted;
const SHOWN = { id: 7, name: 'Rex', categoryId: 1, status: 'sold' };

type Case = readonly [
  what: string,
  submitted: Submitted,
  echoed: JsonObject,
  shown: JsonObject,
  found: readonly Partial<Flaw>[],
];

const without = (shown: JsonObject, member: string): JsonObject =>
  Object.fromEntries(Object.entries(shown).filter(([name]) => name !== member));

describe('what a list shows of an animal that was created', () => {
  it.each<Case>([
    ['the same', REX, {}, SHOWN, []],
    ['the same and more', REX, {}, { ...SHOWN, tags: [] }, []],
    ['an integer written as a decimal', REX, {}, { ...SHOWN, categoryId: 1.0 }, []],
    [
      'another name',
      REX,
      {},
      { ...SHOWN, name: 'rex' },
      [{ kind: 'name', expected: 'name "Rex"', actual: 'name "rex"' }],
    ],
    ['no name: a matter of the shape', REX, {}, without(SHOWN, 'name'), []],
    ['a name that is no string: a matter of the shape', REX, {}, { ...SHOWN, name: 1 }, []],
    [
      'the name that the 201 had changed: a matter of the 201',
      REX,
      { name: 'REX' },
      { ...SHOWN, name: 'REX' },
      [],
    ],
    ['a third name', REX, { name: 'REX' }, { ...SHOWN, name: 'R' }, [{ kind: 'name', actual: 'name "R"' }]],
    [
      'another category',
      REX,
      {},
      { ...SHOWN, categoryId: 2 },
      [{ kind: 'categoryId', expected: 'categoryId 1', actual: 'categoryId 2' }],
    ],
    ['a plain category as text: a matter of the shape', REX, {}, { ...SHOWN, categoryId: '1' }, []],
    ['no plain category: a matter of the shape', REX, {}, without(SHOWN, 'categoryId'), []],
    ['the category of the 201: a matter of the 201', REX, { categoryId: 2 }, { ...SHOWN, categoryId: 2 }, []],
    [
      'a category rounded to a double',
      { ...REX, categoryId: BIG },
      {},
      { ...SHOWN, categoryId: 2n ** 53n },
      [
        {
          kind: 'categoryId',
          expected: 'categoryId 9007199254740993',
          actual: 'categoryId 9007199254740992',
          requirement: 'create.int64',
        },
      ],
    ],
    ['a category beyond doubles, exact', { ...REX, categoryId: MAX }, {}, { ...SHOWN, categoryId: MAX }, []],
    [
      'a category beyond doubles as text',
      { ...REX, categoryId: MAX },
      {},
      { ...SHOWN, categoryId: String(MAX) },
      [{ kind: 'categoryId', requirement: 'create.int64' }],
    ],
    [
      'no category where it was beyond doubles',
      { ...REX, categoryId: MAX },
      {},
      without(SHOWN, 'categoryId'),
      [{ kind: 'categoryId', actual: 'no categoryId', requirement: 'create.int64' }],
    ],
    [
      'a category that is none of the configured ones',
      { ...REX, categoryId: 5n },
      {},
      { ...SHOWN, categoryId: 6 },
      [{ kind: 'categoryId', requirement: 'create.int64' }],
    ],
    [
      'another status, which somebody may have given it',
      REX,
      {},
      { ...SHOWN, status: 'pending' },
      [{ kind: 'status "sold"', expected: 'status "sold"', actual: 'status "pending"', mayChange: true }],
    ],
    ['a status that is none', REX, {}, { ...SHOWN, status: 'gone' }, [{ kind: 'status "sold"' }]],
    ['no status', REX, {}, without(SHOWN, 'status'), [{ kind: 'status "sold"', actual: 'no status' }]],
    [
      'null for a status',
      REX,
      {},
      { ...SHOWN, status: null },
      [{ kind: 'status "sold"', actual: 'status null' }],
    ],
    ['the status of the 201', REX, { status: 'available' }, { ...SHOWN, status: 'available' }, []],
    ['a status where none was submitted', { name: 'Rex', categoryId: 1n }, {}, SHOWN, []],
    ['no status where none was submitted', { name: 'Rex', categoryId: 1n }, {}, without(SHOWN, 'status'), []],
    ['no id that says which animal it is', REX, {}, { ...SHOWN, id: '7', name: 'R' }, []],
    [
      'all of it changed',
      REX,
      {},
      { id: 7, name: 'R', categoryId: 2, status: 'x' },
      [{ kind: 'name' }, { kind: 'categoryId' }, { kind: 'status "sold"' }],
    ],
  ])('%s', async (_, submitted, echoed, shown, found) => {
    const animal = await animalOf(submitted, echoed);
    const told = disagreements(animal, shown, { configured: [1n], at: '/3', where: 'list' });
    expect(told).toHaveLength(found.length);
    for (const [at, { kind, expected, actual, requirement, mayChange }] of found.entries()) {
      expect(told[at]).toMatchObject({
        kind,
        ...(expected === undefined ? {} : { expected }),
        ...(actual === undefined ? {} : { actual }),
        beside: [animal.reply],
        about: ['animal 7', `${String(kind?.split(' ')[0])} shown by list`],
      });
      expect(told[at]).toMatchObject({ places: [{ pointer: `/3/${String(kind?.split(' ')[0])}` }] });
      expect(told[at]?.requirement).toBe(requirement ?? 'list.agrees');
      expect(told[at]?.mayChange).toBe(mayChange);
    }
  });
});

it('says what the animal was created with, where it is shown, and what is shown', async () => {
  const [told] = disagreements(
    await animalOf(REX),
    { ...SHOWN, name: 'Max' },
    {
      configured: [1n],
      at: '',
      where: 'get',
    },
  );
  expect(told?.message).toBe('the animal 7 was created with name "Rex", and getting it shows "Max"');
});

it.each([
  [1n, [1n], false],
  [2n, [1n], true],
  [2n ** 53n, [2n ** 53n], false],
  [BIG, [BIG], true],
  [-BIG, [-BIG], true],
])('whether category %s beside %s is a matter of int64: %s', async (categoryId, configured, isInt64) => {
  const shown = { ...SHOWN, categoryId: 12 };
  const [told] = disagreements(await animalOf({ ...REX, categoryId }), shown, {
    configured,
    at: '',
    where: 'get',
  });
  expect(told?.requirement).toBe(isInt64 ? 'create.int64' : 'get.agrees');
});
