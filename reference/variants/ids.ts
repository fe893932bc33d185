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
];
