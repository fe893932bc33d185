import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawn, each, mapped, together } from '../../generators/drawn.ts';
import { classesOf, drawns, uncalled } from './drawns.ts';

it('all of what is drawn is found', () => {
  expect(drawns.length).toBeGreaterThanOrEqual(20);
  expect(uncalled).toEqual(['ids.lookalikes']);
});

describe.each(drawns)('$name', ({ drawn: all }) => {
  const classes = classesOf(all);
  const texts = (values: readonly unknown[]) => values.map((value) => fc.stringify(value));

  it('has classes that every run meets, each with a name of its own', () => {
    expect(all.always.length).toBeGreaterThan(0);
    const names = classes.map(({ name }) => name);
    expect(names.filter((name) => !/^[^\s,].*\S$/.test(name))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  });

  it('has no value twice in a class, and draws the values of a class where it has them', () => {
    for (const { name, draw, values } of classes) {
      if (values === undefined) continue;
      expect(new Set(texts(values)).size, name).toBe(values.length);
      const sampled = texts(fc.sample(draw, { seed: 42, numRuns: 20 }));
      expect(texts(values), name).toEqual(expect.arrayContaining(sampled));
    }
  });

  it('gives the same values for the same seed, and more than one', () => {
    const sampled = (seed: number) =>
      classes.map(({ draw }) => texts(fc.sample(draw, { seed, numRuns: 20 })));
    expect(sampled(42)).toEqual(sampled(42));
    expect(new Set([...sampled(1), ...sampled(2)].flat()).size).toBeGreaterThan(1);
  });

  it('shrinks to values that it could have drawn, and comes to an end', () => {
    for (const { name, draw, values } of classes) {
      if (values !== undefined) continue;
      const never = fc.property(draw, () => false);
      const { counterexample, numShrinks } = fc.check(never, { seed: 42, numRuns: 1 });
      expect(counterexample, name).toHaveLength(1);
      expect(numShrinks, name).toBeLessThan(200);
    }
  });
});

describe('classes', () => {
  const names = (all: Parameters<typeof classesOf>[0]) => classesOf(all).map(({ name }) => name);
  const small = drawn<number>({ few: [1, 2] }, { drawn: fc.integer({ min: 3, max: 9 }), none: [] });

  it('stand under their names; one without values is left out', () => {
    expect(small.always).toMatchObject([{ name: 'few', values: [1, 2] }]);
    expect(names(small)).toEqual(['few', 'drawn']);
    expect(small.inTurn[0]).not.toHaveProperty('values');
  });

  it('can be each of one value, with other values, and those of several properties', () => {
    expect(drawn(each(['a', 'b'], (text) => `the ${text}`)).always).toMatchObject([
      { name: 'the a', values: ['a'] },
      { name: 'the b', values: ['b'] },
    ]);
    const doubled = mapped(small, (n) => n * 2);
    expect(names(doubled)).toEqual(names(small));
    expect(doubled.always[0]?.values).toEqual([2, 4]);
    for (const { draw } of classesOf(doubled)) fc.assert(fc.property(draw, (n) => n % 2 === 0));
    expect(names(together(drawn({ one: [0] }), small))).toEqual(['one', 'few', 'drawn']);
  });
});
