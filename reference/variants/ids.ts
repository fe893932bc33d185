import { randomBytes } from 'node:crypto';
import { patchAsIs, type Variant, makeVariants } from '../define.ts';
import type { Patch } from '../steps.ts';

/** Assigns ids from `next`, skipping ids in use. */
const draws = (next: () => bigint): Patch => {
  return (_, world) => ({
    allocate() {
      let id = next();
      while (world.animals.has(id)) id = next();
      return id;
    },
  });
};

/** Assigns ids computed from the counter. */
const counts = (id: (count: bigint) => bigint): Patch => {
  return (_, world) => ({ allocate: () => id(world.nextId++) });
};

const paired: Patch = (base, world) => {
  const strangers = [999_999_999n, 2n ** 31n - 1n, 2n ** 53n, 2n ** 63n - 1n];
  for (const id of strangers) world.animals.set(id, { id, name: 'Stranger', categoryId: 1n });
  return {
    async store(animal, call) {
      await base.store(animal, call);
      const id = animal.id + 2n ** 32n;
      await base.store({ id, name: 'Stranger', categoryId: 2n, status: 'sold' }, call);
    },
  };
};

/** Variants of the ids that a server assigns. */
export const idVariants: readonly Variant[] = makeVariants('ids', patchAsIs, {
  'past-2-53': ['Counts ids from 2^53 + 1 on.', () => ({}), { start: { firstId: 2n ** 53n + 1n } }],
  'past-2-32': ['Counts ids from 2^32 + 1.', () => ({}), { start: { firstId: 2n ** 32n + 1n } }],
  random: ['Draws ids of 63 bits at random.', draws(() => randomBytes(8).readBigUInt64BE() >> 1n)],
  negative: ['Counts ids down from -1.', counts((count) => -count)],
  'from-zero': ['Counts ids from 0.', () => ({}), { start: { firstId: 0n } }],
  highest: ['Counts ids down from the highest int64.', counts((count) => 2n ** 63n - count)],
  steps: ['Counts ids in steps of ten, as one of many databases does.', counts((count) => count * 10n + 7n)],
  paired: ['Holds another animal 2^32 above every id, and animals at round ids.', paired],
});
