import { describe, expect, it } from 'vitest';
import { differencesFromCreate, listDiffersFromCreateFlaws } from '../../suites/agreement.ts';
import { writeJson } from '../../src/json/json.ts';
import type { Json, JsonObject } from '../../src/json/types.ts';
import { createBodyOf } from '../../src/engine/target/creates.ts';
import type { Flaw } from '../../src/engine/plan/finding.ts';
import type { Animal } from '../../src/engine/target/population.ts';
import type { SubmittedAnimal } from '../../src/engine/target/replies.ts';
import { FakeStore } from '../engine/fake-store.ts';
import { benchOf } from '../engine/context-of.ts';
import { present } from '../present.ts';

const BIG = 2n ** 53n + 1n;
const MAX = 2n ** 63n - 1n;

/** An animal that was created with `submitted`, whose 201 said `pet` where that is not the same. */
async function animalOf(submitted: SubmittedAnimal, echoed: JsonObject = {}): Promise<Animal> {
  const pet = { id: 7, ...createBodyOf(submitted), ...echoed };
  const store = new FakeStore();
  const { context } = benchOf((ask) =>
    ask.operation === 'create' ? { status: 201, body: writeJson(pet) } : store.answer(ask),
  );
  await context.api.create(writeJson(createBodyOf(submitted)), { intent: 'valid', submitted });
  return present(context.population.animals()[0]);
}

const REX = { name: 'Rex', categoryId: 1n, status: 'sold' } as const satisfies SubmittedAnimal;
const SHOWN = { id: 7, name: 'Rex', categoryId: 1, status: 'sold' };

type Members = Readonly<Record<string, Json | undefined>>;

/** What is shown where it is not `SHOWN` (undefined: nothing), what differs from what was created, and how it was created. */
type Case = [
  what: string,
  shown: Members,
  found: readonly Partial<Flaw>[],
  created?: { readonly submitted?: SubmittedAnimal; readonly echoed?: JsonObject },
];

/** The sample with some members changed, or left out where they are undefined. */
function showing(members: Members): JsonObject {
  const all = Object.entries<Json | undefined>({ ...SHOWN, ...members });
  return Object.fromEntries(all.filter((entry): entry is [string, Json] => entry[1] !== undefined));
}

const of = (categoryId: bigint) => ({ submitted: { ...REX, categoryId } });
const saying = (echoed: JsonObject) => ({ echoed });
const noStatus = { submitted: { name: 'Rex', categoryId: 1n } } as const;
const INT64 = { kind: 'categoryId', requirement: 'create.int64' } as const;

