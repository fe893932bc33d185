import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { partition, partitionOfEach, mapPartitions, type Partitions } from '../../generators/partitions.ts';
import { drawns, uncalled } from './drawns.ts';

it('all of what is drawn is found', () => {
  expect(drawns.length).toBeGreaterThanOrEqual(20);
  expect(uncalled).toEqual([
    'credentials.randomTokenHeader',
    'credentials.keyInOtherScheme',
    'credentials.alteredKey',
    'names.applyNameChange',
  ]);
});

describe.each(drawns)('$name', ({ drawn: classes }) => {
  const texts = (values: readonly unknown[]) => values.map((value) => fc.stringify(value));

  it('has classes, each with a name of its own', () => {
    expect(classes.length).toBeGreaterThan(0);
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
  const names = (all: Partitions<unknown>) => all.map(({ name }) => name);
  const small = partition<number>({ few: [1, 2], drawn: fc.integer({ min: 3, max: 9 }), none: [] });

  it('stand under their names; one without values is left out', () => {
    expect(names(small)).toEqual(['few', 'drawn']);
    expect(small[0]).toMatchObject({ values: [1, 2] });
    expect(small[1]).not.toHaveProperty('values');
  });

  it('can be each of one value, and with other values', () => {
    expect(partitionOfEach(['a', 'b'], (text) => `the ${text}`)).toMatchObject([
      { name: 'the a', values: ['a'] },
      { name: 'the b', values: ['b'] },
    ]);
    const doubled = mapPartitions(small, (n) => n * 2);
    expect(names(doubled)).toEqual(names(small));
    expect(doubled[0]?.values).toEqual([2, 4]);
    for (const { draw } of doubled) fc.assert(fc.property(draw, (n) => n % 2 === 0));
  });
});
