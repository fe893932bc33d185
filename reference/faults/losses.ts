import type { RequirementId } from '../../requirements/index.ts';
import { as, type Fault, faultsOf } from '../define.ts';
import { keepsNewest } from '../modify.ts';

const loss = faultsOf('loss');
const falls: readonly RequirementId[] = [
  'list.limit.default',
  'list.status.with-limit',
  'get.not-found',
  'create.id.by-service',
];

/** Stores that lose animals, and look like those that are emptied or trimmed legitimately. */
export const lossFaults: readonly Fault[] = [
  ...loss(['list.complete', 'get.success'], falls, keepsNewest, {
    'holds-ten': ['Holds the newest ten animals, and loses the oldest of them with each create.', 10],
    'holds-twenty': ['Holds the newest twenty animals, and loses the oldest of them with each create.', 20],
  }),
  ...loss('list.complete', [...falls, 'get.success', 'get.removed'], keepsNewest, {
    'holds-one': ['Holds the animal alone that was added last.', 1],
  }),
  ...loss(['list.complete', 'get.success'], falls, as, {
    'one-among-others': [
      'Loses its third animal once it holds forty.',
      (base, { animals }) => ({
        async store(animal, call) {
          await base.store(animal, call);
          if (animals.size === 40) animals.delete([...animals.keys()][2] ?? -1n);
        },
      }),
    ],
    'new-ones-too': [
      'Holds sixty animals, and answers each create after that with 201 and stores nothing.',
      (base, { animals }) => ({
        store: (animal, call) => (animals.size < 60 ? base.store(animal, call) : undefined),
      }),
    ],
  }),
  ...loss('list.complete', falls, as, {
    'lists-alone': [
      'Lists the newest sixty animals; it finds all of them by their ids.',
      (base) => ({ stored: (call) => base.stored(call).slice(-60) }),
    ],
  }),
  ...loss('get.success', falls, as, {
    'gets-alone': [
      'Finds the newest sixty animals by their ids; it lists all of them.',
      (base, { animals }) => ({
        find(id, call) {
          const animal = base.find(id, call);
          return animal !== undefined && [...animals.keys()].slice(-60).includes(animal.id)
            ? animal
            : undefined;
        },
      }),
    ],
  }),
];
