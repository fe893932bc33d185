import { randomBytes } from 'node:crypto';
import { defineVariant, type Variant } from '../define.ts';
import type { Patch } from '../hooks.ts';

const random = (): bigint => randomBytes(8).readBigUInt64BE() >> 1n;

const allocates = (next: () => bigint): Patch => {
  return (_, world) => ({
    allocate() {
      let id = next();
      while (world.animals.has(id)) id = next();
      return id;
    },
  });
};

/** How ids can look. */
export const idVariants: readonly Variant[] = [
  defineVariant({
    id: 'ids/past-2-53',
    title: 'Counts ids from 2^53 + 1, beyond what a double holds.',
    start: { firstId: 2n ** 53n + 1n },
  }),
  defineVariant({
    id: 'ids/past-2-32',
    title: 'Counts ids from 2^32 + 1.',
    start: { firstId: 2n ** 32n + 1n },
  }),
  defineVariant({
    id: 'ids/random',
    title: 'Draws ids of 63 bits at random.',
    patch: allocates(random),
  }),
  defineVariant({
    id: 'ids/negative',
    title: 'Counts ids down from -1.',
    patch: (_, world) => ({ allocate: () => -world.nextId++ }),
  }),
  defineVariant({
    id: 'ids/from-zero',
    title: 'Counts ids from 0.',
    start: { firstId: 0n },
  }),
  defineVariant({
    id: 'ids/highest',
    title: 'Counts ids down from the highest int64.',
    patch: (_, world) => ({ allocate: () => 2n ** 63n - world.nextId++ }),
  }),
  defineVariant({
    id: 'ids/steps',
    title: 'Counts ids in steps of ten, as one of several databases does.',
    patch: (_, world) => ({ allocate: () => world.nextId++ * 10n + 7n }),
  }),
  defineVariant({
    id: 'ids/paired',
    title: 'Holds another animal 2^32 above every id, and animals at round ids.',
    patch: (base, world) => {
      const strangers = [999_999_999n, 2n ** 31n - 1n, 2n ** 53n, 2n ** 63n - 1n];
      for (const id of strangers) world.animals.set(id, { id, name: 'Stranger', categoryId: 1n });
      return {
        async store(animal, call) {
          await base.store(animal, call);
          const id = animal.id + 2n ** 32n;
          await base.store({ id, name: 'Stranger', categoryId: 2n, status: 'sold' }, call);
        },
      };
    },
  }),
];
