import * as fc from 'fast-check';
import { setImmediate as tick } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { judge, type Property, type Trial } from '../../src/kit/property.ts';
import { FakeStore } from './fake-store.ts';
import { benchOf } from './lab-of.ts';

const HELD: Trial = { kind: 'held', replies: [] };
const BROKE: Trial = { kind: 'broke', expected: 'this', actual: 'that', replies: [] };
/** As the runner has it: questions beyond the first ones that shrinking may ask. */
const SHRINKING = 24;

/** Judges a property over a target that is a predicate, and counts what was asked. */
async function run<T>(
  property: Omit<Property<T>, 'ask'>,
  breaks: (value: T) => boolean,
  config: { readonly seed?: number; readonly runs?: number } = {},
) {
  const { lab } = benchOf(new FakeStore().answer, config);
  const asked: T[] = [];
  let underWay = 0;
  let widest = 0;
  const judged = await judge(lab, {
    ...property,
    ask: async (value) => {
      asked.push(value);
      underWay += 1;
      widest = Math.max(widest, underWay);
      await tick();
      underWay -= 1;
      return breaks(value) ? BROKE : HELD;
    },
  });
  return { judged, asked, widest };
}

describe('a property that holds', () => {
  it('asks all inputs side by side, each once, the fixed ones among them', async () => {
    const { judged, asked, widest } = await run(
      { arbitrary: fc.integer({ min: 1, max: 30 }), always: [1, 30], runs: 60 },
      () => false,
    );
    expect(widest).toBe(asked.length);
    expect(new Set(asked).size).toBe(asked.length);
    expect(asked).toEqual(expect.arrayContaining([1, 30]));
    expect(judged).toMatchObject({ held: [], tried: asked.length });
    expect(judged.broke).toBeUndefined();
  });

  it('asks as many as the configuration says where it does not say itself', async () => {
    const { asked } = await run({ arbitrary: fc.maxSafeInteger() }, () => false, { runs: 9 });
    expect(asked).toHaveLength(9);
  });

  it('asks the same for the same seed and label, and something else for others', async () => {
    const arbitrary = fc.maxSafeInteger();
    const asked = async (seed: number, label: string) =>
      (await run({ arbitrary, label }, () => false, { seed })).asked.map(String);
    const [one, same, otherSeed, otherLabel] = await Promise.all([
      asked(1, 'a'),
      asked(1, 'a'),
      asked(2, 'a'),
      asked(1, 'b'),
    ]);
    expect(same).toEqual(one);
    expect(otherSeed).not.toEqual(one);
    expect(otherLabel).not.toEqual(one);
  });

  it('keeps apart what held and what told nothing', async () => {
    const { lab } = benchOf(new FakeStore().answer);
    const reply = await lab.api.list();
    const judged = await judge(lab, {
      arbitrary: fc.constantFrom('held', 'void', 'silent'),
      always: ['held', 'void', 'silent'],
      runs: 0,
      ask: (value) => {
        if (value === 'held') return Promise.resolve({ kind: 'held', replies: [reply, reply] });
        return Promise.resolve(value === 'void' ? { kind: 'void', reply } : { kind: 'void' });
      },
    });
    expect(judged).toEqual({ held: [reply, reply], void: [reply], tried: 3 });
  });
});

describe('a property that breaks', () => {
  it.each([1, 2, 3, 4, 5])('is shrunk to the smallest input that breaks (seed %i)', async (seed) => {
    const { judged } = await run(
      { arbitrary: fc.integer({ min: 1, max: 100 }), always: [1, 100], runs: 5 },
      (limit) => limit >= 37,
      { seed },
    );
    expect(judged.broke).toMatchObject({ value: 37, trial: BROKE, reproduced: { times: 1, of: 1 } });
  });

  it('shrinks texts and lists too', async () => {
    const { judged } = await run(
      { arbitrary: fc.array(fc.constantFrom('a', 'b', 'c')), runs: 20 },
      (list) => list.includes('b'),
      { seed: 3 },
    );
    expect(judged.broke?.value).toEqual(['b']);
  });

  it('takes a fixed input for the counterexample where that is all that breaks', async () => {
    const { judged } = await run(
      { arbitrary: fc.integer({ min: 1, max: 9 }), always: [5, 1000], runs: 5 },
      (limit) => limit === 1000,
    );
    expect(judged.broke?.value).toBe(1000);
  });

  it('tells integers of 64 bits apart that are one double', async () => {
    const broken = 2n ** 53n + 1n;
    const { judged, asked } = await run(
      { arbitrary: fc.constantFrom(2n ** 53n, broken), always: [2n ** 53n, broken], runs: 0 },
      (value) => value === broken,
    );
    expect(judged.broke?.value).toBe(broken);
    expect(asked.filter((value) => value === 2n ** 53n)).toHaveLength(1);
  });

  it('asks no more than the first inputs, the budget of shrinking, and once to confirm', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), fc.bigInt({ min: 0n, max: 2n ** 62n }), async (seed, bound) => {
        const runs = 6;
        const { judged, asked } = await run(
          { arbitrary: fc.bigInt({ min: 0n, max: 2n ** 62n }), runs },
          (value) => value >= bound,
          { seed },
        );
        const distinct = new Set(asked).size;
        expect(distinct).toBeLessThanOrEqual(runs + SHRINKING);
        expect(asked.length).toBe(distinct + (judged.broke === undefined ? 0 : 1));
        if (judged.broke === undefined) return;
        // What is reported was really seen to break, and shrinking met nothing smaller that does.
        expect(asked.at(-1)).toBe(judged.broke.value);
        const { value } = judged.broke;
        expect(asked.slice(runs).filter((one) => one >= bound && one < value)).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  it('is still reported where it does not come again, as not steady', async () => {
    let left = 1;
    const { judged } = await run({ arbitrary: fc.constant('x'), runs: 1 }, () => left-- > 0);
    expect(judged.broke).toMatchObject({ value: 'x', trial: BROKE, reproduced: { times: 0, of: 1 } });
  });

  it('says what a bug in the question was, and does not take it for a counterexample', async () => {
    const { lab } = benchOf(new FakeStore().answer);
    const asking = judge(lab, {
      arbitrary: fc.constant('x'),
      ask: () => Promise.reject(new TypeError('x is not a function')),
    });
    await expect(asking).rejects.toThrow('x is not a function');
  });
});
