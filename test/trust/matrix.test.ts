import { describe, expect, test } from 'vitest';
import { checks as allChecks } from '../../suites/index.ts';
import { defineFault, defineVariant } from '../../reference/define.ts';
import { partOf, type Part } from '../../tools/trust/fleet.ts';
import { judgePart } from '../../tools/trust/judge-part.ts';
import { flaws, notes } from '../../tools/trust/limits.ts';
import { renderTrust } from '../../tools/trust/markdown.ts';
import { requirementRows, type Matrix } from '../../tools/trust/matrix.ts';
import { lacks, merged, stillTrue, writtenDown } from '../../tools/trust/recorded.ts';
import { guardOf } from '../../tools/trust/removal.ts';
import type { Subject, Told } from '../../tools/trust/run-one.ts';
import type { Judge } from '../../tools/trust/survey.ts';
import { cell, counted, percent } from '../../tools/trust/table.ts';
import { renderMatrix } from '../../tools/trust/terminal.ts';

const fleet: Part = {
  faults: [
    defineFault({ id: 'a/found', title: 'Is found.', breaks: ['get.not-found'] }),
    defineFault({ id: 'a/missed', title: 'Is missed by seed 2.', breaks: ['get.not-found'] }),
    defineFault({ id: 'a/blamed', title: 'Is blamed.', breaks: ['list.success'] }),
  ],
  variants: [
    defineVariant({ id: 'v/good', title: 'Is good.' }),
    defineVariant({ id: 'v/wronged', title: 'Is wronged.' }),
  ],
  checks: [],
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

const ids = [...fleet.faults, ...fleet.variants].map(({ id }) => id);
const ownOf = (some: readonly { readonly id: string }[]) => new Map(some.map(({ id }) => [id, `own ${id}`]));
const digests = {
  kit: 'kit',
  faults: ownOf(fleet.faults),
  variants: ownOf(fleet.variants),
  families: new Map<string, string>(),
};

async function judged(
  more: Partial<Parameters<typeof judgePart>[0]> = {},
  by: Judge = judge,
): Promise<Matrix> {
  const found = await judgePart(
    {
      part: { ...fleet },
      whole: fleet,
      known: {},
      before: undefined,
      digests,
      seeds: 2,
      runs: undefined,
      tell: () => {},
      ...more,
    },
    by,
  );
  return { tool: { name: 'kit', version: '1.2.3' }, seeds: 2, kit: 'kit', ...found };
}

test('every seed counts: a fault that one of them misses has not been caught', async () => {
  const matrix = await judged();
  const { faults } = matrix;
  expect(faults.map(({ id, caught }) => [id, caught])).toEqual([
    ['a/found', 2],
    ['a/missed', 1],
    ['a/blamed', 2],
  ]);
  expect(faults[1]?.escapes).toEqual([{ seed: 2, ids: { 'get.not-found': 'it passed' } }]);
  expect(requirementRows(matrix)).toEqual([
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
  const found = flaws({ ...rest, faults: [], variants: [], cost: { kit: 'kit', ...cost } });
  expect(found).toHaveLength(1);
  expect(found[0]).toContain(words);
});

test('a failure of the kit is wrong too; a check that nothing needs is a note', async () => {
  const checks = [{ id: 'get/x', guards: null, kit: 'kit', own: '' }];
  const rest = { ...(await judged()), faults: [], variants: [], checks };
  expect(flaws(rest)).toEqual([]);
  expect(notes(rest)).toEqual(['no fault needs the check get/x: each is found without it too']);
  expect(renderMatrix(rest)).toContain('Note: no fault needs the check get/x');
  expect(renderMatrix(rest)).toContain('Clean.');
  expect(flaws({ ...rest, crashes: ['a/found: boom'] })).toEqual(['the kit itself failed: a/found: boom']);
});

describe('a guard is a fault that escapes without the check', () => {
  const check = (id: string) => {
    const found = allChecks.find((one) => one.id === id);
    if (found === undefined) throw new Error(`no check ${id}`);
    return found;
  };
  /** A kit in which every fault is found, and some escape without one check. */
  function kitThatNeeds(id: string, faults: readonly string[], tried: string[] = []): Judge {
    return ({ faults: [fault = ''], without: [left] = [] }) => {
      if (left === id) tried.push(fault);
      const escapes = left === id && faults.includes(fault);
      return Promise.resolve(escapes ? silent : { ...silent, failed: ['get.not-found', 'list.success'] });
    };
  }

  test('those that it alone told are tried first, then those of its requirements', async () => {
    const tried: string[] = [];
    const needs = new Map([['a/missed', ['get/unknown-id']]]);
    const kit = kitThatNeeds('get/unknown-id', ['a/missed'], tried);
    expect(await guardOf(check('get/unknown-id'), fleet.faults, { needs }, kit)).toBe('a/missed');
    expect(tried[0]).toBe('a/missed');
    expect(await guardOf(check('list/shape'), fleet.faults, { needs }, kit)).toBeNull();
  });

  test('the one that was found the last time is tried alone', async () => {
    const tried: string[] = [];
    const kit = kitThatNeeds('get/unknown-id', ['a/found', 'a/missed'], tried);
    const hints = { needs: new Map<string, readonly string[]>(), last: 'a/found' };
    expect(await guardOf(check('get/unknown-id'), fleet.faults, hints, kit)).toBe('a/found');
    expect(tried).toEqual(['a/found']);
  });

  test('one that escapes anyway is none', async () => {
    const blind: Judge = () => Promise.resolve(silent);
    expect(await guardOf(check('get/unknown-id'), fleet.faults, { needs: new Map() }, blind)).toBeNull();
  });
});

describe('what is written down', () => {
  const clean: Judge = ({ faults: [fault] }) =>
    Promise.resolve({ ...silent, failed: fault === undefined ? [] : ['get.not-found', 'list.success'] });
  const faults = fleet.faults.map((fault) => ({
    ...fault,
    breaks: ['get.not-found', 'list.success'] as const,
  }));
  const whole: Part = { ...fleet, faults };
  const spied = (): { readonly judge: Judge; readonly asked: Subject[] } => {
    const asked: Subject[] = [];
    return {
      asked,
      judge: (subject) => {
        asked.push(subject);
        return clean(subject);
      },
    };
  };

  test('is not judged again as long as neither kit, server nor seeds have changed', async () => {
    const before = await judged({ whole, part: { ...whole } }, clean);
    const again = async (now: typeof digests, seeds: number): Promise<readonly string[]> => {
      const { judge: spy, asked } = spied();
      const known = stillTrue(before, now, seeds);
      const after = await judged({ whole, part: { ...whole }, known, digests: now, seeds }, spy);
      if (asked.length === 0) expect(after).toEqual(before);
      return [...new Set(asked.flatMap((subject) => [...subject.faults, ...subject.variants]))];
    };
    const changed = new Map([...digests.faults, ['a/missed', 'another patch']]);
    expect(await again(digests, 2)).toEqual([]);
    expect(await again({ ...digests, faults: changed }, 2)).toEqual(['a/missed']);
    expect(await again({ ...digests, kit: 'another kit' }, 2)).toEqual(ids);
    expect(await again(digests, 3)).toEqual(ids);
  });

  test('keeps rows of a kit before where only a part was judged, and says how many', async () => {
    const before = await judged({ whole, part: { ...whole } }, clean);
    const now = { ...digests, kit: 'next' };
    const part = partOf(whole, ['a/found'], before);
    const matrix = { ...(await judged({ whole, part, digests: now }, clean)), kit: 'next' };
    const together = merged(before, matrix, now, whole);
    expect(together.faults.map(({ id, kit }) => [id, kit])).toEqual([
      ['a/found', 'next'],
      ['a/missed', 'kit'],
      ['a/blamed', 'kit'],
    ]);
    expect(renderTrust(together)).toContain(
      '- 4 servers of these judged by the checks and engine as they were',
    );
    expect(JSON.parse(writtenDown(together))).toEqual(together);
  });

  test('lacks a server that changed and was not judged', async () => {
    const before = await judged({ whole, part: { ...whole } }, clean);
    const changed = { ...digests, faults: new Map([...digests.faults, ['a/missed', 'another patch']]) };
    const part = partOf(whole, ['a/found'], before);
    const matrix = await judged({ whole, part, digests: changed }, clean);
    const missing = lacks(merged(before, matrix, changed, whole), whole);
    expect(missing[0]).toBe('a/missed');
    expect(missing.at(-1)).toBe('the cost of the standard run');
  });
});

describe('a part of the fleet', () => {
  const withChecks: Part = { ...fleet, checks: allChecks };
  type Case = readonly [string, readonly string[], readonly string[], readonly string[]];
  const before = {
    faults: [{ id: 'a/blamed', needs: ['list/shape'] }],
    checks: [{ id: 'get/unknown-id', guards: 'a/found' }],
  } as unknown;
  test.each<Case>([
    ['a/*', ['a/found', 'a/missed', 'a/blamed'], [], ['get/unknown-id']],
    ['get.not-found', ['a/found', 'a/missed'], [], ['get/unknown-id']],
    ['*good', [], ['v/good'], []],
    ['list/shape', ['a/blamed'], [], ['list/shape']],
    ['get/unknown-id', ['a/found'], [], ['get/unknown-id']],
    ['nothing', [], [], []],
  ])('%s', (glob, faults, variants, touched) => {
    const part = partOf(withChecks, [glob], before as Matrix);
    expect(part.faults.map(({ id }) => id)).toEqual(faults);
    expect(part.variants.map(({ id }) => id)).toEqual(variants);
    const some = part.checks.map(({ id }) => id);
    expect(some.filter((id) => touched.includes(id))).toEqual(touched);
    if (!glob.includes('.')) expect(some).toEqual(touched);
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
