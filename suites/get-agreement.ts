import type { Check } from '../src/kit/check.ts';
import { onFreshAnimals } from '../src/kit/confirm.ts';
import { int64 } from '../src/json/int64.ts';
import type { Lab } from '../src/kit/lab.ts';
import type { Animal } from '../src/kit/population.ts';
import { isGet, type GetReply } from '../src/kit/replies.ts';
import { always } from '../src/kit/verbs/always.ts';
import { disagreements } from './agreement.ts';
import { isEarly } from './get-known.ts';

function animalsOf({ population }: Lab): ReadonlyMap<string, Animal> {
  return new Map(population.animals().map((animal) => [String(animal.id), animal]));
}

/** Whether plain animals are shown with an integer category: else it is a matter of the shape, not of exactness. */
function isTyped(lab: Lab, animals: ReadonlyMap<string, Animal>): boolean {
  return lab.api.log.every(
    (reply) =>
      !isGet(reply) ||
      reply.pet === undefined ||
      animals.get(reply.id)?.plain !== true ||
      int64(reply.pet['categoryId']) !== undefined,
  );
}

export const agreementChecks: readonly Check[] = [
  always('get/agreement', {
    title: 'the values of every animal of the run that was got',
    decides: ['get.agrees', 'create.int64'],
    needs: ['get', 'animal'],
    pulls: ['get/each'],
    of: (reply): reply is GetReply => isGet(reply) && reply.pet !== undefined,
    given: (lab) => ({ animals: animalsOf(lab), typed: isTyped(lab, animalsOf(lab)) }),
    wrong: (reply, { typed }, lab) => {
      const animal = lab.population.animals().find(({ id }) => String(id) === reply.id);
      if (animal === undefined || reply.pet === undefined || isEarly(reply, animal)) return undefined;
      if (!typed && int64(reply.pet['categoryId']) === undefined) return undefined;
      const shown = { configured: lab.config.categoryIds, at: '', where: 'get' as const };
      return disagreements(animal, reply.pet, shown);
    },
    confirm: onFreshAnimals(({ baseline }, fresh) =>
      baseline.getMade(fresh.id, fresh.answer?.receivedAt ?? 0),
    ),
    telling: ({ id }, { animals }) => animals.has(id),
    passes: (replies) => `${String(replies.length)} animals, each with the values it was created with`,
    lacks: () => 'no animal of the run could be got',
  }),
];
