import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawn, type Drawn } from '../../generators/drawn.ts';
import { limitsOf, STANDARD_LIMITS } from '../../generators/limit-shares.ts';
import { limits } from '../../generators/limits.ts';
import { coverageOf, drawInputs, shrink } from '../../src/kit/draw.ts';
import { seedFor } from '../../src/kit/seed.ts';
import { classesOf, drawns } from '../generators/drawns.ts';

/** Seeds as checks have them. */
const SEEDS = Array.from({ length: 40 }, (_, n) => seedFor(n, 'some/check '));

function met<T>(inputs: readonly { readonly value: T }[]): readonly T[] {
  return inputs.map(({ value }) => value);
}

function texts(inputs: readonly { readonly value: unknown }[]): readonly string[] {
  return inputs.map(({ value }) => fc.stringify(value));
}

/** How many distinct inputs there are; infinitely many where a class is drawn. */
function size({ always, inTurn }: Drawn<unknown>): number {
  const classes = [...always, ...inTurn];
  if (classes.some(({ values }) => values === undefined)) return Infinity;
  return new Set(classes.flatMap(({ values = [] }) => values).map((value) => fc.stringify(value))).size;
}

describe.each(drawns)('inputs of $name', ({ drawn: all }) => {
  it('are as many as are asked for where there are that many, and none twice', () => {
    for (const seed of SEEDS.slice(0, 10)) {
      for (const runs of [1, 2, 4, 17, 34, 100]) {
        const inputs = texts(drawInputs(all, runs, seed));
        expect(new Set(inputs).size).toBe(inputs.length);
        expect(inputs).toHaveLength(Math.min(size(all), Math.max(runs, all.always.length)));
      }
    }
  });

  it('meet every class that is always met, however few, and the others in turn', () => {
    const always = all.always.map(({ name }) => name);
    const turns = new Set<string>();
    for (const seed of SEEDS) {
      const names = drawInputs(all, 1, seed).map(({ from }) => from.name);
      expect([...new Set(names)].toSorted()).toEqual(always.toSorted());
      const next = drawInputs(all, always.length + 1, seed).at(always.length);
      if (next !== undefined) turns.add(next.from.name);
    }
    if (all.inTurn.length > 0) expect(turns.size).toBeGreaterThanOrEqual(Math.min(5, all.inTurn.length));
  });

  it('are the same for the same seed', () => {
    expect(texts(drawInputs(all, 20, 5))).toEqual(texts(drawInputs(all, 20, 5)));
  });
});

it('inputs are as many as asked for in a narrow range too', () => {
  const narrow = drawn({ any: fc.integer({ min: 1, max: 1_000_000 }), few: fc.integer({ min: 1, max: 9 }) });
  for (const seed of SEEDS) expect(texts(drawInputs(narrow, 30, seed))).toHaveLength(30);
});

describe('limits', () => {
  const drawnBy = (seed: number, runs: number) => met(drawInputs(limits(seed), runs, seedFor(seed, '')));
  const elsewhere = (seed: number) => [...limitsOf(seed).inWalks, ...limitsOf(seed).paired];

  it.each([100, 150, 1000])('are all met with %i runs, whatever the seed', (runs) => {
    for (const seed of SEEDS) expect(new Set(drawnBy(seed, runs)).size).toBe(100);
  });

  it('are met at their ends and around the default in every run, and all of them by three with consecutive seeds', () => {
    for (const seed of SEEDS) {
      const runs = [seed, seed + 1, seed + 2].map((one) => [
        ...drawnBy(one, STANDARD_LIMITS),
        ...elsewhere(one),
      ]);
      for (const some of runs) {
        expect(new Set(some).size).toBe(some.length);
        expect(some).toEqual(expect.arrayContaining([1, 2, 19, 20, 21, 99, 100]));
      }
      expect(new Set(runs.flat()).size).toBe(100);
    }
  });

  it('are spread over all of the range', () => {
    const inOrder = [...drawnBy(1, STANDARD_LIMITS), ...elsewhere(1)].toSorted((a, b) => a - b);
    const gaps = inOrder.map((limit, at) => limit - (inOrder[at - 1] ?? 0));
    expect(Math.max(...gaps)).toBeLessThanOrEqual(10);
  });
});

