import type { Patch } from './steps.ts';
import { type Animal, type AnimalDraft, RefusedRequest } from './model.ts';
import { sleep } from './modify.ts';

/** Makes a test for animals with the same name, category and status. */
export const isEqualTo = (draft: AnimalDraft) => (animal: AnimalDraft) =>
  animal.name === draft.name && animal.categoryId === draft.categoryId && animal.status === draft.status;

/**
 * Answers a create that equals an existing animal with 200 and an animal.
 * @param which selects the animal in the response, from the equal animal and all animals
 */
export function returnExistingOnDuplicate(
  which: (equal: Animal, all: readonly Animal[]) => Animal = (equal) => equal,
): Patch {
  return (base, { animals }) => ({
    create(call) {
      base.checkMediaType(call);
      const all = [...animals.values()];
      const equal = all.find(isEqualTo(base.readDraft(base.parseBody(call), call)));
      return equal === undefined
        ? base.create(call)
        : { status: 200, headers: [], value: base.renderAnimal(which(equal, all), 'create', call) };
    },
  });
}

/**
 * Answers a valid create with 409 while another create is in progress.
 * @param forEver true to reject an equal body later too, when no other create is in progress
 */
export function rejectConcurrentCreates(forEver = false): Patch {
  return (base) => {
    let busy = false;
    const refused = new Set<string>();
    return {
      async allocate(call) {
        const body = call.body.toString('latin1');
        if (busy || refused.has(body)) {
          if (forEver) refused.add(body);
          throw new RefusedRequest(409, 'internal', 'Another animal is being added. Try again.');
        }
        busy = true;
        await sleep(1);
        busy = false;
        return base.allocate(call);
      },
    };
  };
}
