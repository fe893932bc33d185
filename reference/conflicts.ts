import type { Patch } from './hooks.ts';
import { type Animal, Refusal, type Reply } from './model.ts';
import { sleep } from './modify.ts';

/** An animal that is equal to the one that is asked for is there already. */
class Again extends Error {
  readonly animal: Animal;

  constructor(animal: Animal) {
    super('It is there already.');
    this.animal = animal;
  }
}

/**
 * Answers an equal create with 200 and an animal.
 * @param which the animal that is shown, of all and the one that is equal
 */
export function equalAgain(
  which: (equal: Animal, all: readonly Animal[]) => Animal = (equal) => equal,
): Patch {
  return (base, { animals }) => ({
    readDraft(value, call) {
      const draft = base.readDraft(value, call);
      const all = [...animals.values()];
      const equal = all.find(
        ({ name, categoryId, status }) =>
          name === draft.name && categoryId === draft.categoryId && status === draft.status,
      );
      if (equal !== undefined) throw new Again(which(equal, all));
      return draft;
    },
    async create(call): Promise<Reply> {
      try {
        return await base.create(call);
      } catch (error) {
        if (!(error instanceof Again)) throw error;
        return { status: 200, headers: [], value: base.renderAnimal(error.animal, 'create', 0, call) };
      }
    },
  });
}

/**
 * Answers 409 to a good create while another one is under way.
 * @param forEver whether the same body is refused from then on
 */
export function oneCreateAtATime(forEver = false): Patch {
  return (base) => {
    let busy = false;
    const refused = new Set<string>();
    return {
      async allocate(call) {
        const body = call.body.toString('latin1');
        if (busy || refused.has(body)) {
          if (forEver) refused.add(body);
          throw new Refusal(409, 'internal', 'Another animal is being added. Try again.');
        }
        busy = true;
        await sleep(1);
        busy = false;
        return base.allocate(call);
      },
    };
  };
}