describe('coverage', () => {
  const some = drawn<number>({ ends: [0, 9] }, { odd: [1, 3], even: [2, 4] });

  it('says what was met, of how much, whatever is drawn', () => {
    const told = (runs: number) => coverageOf('numbers', some, drawInputs(some, runs, 1));
    expect(told(1)).toEqual({ property: 'numbers', inputs: 1, classes: ['ends'], of: 3 });
    expect(told(2)).toMatchObject({ inputs: 2, classes: expect.arrayContaining(['ends']) as string[] });
    expect(told(2).classes).toHaveLength(2);
    expect(told(3)).toEqual({ property: 'numbers', inputs: 3, classes: ['ends', 'odd', 'even'], of: 3 });
    expect(told(99).inputs).toBe(6);
  });

  it('names classes by the names that they have', () => {
    for (const { drawn: all } of drawns) {
      const { classes, of } = coverageOf('x', all, drawInputs(all, 200, 3));
      expect(classes).toEqual(classesOf(all).map(({ name }) => name));
      expect(of).toBe(classes.length);
    }
  });
});

/** Questions that shrinking may ask. */
const BUDGET = 24;

/** Draws inputs, and shrinks the first that breaks; says what was asked beyond the inputs. */
async function shrunk<T>(all: Drawn<T>, breaks: (value: T) => boolean, { runs = 6, seed = 1 } = {}) {
  const inputs = drawInputs(all, runs, seed);
  const broken = inputs.find(({ value }) => breaks(value));
  const known = new Set(texts(inputs));
  const asked = new Set<string>();
  const value =
    broken &&
    (await shrink(broken, runs, seed, (one) => {
      const text = fc.stringify(one);
      if (!known.has(text)) asked.add(text);
      return Promise.resolve(breaks(one));
    }));
  return { value, broken, asked: asked.size };
}

describe('shrinking', () => {
  it.each(SEEDS.slice(0, 8))('finds the smallest input that breaks (seed %i)', async (seed) => {
    const some = drawn({ 'from 1 to 100': fc.integer({ min: 1, max: 100 }) });
    expect(await shrunk(some, (n) => n >= 37, { seed, runs: 20 })).toMatchObject({ value: 37 });
    const lists = drawn({ lists: fc.array(fc.constantFrom('a', 'b', 'c')) });
    expect((await shrunk(lists, (list) => list.includes('b'), { seed, runs: 20 })).value).toEqual(['b']);
  });

  it('stays within the class that broke', async () => {
    const some = drawn<number>({ small: [1, 2] }, { large: fc.integer({ min: 500, max: 900 }) });
    expect(await shrunk(some, (n) => n > 100)).toMatchObject({ value: 500 });
  });

  it('takes a listed value as it is, and asks nothing', async () => {
    const some = drawn<number>({ listed: [5, 1000], drawn: fc.integer({ min: 1, max: 9 }) });
    expect(await shrunk(some, (n) => n === 1000)).toMatchObject({ value: 1000, asked: 0 });
  });

  it('gives what broke back where nothing simpler does', async () => {
    const some = drawn({ texts: fc.constantFrom('b', 'a') });
    expect((await shrunk(some, (text) => text === 'b')).value).toBe('b');
  });

  it('asks no more than its budget, and reports what it saw breaking', async () => {
    const wide = drawn({ wide: fc.bigInt({ min: 0n, max: 2n ** 62n }), other: [7n] });
    await fc.assert(
      fc.asyncProperty(
        fc.integer(),
        fc.bigInt({ min: 8n, max: 2n ** 62n }),
        fc.integer({ min: 1, max: 40 }),
        async (seed, bound, runs) => {
          const { value, broken, asked } = await shrunk(wide, (one) => one >= bound, { seed, runs });
          expect(asked).toBeLessThanOrEqual(BUDGET);
          expect(value === undefined).toBe(broken === undefined);
          if (value === undefined || broken === undefined) return;
          expect(value >= bound && value <= broken.value).toBe(true);
        },
      ),
      { numRuns: 60 },
    );
  });
});
