import { describe, expect, test } from 'vitest';
import { defineFault, defineVariant } from '../../reference/define.ts';
import { partOf, type Fleet } from '../../tools/trust/fleet.ts';
import { flaws } from '../../tools/trust/limits.ts';
import { counted, percent, renderTrust } from '../../tools/trust/markdown.ts';
import { faultRow, requirementRows, variantRow, type Matrix } from '../../tools/trust/matrix.ts';
import { guards } from '../../tools/trust/removal.ts';
import type { Told } from '../../tools/trust/run-one.ts';
import { survey, type Judge } from '../../tools/trust/survey.ts';
import { cell } from '../../tools/trust/table.ts';
import { renderMatrix } from '../../tools/trust/terminal.ts';

const fleet: Fleet = {
  faults: [
    defineFault({ id: 'a/found', title: 'Is found.', breaks: ['get.not-found'] }),
    defineFault({ id: 'a/missed', title: 'Is missed by seed 2.', breaks: ['get.not-found'] }),
    defineFault({ id: 'a/blamed', title: 'Is blamed.', breaks: ['list.success'] }),
  ],
  variants: [
    defineVariant({ id: 'v/good', title: 'Is good.' }),
    defineVariant({ id: 'v/wronged', title: 'Is wronged.' }),
  ],
};

const silent: Told = {
  failed: [],
  warned: [],
  undecided: [],
  reasons: {},
  needed: [],
  crashes: [],
  requests: 1,
  created: 0,
};

const judge: Judge = ({ faults: [fault], variants: [variant], seed }) => {
  if (fault === 'a/found') return Promise.resolve({ ...silent, failed: ['get.not-found'] });
  if (fault === 'a/missed') {
    return Promise.resolve(seed === 2 ? silent : { ...silent, failed: ['get.not-found'] });
  }
  if (fault === 'a/blamed') return Promise.resolve({ ...silent, failed: ['list.success', 'get.success'] });
  if (variant === 'v/wronged') {
    return Promise.resolve({ ...silent, failed: ['list.agrees'], undecided: ['list.complete'] });
  }
  return Promise.resolve(silent);
};

async function judged(): Promise<Matrix> {
  const told = await survey(fleet, { seeds: 2, runs: undefined }, judge);
  return {
    tool: { name: 'kit', version: '1.2.3' },
    seeds: 2,
    requirements: requirementRows(fleet, told.faults),
    faults: fleet.faults.map((fault) => faultRow(fault, told.faults)),
    variants: fleet.variants.map((variant) => variantRow(variant, told.variants)),
    crashes: told.crashes,
  };
}

test('every seed counts: a fault that one of them misses has not been caught', async () => {
  const { faults, requirements } = await judged();
  expect(faults.map(({ id, caught }) => [id, caught])).toEqual([
    ['a/found', 2],
    ['a/missed', 1],
    ['a/blamed', 2],
  ]);
  expect(faults[1]?.escapes).toEqual([{ seed: 2, ids: { 'get.not-found': 'it passed' } }]);
  expect(requirements).toEqual([
    { id: 'list.success', level: 'stated', faults: 1, runs: 2, caught: 2 },
    { id: 'get.not-found', level: 'stated', faults: 2, runs: 4, caught: 3 },
  ]);
});

test('what is wrong is said in words, with its seeds, in the matrix and on the terminal', async () => {
  const matrix = await judged();
  const found = [
    'a/missed escapes with seed 2: get.not-found was not found broken',
    'a/blamed is blamed on get.success with seed 1, 2',
    'v/wronged gets a false alarm of list.agrees with seed 1, 2',
  ];
  expect(flaws(matrix)).toEqual(found);
  const text = renderMatrix(matrix);
  for (const line of found) expect(text).toContain(line);
  expect(text).toContain('Not clean: 3 things wrong.');
  const page = renderTrust(matrix);
  expect(page).toContain('| `get.not-found` | stated | 2 | 75 % |');
  expect(page).toContain('| `a/blamed` | `get.success` | 1, 2 |');
  expect(page).toContain('| `v/wronged` | `list.agrees` | 1, 2 |');
  expect(page).toContain('| `v/wronged` | `list.complete` |');
});

test.each([
  [{ first: { requests: 401, created: 1 }, again: { requests: 1, created: 1 } }, '401 requests'],
  [{ first: { requests: 1, created: 141 }, again: { requests: 1, created: 1 } }, '141 creates'],
  [{ first: { requests: 1, created: 1 }, again: { requests: 1, created: 41 } }, '41 creates'],
])('a run that takes too much is wrong too', async (cost, words) => {
  const { faults: _, variants: __, ...rest } = await judged();
  const found = flaws({ ...rest, faults: [], variants: [], cost });
  expect(found).toHaveLength(1);
  expect(found[0]).toContain(words);
});

test('a check that nothing needs, and a failure of the kit, are wrong too', async () => {
  const checks = [{ id: 'get/x', guards: null }];
  expect(
    flaws({ ...(await judged()), faults: [], variants: [], checks, crashes: ['a/found: boom'] }),
  ).toEqual(['no fault escapes without the check get/x', 'the kit itself failed: a/found: boom']);
});

test('a guard is a fault that escapes without the check, those that it alone told tried first', async () => {
  const tried: string[] = [];
  const without: Judge = ({ faults: [fault = ''], without: [check] = [] }) => {
    if (check === 'get/unknown-id') tried.push(fault);
    const escapes = check === 'get/unknown-id' && fault === 'a/missed';
    return Promise.resolve(escapes ? silent : { ...silent, failed: ['get.not-found', 'list.success'] });
  };
  const needs = new Map([['a/missed', ['get/unknown-id']]]);
  const found = await guards(fleet.faults, needs, without);
  expect(found.find(({ id }) => id === 'get/unknown-id')).toEqual({
    id: 'get/unknown-id',
    guards: 'a/missed',
  });
  expect(tried[0]).toBe('a/missed');
  expect(found.find(({ id }) => id === 'list/shape')?.guards).toBeNull();
});

describe('a part of the fleet', () => {
  test.each([
    ['a/*', ['a/found', 'a/missed', 'a/blamed'], []],
    ['get.not-found', ['a/found', 'a/missed'], []],
    ['*good', [], ['v/good']],
    ['nothing', [], []],
  ])('%s', (glob, faults, variants) => {
    const part = partOf(fleet, [glob]);
    expect(part.faults.map(({ id }) => id)).toEqual(faults);
    expect(part.variants.map(({ id }) => id)).toEqual(variants);
  });
});

test.each([
  [1, 1, '100 %'],
  [0, 3, '0 %'],
  [2, 3, '66.7 %'],
  [19_999, 20_000, '99.9 %'],
  [0, 0, '-'],
])('%i of %i is %s', (part, whole, words) => {
  expect(percent(part, whole)).toBe(words);
});

test('numbers and cells read well', () => {
  expect(counted(1, 'fault')).toBe('1 fault');
  expect(counted(0, 'fault')).toBe('0 faults');
  expect(cell('a | b\n<b>')).toBe(String.raw`a \| b \<b\>`);
});