describe('what a list shows of an animal that was created', () => {
  it.each<Case>([
    ['the same', {}, []],
    ['the same and more', { tags: [] }, []],
    ['an integer written as a decimal', { categoryId: 1.0 }, []],
    ['another name', { name: 'rex' }, [{ kind: 'name', expected: 'name "Rex"', actual: 'name "rex"' }]],
    ['no name: a matter of the shape', { name: undefined }, []],
    ['a name that is not a string: a matter of the shape', { name: 1 }, []],
    ['the name that the 201 had changed: a matter of the 201', { name: 'REX' }, [], saying({ name: 'REX' })],
    ['a third name', { name: 'R' }, [{ kind: 'name', actual: 'name "R"' }], saying({ name: 'REX' })],
    [
      'another category',
      { categoryId: 2 },
      [{ kind: 'categoryId', expected: 'categoryId 1', actual: 'categoryId 2' }],
    ],
    ['a plain category as text: a matter of the shape', { categoryId: '1' }, []],
    ['no plain category: a matter of the shape', { categoryId: undefined }, []],
    ['the category of the 201: a matter of the 201', { categoryId: 2 }, [], saying({ categoryId: 2 })],
    [
      'a category rounded to a double',
      { categoryId: 2n ** 53n },
      [{ ...INT64, expected: 'categoryId 9007199254740993', actual: 'categoryId 9007199254740992' }],
      of(BIG),
    ],
    ['a category beyond doubles, exact', { categoryId: MAX }, [], of(MAX)],
    ['a category beyond doubles as text', { categoryId: String(MAX) }, [INT64], of(MAX)],
    [
      'no category where it was beyond doubles',
      { categoryId: undefined },
      [{ ...INT64, actual: 'no categoryId' }],
      of(MAX),
    ],
    ['a category that is not configured', { categoryId: 6 }, [INT64], of(5n)],
    [
      'another status, which somebody may have given it',
      { status: 'pending' },
      [{ kind: 'status "sold"', expected: 'status "sold"', actual: 'status "pending"', mayChange: true }],
    ],
    ['an unknown status', { status: 'gone' }, [{ kind: 'status "sold"' }]],
    ['no status', { status: undefined }, [{ kind: 'status missing', actual: 'no status', isMissing: true }]],
    ['null for a status', { status: null }, [{ kind: 'status "sold"', actual: 'status null' }]],
    ['the status of the 201', { status: 'available' }, [], saying({ status: 'available' })],
    ['a status where none was submitted', {}, [], noStatus],
    [
      'another status than the 201 showed where none was submitted',
      {},
      [{ kind: 'status "pending"', expected: 'status "pending"', actual: 'status "sold"', mayChange: true }],
      { ...noStatus, echoed: { status: 'pending' } },
    ],
    [
      'no status where the 201 showed one, and none was submitted',
      { status: undefined },
      [],
      { ...noStatus, echoed: { status: 'pending' } },
    ],
    ['no status where none was submitted', { status: undefined }, [], noStatus],
    ['no id that says which animal it is', { id: '7', name: 'R' }, []],
    [
      'all of it changed',
      { name: 'R', categoryId: 2, status: 'x' },
      [{ kind: 'name' }, { kind: 'categoryId' }, { kind: 'status "sold"' }],
    ],
  ])('%s', async (_, shown, found, { submitted = REX, echoed = {} } = {}) => {
    const animal = await animalOf(submitted, echoed);
    const told = differencesFromCreate(animal, showing(shown), { configured: [1n], at: '/3', where: 'list' });
    expect(told).toHaveLength(found.length);
    for (const [at, flaw] of found.entries()) {
      const member = String(flaw.kind?.split(' ')[0]);
      expect(told[at]).toMatchObject({
        ...flaw,
        comparedWith: [animal.reply],
        subjects: ['animal 7', `${member} shown by list`],
        places: [{ pointer: `/3/${member}` }],
        requirement: flaw.requirement ?? 'list.agrees',
      });
      expect(told[at]?.mayChange).toBe(flaw.mayChange);
    }
  });
});

it('says what the animal was created with, where it is shown, and what is shown', async () => {
  const shown = showing({ name: 'Max' });
  const [told] = differencesFromCreate(await animalOf(REX), shown, {
    configured: [1n],
    at: '',
    where: 'get',
  });
  expect(told?.message).toBe('animal 7 has name "Max", but was created with name "Rex"');
});

it.each([
  [1n, [1n], false],
  [2n, [1n], true],
  [2n ** 53n, [2n ** 53n], false],
  [BIG, [BIG], true],
  [-BIG, [-BIG], true],
])('whether category %s beside %s is a matter of int64: %s', async (categoryId, configured, isInt64) => {
  const shown = showing({ categoryId: 12 });
  const animal = await animalOf({ ...REX, categoryId });
  const [told] = differencesFromCreate(animal, shown, { configured, at: '', where: 'get' });
  expect(told?.requirement).toBe(isInt64 ? 'create.int64' : 'get.agrees');
});

describe('a list that was asked for before the 201 came', () => {
  it.each([
    ["another client's animal, which had the id until then", 'Stranger', []],
    ['the animal itself', 'Rex', ['list.agrees']],
  ])('shows %s', async (_, name, requirements) => {
    let answerList: () => void = () => {};
    const created = new Promise<void>((resolve) => (answerList = resolve));
    const { context } = benchOf(async (ask) => {
      if (ask.operation === 'create') return { status: 201, body: writeJson(SHOWN) };
      await created;
      return { status: 200, body: writeJson([{ ...SHOWN, name, status: 'available' }]) };
    });
    const page = context.api.list();
    await context.api.create(writeJson(createBodyOf(REX)), { intent: 'valid', submitted: REX });
    answerList();
    const flaws = listDiffersFromCreateFlaws(await page, context);
    expect(flaws.map(({ requirement }) => requirement ?? 'list.agrees')).toEqual(requirements);
  });
});
