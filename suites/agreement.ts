import { int64 } from '../src/json/int64.ts';
import { sameJson, writeJson } from '../src/json/json.ts';
import type { JsonObject } from '../src/json/types.ts';
import type { Check } from '../src/engine/check.ts';
import { onFreshAnimals } from '../src/engine/confirm.ts';
import { type Flaw, subject } from '../src/engine/flaw.ts';
import type { Lab } from '../src/engine/lab.ts';
import { isStatus } from '../src/engine/lists.ts';
import type { Animal } from '../src/engine/population.ts';
import { type GetReply, isGot } from '../src/engine/replies.ts';
import { always } from '../src/engine/verbs/always.ts';
import { isEarly } from './get-known.ts';

const DOUBLE = 2n ** 53n;
const SHOWS = { list: 'a list', get: 'getting it' } as const;

/** Whether a category id needs more than a double to be exact, or is none of those that the user configured. */
function isInt64Matter(categoryId: bigint, configured: readonly bigint[]): boolean {
  return !configured.includes(categoryId) || categoryId > DOUBLE || categoryId < -DOUBLE;
}

/**
 * How an animal, as an answer shows it, differs from what it was created with. A value that the 201 showed in place of
 * the submitted one is a matter of the 201; a required member that is missing or of the wrong type is one of the shape.
 * @param at JSON Pointer of the animal in the answer
 */
export function disagreements(
  animal: Animal,
  shown: JsonObject,
  { configured, at, where }: { configured: readonly bigint[]; at: string; where: keyof typeof SHOWS },
): readonly Flaw[] {
  if (int64(shown['id']) === undefined) return [];
  const { submitted, pet, id } = animal;
  const isEchoed = (member: string): boolean => {
    const [echoed, value] = [pet[member], shown[member]];
    return echoed === undefined || value === undefined ? echoed === value : sameJson(echoed, value);
  };
  const flaw = (
    member: 'name' | 'categoryId' | 'status',
    expected: string,
    more: Partial<Flaw> = {},
  ): readonly Flaw[] => {
    const actual = shown[member] === undefined ? undefined : writeJson(shown[member]);
    return [
      {
        requirement: `${where}.agrees`,
        kind: member,
        message: `the animal ${String(id)} was created with ${member} ${expected}, and ${SHOWS[where]} shows ${actual ?? 'none'}`,
        expected: `${member} ${expected}`,
        actual: actual === undefined ? `no ${member}` : `${member} ${actual}`,
        places: [{ part: 'body', pointer: `${at}/${member}` }],
        beside: [animal.reply],
        about: [subject.animal(id), subject.member(where, member)],
        explainedBy: ['create.id.unique', 'create.id.by-service'],
        ...more,
      },
    ];
  };
  const { name, categoryId, status } = shown;
  const isOtherName = typeof name === 'string' && name !== submitted.name && !isEchoed('name');
  const exact = int64(categoryId);
  const isInt64 = isInt64Matter(submitted.categoryId, configured);
  const isOtherCategory =
    exact !== submitted.categoryId &&
    // What is no integer in lists of plain animals too is a matter of the shape.
    (exact !== undefined || isInt64) &&
    (categoryId === undefined || !isEchoed('categoryId')) &&
    // With another name it is another animal: its category lost nothing.
    !(isOtherName && isInt64);
  const isOtherStatus = submitted.status !== undefined && status !== submitted.status && !isEchoed('status');
  const mayChange = typeof status === 'string' && isStatus(status);
  const sent = writeJson(submitted.status ?? '');
  return [
    ...(isOtherName ? flaw('name', writeJson(submitted.name)) : []),
    ...(isOtherCategory
      ? flaw('categoryId', String(submitted.categoryId), isInt64 ? { requirement: 'create.int64' } : {})
      : []),
    ...(isOtherStatus
      ? flaw('status', sent, { kind: `status ${sent}`, ...(mayChange && { mayChange }) })
      : []),
  ];
}

function animalOf({ population }: Lab, { id }: GetReply): Animal | undefined {
  return population.animals().find((animal) => String(animal.id) === id);
}

/** Whether plain animals are shown with an integer category: else it is a matter of the shape, not of exactness. */
function isTyped(lab: Lab): boolean {
  return lab.api.log.every(
    (reply) =>
      !isGot(reply) || animalOf(lab, reply)?.plain !== true || int64(reply.pet?.['categoryId']) !== undefined,
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
    of: isGot,
    given: isTyped,
    wrong: (reply, typed, lab) => wrongPet(reply, lab, typed),
    confirm: onFreshAnimals(({ baseline }, fresh) =>
      baseline.getMade(fresh.id, fresh.answer?.receivedAt ?? 0),
    ),
    conclusive: (reply, _, lab) => animalOf(lab, reply) !== undefined,
    passes: (replies) => `${String(replies.length)} animals, each with the values it was created with`,
    vacuous: () => 'no animal of the run could be got',
  }),
];
