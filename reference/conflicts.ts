import type { Patch } from './steps.ts';
import { type Animal, type AnimalDraft, RefusedRequest, type Reply } from './model.ts';
import { sleep } from './modify.ts';

/** Makes a test for animals with the same name, category and status. */
export const isEqualTo = (draft: AnimalDraft) => (animal: AnimalDraft) =>
  animal.name === draft.name && animal.categoryId === draft.categoryId && animal.status === draft.status;

/**
 * Answers a create that equals an existing animal, as it was created, with 200 and an animal.
 * @param which selects the animal in the response, from the equal animal and all animals
 * @param equalTo makes a test for equal animals
 */
export function returnExistingOnDuplicate(
  which: (equal: Animal, all: readonly Animal[]) => Animal = (equal) => equal,
  equalTo = isEqualTo,
): Patch {
  return (base, { animals }) => {
    const created = new Map<bigint, Animal>();
    return {
      async store(animal, call) {
        created.set(animal.id, animal);
        await base.store(animal, call);
      },
      create(call) {
        base.checkMediaType(call);
        const all = [...animals.values()];
        const isEqual = equalTo(base.readDraft(base.parseBody(call), call));
        const equal = all.find((animal) => isEqual(created.get(animal.id) ?? animal));
        return equal === undefined
          ? base.create(call)
          : { status: 200, headers: [], value: base.renderAnimal(which(equal, all), 'create', call) };
      },
    };
  };
}

/**
 * Answers a create that equals one in progress with the animal of that one.
 * @param status the status of that response
 */
export function mergeConcurrentCreates(status: 200 | 201): Patch {
  return (base) => {
    const running = new Map<string, Promise<Reply>>();
    return {
      async create(call) {
        const body = call.body.toString();
        const first = running.get(body);
        if (first !== undefined) return { ...(await first), status };
        const reply = sleep(40).then(() => base.create(call));
        running.set(body, reply);
        return reply.finally(() => running.delete(body));
      },
    };
  };
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

/** Answers a request with the key with 409 while another one is in progress. */
export const rejectConcurrentRequests: Patch = (base) => {
  let busy = false;
  return {
    async authenticate(call) {
      await base.authenticate(call);
      if (busy) throw new RefusedRequest(409, 'internal', 'Another request is in progress. Try again.');
      busy = true;
      await sleep(1);
      busy = false;
    },
  };
};
