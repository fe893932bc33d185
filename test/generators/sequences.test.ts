import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyStep, stepSequences, type SequenceStep } from '../../generators/sequences.ts';
import { concurrentGroups } from '../../src/engine/verbs/sequence.ts';

const drawn = (seed: number): readonly SequenceStep[] =>
  fc.sample(stepSequences, { seed, numRuns: 1 })[0] ?? [];
const SEEDS = Array.from({ length: 40 }, (_, seed) => seed);

describe('a walk', () => {
  it('has always as many steps of each kind, in another order for another seed', () => {
    const kinds = SEEDS.map((seed) => drawn(seed).map(({ kind }) => kind));
    expect(new Set(kinds.map((some) => some.toSorted().join())).size).toBe(1);
    expect(new Set(kinds.map((some) => some.join())).size).toBe(SEEDS.length);
    expect(drawn(1)).toEqual(drawn(1));
  });

  it('asks for the id that comes next before most animals are added, and looks at an animal last of all', () => {
    for (const seed of SEEDS) {
      const walk = drawn(seed);
      const next = walk.findIndex(({ kind }) => kind === 'next');
      expect(
        walk.slice(next).filter(({ kind }) => kind === 'create' || kind === 'unmarked').length,
      ).toBeGreaterThan(1);
      expect(walk.at(-1)?.kind).toBe('get');
      expect(concurrentGroups(walk)).toContainEqual([walk[next]]);
    }
  });

  it('has a list, a create and a get right behind a refusal, alone with the connection of it', () => {
    for (const seed of SEEDS) {
      const alone = concurrentGroups(drawn(seed));
      for (const after of ['list', 'create', 'get']) {
        for (const before of ['faulty', 'stranger']) {
          const found = alone.some(
            (some, at) =>
              some.length === 1 &&
              some[0]?.kind === before &&
              !some[0].closes &&
              alone[at + 1]?.[0]?.kind === after,
          );
          expect(found, `${before}, ${after} with seed ${String(seed)}`).toBe(true);
        }
      }
    }
  });

  it('has some steps at the same moment, and some connections that are closed', () => {
    const all = SEEDS.map(drawn);
    expect(
      all.filter((walk) => concurrentGroups(walk).some((some) => some.length > 1)).length,
    ).toBeGreaterThan(20);
    expect(all.filter((walk) => walk.some(({ closes }) => closes)).length).toBeGreaterThan(20);
  });

  it('can be made shorter although it was not drawn by what shortens it', () => {
    expect(fc.array(anyStep, { maxLength: 50 }).canShrinkWithoutContext([...drawn(3)])).toBe(true);
  });
});

it('moments are all steps in their order', () => {
  for (const seed of SEEDS) expect(concurrentGroups(drawn(seed)).flat()).toEqual(drawn(seed));
});
