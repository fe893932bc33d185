import { type Fault, faultMaker, type FaultRows, patchAsIs } from '../define.ts';
import type { AnimalOperation } from '../steps.ts';
import { INT64_MAX, INT64_MIN, isNumber } from '../json.ts';
import { changeResult, setPetMembers, changeStoredAnimal, replaceStep } from '../modify.ts';

type Change = (category: bigint) => bigint;

/** Ways to corrupt a category, with words for the title. */
const CHANGES: Readonly<Record<string, readonly [words: string, change: Change]>> = {
  rounded: ['rounded to a double past 2^53', (category) => BigInt.asIntN(64, BigInt(Number(category)))],
  float32: [
    'rounded to a 32-bit float past 2^24',
    (category) => BigInt.asIntN(64, BigInt(Math.fround(Number(category)))),
  ],
  int32: ['wrapped to 32 bits past 2^31', (category) => BigInt.asIntN(32, category)],
  uint32: [
    'wrapped to 32 bits past 2^32',
    (category) => (category < 0n ? category : BigInt.asUintN(32, category)),
  ],
  clamped: [
    'brought down to 2^31-1 where it is higher',
    (category) => (category > 2n ** 31n - 1n ? 2n ** 31n - 1n : category),
  ],
  highest: [
    'one too low where it is the highest of int64',
    (category) => (category === INT64_MAX ? category - 1n : category),
  ],
  lowest: ['as 0 where it is the lowest of int64', (category) => (category === INT64_MIN ? 0n : category)],
  'sign-lost': [
    'without its minus sign',
    (category) => (category < 0n && category > -INT64_MAX ? -category : category),
  ],
};

/** Makes fault rows for the first `count` changes; their ids and titles say where the category changes. */
const rows = (count: number, doing: string, where: string): FaultRows<Change> =>
  Object.fromEntries(
    Object.entries(CHANGES)
      .slice(0, count)
      .map(([id, [words, change]]) => [`category-${id}-${where}`, [`${doing} ${words}.`, change]]),
  );

const int64 = faultMaker('int64');
const start = { anyCategory: true };

/** Keeps categories under their value as a double, so that the second of two neighbours gets the value of the first. */
function interned(): Change {
  const kept = new Map<number, bigint>();
  return (category) => {
    const first = kept.get(Number(category)) ?? category;
    kept.set(Number(category), first);
    return first;
  };
}

/** Faults that corrupt large categories: in one response, in the store, or when the request is read. */
export const int64Faults: readonly Fault[] = [
  ...int64(
    'create.int64',
    { start, mayFall: ['list.agrees', 'get.agrees'] },
    (change: Change) => changeResult('readCategory', change),
    rows(8, 'Takes a category', 'when-read'),
  ),
  ...int64(
    'create.int64',
    { start, mayFall: ['list.agrees', 'get.agrees', 'create.invalid.category'] },
    patchAsIs,
    {
      'category-read-up-to-exponent': [
        'Reads the digits of a category up to its exponent.',
        replaceStep('readCategory', (value) => {
          const [, digits] = isNumber(value) ? (/^(-?\d+)e\d/iu.exec(value.value) ?? []) : [];
          return digits === undefined ? undefined : BigInt(digits);
        }),
      ],
    },
  ),
  ...int64(
    'create.int64',
    { start, mayFall: ['list.agrees', 'get.agrees'] },
    (make: () => Change) => (base, world) => changeResult('readCategory', make())(base, world),
    { 'category-interned': ['Keeps one category of those that a double takes for equal.', interned] },
  ),
  ...int64(
    'create.int64',
    { start, mayFall: ['list.agrees', 'get.agrees'] },
    (change: Change) => changeStoredAnimal(({ categoryId }) => ({ categoryId: change(categoryId) })),
    rows(4, 'Answers a create rightly and stores the category', 'when-stored'),
  ),
  ...(
    [
      ['create', 'Answers a create'],
      ['list', 'Lists an animal'],
      ['get', 'Answers a get'],
    ] as const satisfies readonly (readonly [AnimalOperation, string])[]
  ).flatMap(([place, doing]) => [
    ...int64(
      'create.int64',
      { start, mayFall: place === 'create' ? [] : [`${place}.agrees`, `${place}.success`] },
      patchAsIs,
      {
        [`category-as-text-in-${place}`]: [
          `${doing} with a category past 2^53 as text.`,
          setPetMembers([place], ({ categoryId }) =>
            BigInt.asIntN(54, categoryId) === categoryId ? {} : { categoryId: String(categoryId) },
          ),
        ],
      },
    ),
    ...int64(
      'create.int64',
      { start, mayFall: place === 'create' ? [] : [`${place}.agrees`] },
      (change: Change) => setPetMembers([place], ({ categoryId }) => ({ categoryId: change(categoryId) })),
      rows(3, `${doing} with the category`, `in-${place}`),
    ),
  ]),
];
