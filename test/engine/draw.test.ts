import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { partition, type Partitions } from '../../generators/partitions.ts';
import { drawInputs, deriveSeed, shrinkInput } from '../../src/engine/target/draw.ts';
import { groupBy } from '../../src/base/group-by.ts';
import { drawns } from '../generators/drawns.ts';

/** Seeds as checks have them. */
const SEEDS = Array.from({ length: 40 }, (_, n) => deriveSeed(n, 'some/check '));

function texts(inputs: readonly { readonly value: unknown }[]): readonly string[] {
  return inputs.map(({ value }) => fc.stringify(value));
}

describe.each(drawns)('inputs of $name', ({ drawn: all }) => {
  const listed = all.filter(({ values }) => values !== undefined);

  it('meet every class, whatever the seed, and as many values of each as are asked for, or there are', () => {
    for (const seed of SEEDS.slice(0, 10)) {
      for (const runs of [1, 2, 5, 40]) {
        const inputs = drawInputs(all, runs, seed);
        const some = groupBy(inputs, ({ from }) => from.name);
        expect([...some.keys()]).toEqual(all.map(({ name }) => name));
        for (const { name, values = [] } of listed) {
          expect(some.get(name), name).toHaveLength(Math.min(runs, values.length));
        }
        for (const [name, own] of some) expect(new Set(texts(own)).size, name).toBe(own.length);
      }
    }
  });

  it('of a few rounds are the first of those of more', () => {
    for (const seed of SEEDS.slice(0, 10)) {
      const few = texts(drawInputs(listed, 2, seed));
      expect(texts(drawInputs(listed, 5, seed)).slice(0, few.length)).toEqual(few);
    }
  });
});

it('values of a class come in turn from seed to seed', () => {
  const some = partition({ few: [1, 2, 3], others: [4, 5] });
  const met = new Set(SEEDS.flatMap((seed) => texts(drawInputs(some, 1, seed))));
  expect(met.size).toBe(5);
});

/** Questions that shrinking may ask. */
const BUDGET = 24;

/** Draws inputs, and shrinks the first that breaks; says what was asked beyond the inputs. */
async function shrunk<T>(all: Partitions<T>, breaks: (value: T) => boolean, { runs = 6, seed = 1 } = {}) {
  const inputs = drawInputs(all, runs, seed);
  const broken = inputs.find(({ value }) => breaks(value));
  const known = new Set(texts(inputs));
  const asked = new Set<string>();
  const value =
    broken &&
    (await shrinkInput(broken, runs, seed, (one) => {
      const text = fc.stringify(one);
      if (!known.has(text)) asked.add(text);
      return Promise.resolve(breaks(one));
    }));
  return { value, broken, asked: asked.size };
}

describe('shrinking', () => {
  it.each(SEEDS.slice(0, 8))('finds the smallest input that breaks (seed %i)', async (seed) => {
    const some = partition({ 'from 1 to 100': fc.integer({ min: 1, max: 100 }) });
    expect(await shrunk(some, (n) => n >= 37, { seed, runs: 20 })).toMatchObject({ value: 37 });
    const lists = partition({ lists: fc.array(fc.constantFrom('a', 'b', 'c')) });
    expect((await shrunk(lists, (list) => list.includes('b'), { seed, runs: 20 })).value).toEqual(['b']);
  });

  it('stays within the class that broke', async () => {
    const some = partition<number>({ small: [1, 2], large: fc.integer({ min: 500, max: 900 }) });
    expect(await shrunk(some, (n) => n > 100)).toMatchObject({ value: 500 });
  });

  it('takes a listed value as it is, and asks nothing', async () => {
    const some = partition<number>({ listed: [5, 1000], drawn: fc.integer({ min: 1, max: 9 }) });
    expect(await shrunk(some, (n) => n === 1000)).toMatchObject({ value: 1000, asked: 0 });
  });

  it('gives what broke back where nothing simpler does', async () => {
    const some = partition({ texts: fc.constantFrom('b', 'a') });
    expect((await shrunk(some, (text) => text === 'b')).value).toBe('b');
  });

  it('asks no more than its budget, and reports what it saw breaking', async () => {
    const wide = partition({ wide: fc.bigInt({ min: 0n, max: 2n ** 62n }), other: [7n] });
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
