import type { Check } from '../src/kit/check.ts';
import { onFreshAnimals } from '../src/kit/confirm.ts';
import type { Flaw } from '../src/kit/flaw.ts';
import { int64 } from '../src/json/int64.ts';
import type { Lab } from '../src/kit/lab.ts';
import type { Animal } from '../src/kit/population.ts';
import { isGet, type GetReply } from '../src/kit/replies.ts';
import { always } from '../src/kit/verbs/always.ts';
import { disagreements } from './agreement.ts';
import { isEarly } from './get-known.ts';

function animalOf({ population }: Lab, { id }: GetReply): Animal | undefined {
  return population.animals().find((animal) => String(animal.id) === id);
}

/** Whether plain animals are shown with an integer category: else it is a matter of the shape, not of exactness. */
function isTyped(lab: Lab): boolean {
  return lab.api.log.every(
    (reply) =>
      !isGet(reply) ||
      reply.pet === undefined ||
      animalOf(lab, reply)?.plain !== true ||
      int64(reply.pet['categoryId']) !== undefined,
  );
}

/** How an animal of the run differs, as getting it shows it, from what it was created with. */
export function wrongPet(reply: GetReply, lab: Lab, typed = false): readonly Flaw[] {
  const { pet } = reply;
  const animal = animalOf(lab, reply);
  if (animal === undefined || pet === undefined || isEarly(reply, animal)) return [];
  if (!typed && int64(pet['categoryId']) === undefined) return [];
  return disagreements(animal, pet, { configured: lab.config.categoryIds, at: '', where: 'get' });
}

export const agreementChecks: readonly Check[] = [
  always('get/agreement', {
    title: 'the values of every animal of the run that was got',
    decides: ['get.agrees', 'create.int64'],
    needs: ['get', 'animal'],
    pulls: ['get/each'],
    of: (reply): reply is GetReply => isGet(reply) && reply.pet !== undefined,
    given: isTyped,
    wrong: (reply, typed, lab) => wrongPet(reply, lab, typed),
    confirm: onFreshAnimals(({ baseline }, fresh) =>
      baseline.getMade(fresh.id, fresh.answer?.receivedAt ?? 0),
    ),
    telling: (reply, _, lab) => animalOf(lab, reply) !== undefined,
    passes: (replies) => `${String(replies.length)} animals, each with the values it was created with`,
    lacks: () => 'no animal of the run could be got',
  }),
];
