import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraries, fixed } from './arbitraries.ts';

it('all of them are found', () => {
  expect(arbitraries.length).toBeGreaterThanOrEqual(15);
  expect(fixed.length).toBeGreaterThanOrEqual(10);
});

describe.each(arbitraries)('$name', ({ arbitrary }) => {
  const draw = (seed: number) =>
    fc.sample(arbitrary, { seed, numRuns: 40 }).map((value) => fc.stringify(value));

  it('gives the same values for the same seed', () => {
    expect(draw(42)).toEqual(draw(42));
  });

  it('gives more than one value', () => {
    expect(new Set([...draw(1), ...draw(2)]).size).toBeGreaterThan(1);
  });

  it('shrinks to values that it could have drawn, and comes to an end', () => {
    const { counterexample, numShrinks } = fc.check(
      fc.property(arbitrary, () => false),
      { seed: 42, numRuns: 1 },
    );
    expect(counterexample).toHaveLength(1);
    expect(numShrinks).toBeLessThan(200);
  });
});

describe.each(fixed)('$name', ({ values }) => {
  it('has examples, and none twice', () => {
    const texts = values.map((value) => fc.stringify(value));
    expect(texts.length).toBeGreaterThan(0);
    expect(new Set(texts).size).toBe(texts.length);
  });
});
