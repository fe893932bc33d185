import {
  mergeConcurrentCreates,
  rejectConcurrentCreates,
  rejectConcurrentRequests,
  returnExistingOnDuplicate,
} from '../conflicts.ts';
import { makeVariants, patchAsIs, type Variant } from '../define.ts';
import type { Patch } from '../steps.ts';
import { type Animal, RefusedRequest } from '../model.ts';
import { refuseWith, replaceStep } from '../modify.ts';

/** Rejects an animal that is one of a kind if there are so many of them. */
const roomFor =
  ([most, status, isOfKind]: readonly [
    most: number,
    status: number,
    isOfKind: (animal: Omit<Animal, 'id'>) => boolean,
  ]): Patch =>
  (base, { animals }) => ({
    readDraft(value, call) {
      const draft = base.readDraft(value, call);
      if (isOfKind(draft) && [...animals.values()].filter(isOfKind).length >= most)
        throw new RefusedRequest(status, 'internal', 'No more of these animals.');
      return draft;
    },
  });

/** Answers each create with a status, for a second after a request with this number. */
const readOnlyFrom = ([status, number]: readonly [status: number, number: number]): Patch => {
  let until = 0;
  return replaceStep('create', (call) => {
    if (call.number >= number && until === 0) until = Date.now() + 1000;
    return Date.now() < until ? refuseWith(status, 'internal', 'Read-only for now. Try again.')() : undefined;
  });
};

/** Variants that refuse creates because of other creates: equal ones, ones under way, or too many. */
export const quotaVariants: readonly Variant[] = [
  ...makeVariants('equal', patchAsIs, {
    'answered-200': [
      'Answers an equal create with 200 and the animal that is there.',
      returnExistingOnDuplicate(),
    ],
    'at-once-answered-200': [
      'Answers a create that equals one under way with 200 and the animal of that one.',
      mergeConcurrentCreates(200),
    ],
  }),
  ...makeVariants('conflict', patchAsIs, {
    'try-again': ['Answers 409 to a create while another one is under way.', rejectConcurrentCreates()],
    'one-at-a-time': [
      'Answers 409 to a request while another one of the same key is under way.',
      rejectConcurrentRequests,
    ],
    'with-others': [
      'Answers 409 to every 25th create, as if another client had changed the same table; sent again, it is accepted.',
      (base) => {
        let creates = 0;
        return {
          create: (call) =>
            (creates += 1) % 25 === 0
              ? refuseWith(409, 'internal', 'Changed by others. Try again.')()
              : base.create(call),
        };
      },
      { leaves: ['create.success'] },
    ],
  }),
  ...makeVariants('conflict', readOnlyFrom, {
    'while-failing-over': ['Answers 409 to every create for a second after its 400th request.', [409, 400]],
    'while-failing-over-423': [
      'Answers 423 to every create for a second after its 150th request.',
      [423, 150],
    ],
  }),
  ...makeVariants('conflict', roomFor, {
    'sold-quota': [
      'Takes twelve sold animals, and answers 409 to more of them.',
      [12, 409, ({ status }) => status === 'sold'],
    ],
  }),
  ...makeVariants('quota', roomFor, {
    'of-pending': [
      'Takes twelve pending animals, and answers 403 to more of them.',
      [12, 403, ({ status }) => status === 'pending'],
    ],
    'of-thirty-422': ['Takes thirty animals, and answers 422 to more of them.', [30, 422, () => true]],
    'of-one-disk': [
      'Takes fifteen animals on the disk for names up to M, and answers 507 to more of them.',
      [15, 507, ({ name }) => name < 'N'],
      { warns: ['robust.no-5xx'] },
    ],
    'of-category-3': [
      'Takes five animals of category 3, and answers 409 to more of them.',
      [5, 409, ({ categoryId }) => categoryId === 3n],
    ],
  }),
  ...makeVariants('quota', patchAsIs, {
    'makes-room': [
      'Answers 409 to a create when there are 60 animals, and then drops the oldest 30.',
      (base, { animals }) => ({
        allocate(call) {
          if (animals.size < 60) return base.allocate(call);
          for (const id of [...animals.keys()].slice(0, 30)) animals.delete(id);
          throw new RefusedRequest(409, 'internal', 'No more animals.');
        },
      }),
    ],
    renewed: [
      'Accepts 40 animals, answers 403 to the next thirty, and then accepts animals again, as if a new day had begun.',
      (base) => {
        let drafts = 0;
        return {
          allocate(call) {
            drafts += 1;
            if (drafts <= 40 || drafts > 70) return base.allocate(call);
            throw new RefusedRequest(403, 'internal', 'No more animals today.');
          },
        };
      },
      { leaves: ['create.success'] },
    ],
    'with-room-at-times': [
      'Once there are 40 animals, it answers 403 to every create before it reads the body, but for three in forty requests.',
      (base, { animals }) => ({
        create: (call) =>
          animals.size < 40 || call.number % 40 < 3
            ? base.create(call)
            : refuseWith(403, 'internal', 'No more animals.')(),
      }),
      { leaves: ['create.success', 'list.limit.maximum'] },
    ],
    'before-the-body': [
      'Answers 403 to every create once there are 20 animals, before it reads the body.',
      (base, { animals }) => ({
        create: (call) =>
          animals.size < 20 ? base.create(call) : refuseWith(403, 'internal', 'No more animals.')(),
      }),
    ],
  }),
];
