import { type Fault, faultsOf } from '../define.ts';
import type { Patch } from '../hooks.ts';
import type { Animal } from '../model.ts';

/** Gives other animals the status of the one that is added, as an update without its WHERE does. */
const overwritten =
  (who: (id: bigint, stored: Animal) => boolean): Patch =>
  (base, world) => ({
    async store(animal, call) {
      await base.store(animal, call);
      for (const other of world.animals.values())
        if (other.id !== animal.id && animal.status !== undefined && who(other.id, animal))
          world.animals.set(other.id, { ...other, status: animal.status });
    },
  });

export const stateFaults: readonly Fault[] = [
  ...faultsOf('state')(
    ['get.agrees', 'list.agrees'],
    ['list.status.filter', 'list.complete', 'list.status.with-limit'],
    overwritten,
    {
      'status-of-all': ['Gives every animal the status of the one that is added.', () => true],
      'sold-for-all': ['Sells every animal where a sold one is added.', (_, { status }) => status === 'sold'],
      'status-of-the-one-before': [
        'Gives the animal before the one that is added its status.',
        (id, stored) => id === stored.id - 1n,
      ],
    },
  ),
];
