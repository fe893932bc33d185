import { int64Value } from '../src/json/int64.ts';
import { sameJson } from '../src/json/json.ts';
import type { JsonObject } from '../src/json/types.ts';
import { type Check, type Flaw, type CheckContext, flawSubjectKey } from '../src/engine/plan/index.ts';
import { invariant, type ConfirmFlaw } from '../src/engine/verbs/index.ts';
import {
  type Animal,
  createBodyOf,
  type GetReply,
  isAuthenticatedPetGet,
  isAuthenticatedList,
  isObject,
  type ListReply,
  idPositionsOf,
  isPetStatus,
} from '../src/engine/target/index.ts';
import { petStatusConfirmation } from './changed-status.ts';
import { isGetBeforeCreated } from './get-known.ts';
import { findListShowing, isFullAtMaxLimit } from './lists.ts';
import { wrongMemberFlaw } from './shape.ts';

const DOUBLE = 2n ** 53n;

/**
 * Returns the members of an animal in a response that differ from the create request. Leaves out values that differ already in
 * the 201 (create.echo), and members that are missing or of a wrong type (schema).
 * @param at JSON Pointer of the animal in the response body
 */
export function differencesFromCreate(
  animal: Animal,
  shown: JsonObject,
  { configured, at, where }: { configured: readonly bigint[]; at: string; where: 'list' | 'get' },
): readonly Flaw[] {
  if (int64Value(shown['id']) === undefined) return [];
  const { submitted, pet, id } = animal;
  const isEchoed = (member: string): boolean => sameJson(pet[member], shown[member]);
  const { name, categoryId, status } = shown;
  const isOtherName = typeof name === 'string' && name !== submitted.name && !isEchoed('name');
  const exact = int64Value(categoryId);
  const sentId = submitted.categoryId;
  // A category beyond a double's exact range, or not one that the user configured, concerns create.int64.
  const isInt64 = !configured.includes(sentId) || sentId > DOUBLE || sentId < -DOUBLE;
  const isOtherCategory =
    exact !== submitted.categoryId &&
    // If even plain animals lack an integer category, the schema check reports it.
    (exact !== undefined || isInt64) &&
    (categoryId === undefined || !isEchoed('categoryId')) &&
    // An animal with another name is another animal, so its category says nothing about how exactly large integers are read.
    !(isOtherName && isInt64);
  const mayChange = isPetStatus(status);
  // If the create omits the status, later responses may show the status of the 201, or none.
  const given = submitted.status ?? (mayChange ? pet['status'] : undefined);
  const created = isPetStatus(given) ? given : undefined;
  const isOtherStatus = created !== undefined && status !== created && !isEchoed('status');
  const wrong = { name: isOtherName, categoryId: isOtherCategory, status: isOtherStatus };
  const sent = createBodyOf({ ...submitted, ...(created !== undefined && { status: created }) });
  return (['name', 'categoryId', 'status'] as const)
    .filter((member) => wrong[member])
    .map((member): Flaw => {
      const found = wrongMemberFlaw(member, sent[member], shown[member], at);
      return {
        ...found,
        requirement: member === 'categoryId' && isInt64 ? 'create.int64' : `${where}.agrees`,
        message: `animal ${String(id)} has ${found.actual}, but was created with ${found.expected}`,
        countedAs: 'a different value',
        comparedWith: [animal.reply],
        subjects: [flawSubjectKey.animal(id), flawSubjectKey.member(where, member)],
        possibleCauses: ['create.id.unique', 'create.id.by-service'],
        ...(member === 'status' &&
          (status === undefined
            ? { kind: 'status missing', isMissing: true as const }
            : { kind: found.expected, ...(mayChange && { mayChange }) })),
      };
    });
}

function animalOf({ population }: CheckContext, { id }: GetReply): Animal | undefined {
  return /^(?:0|-?[1-9]\d*)$/u.test(id) ? population.withId(BigInt(id))[0] : undefined;
}

/** True if every plain animal was returned with an integer category; otherwise the schema check reports it, not create.int64. */
function areTyped(context: CheckContext): boolean {
  return context.api.log.every(
    (reply) =>
      !isAuthenticatedPetGet(reply) ||
      animalOf(context, reply)?.isValid !== true ||
      int64Value(reply.pet?.['categoryId']) !== undefined,
  );
}

/** Violations of get.agrees: members of an animal of the run that its GET shows differently from the create request. */
export function getDiffersFromCreateFlaws(
  reply: GetReply,
  context: CheckContext,
  reportsWrongType = false,
): readonly Flaw[] {
  const { pet } = reply;
  const animal = animalOf(context, reply);
  if (animal === undefined || pet === undefined || isGetBeforeCreated(reply, animal)) return [];
  if (!reportsWrongType && int64Value(pet['categoryId']) === undefined) return [];
  return differencesFromCreate(animal, pet, { configured: context.config.categoryIds, at: '', where: 'get' });
}

export const getMatchesCreateChecks: readonly Check[] = [
  invariant('get/agreement', {
    decides: 'get.agrees',
    mayBreak: ['create.int64'],
    needs: ['get', 'animal'],
    // Both send gets: before the target is filled, and after.
    dependsOn: ['get/each', 'get/shape'],
    of: isAuthenticatedPetGet,
    given: areTyped,
    wrong: (reply, typed, context) => getDiffersFromCreateFlaws(reply, context, typed),
    confirm: petStatusConfirmation(({ baseline }, fresh) =>
      baseline.getMade(fresh.id, fresh.answer?.receivedAt ?? 0),
    ),
    conclusive: (reply, _, context) => animalOf(context, reply) !== undefined,
    passMessage: 'gets of created animals, each returned as it was sent',
    inconclusive: 'getting an animal of the run never worked',
  }),
];

/** The animals of the run in a list, with their items; of animals with the same id, those created before the request. */
function own({ items = [], answer }: ListReply, { population }: CheckContext) {
  const [sentAt, receivedAt] = [answer?.sentAt ?? 0, answer?.receivedAt ?? 0];
  return [...idPositionsOf(items).of].flatMap(([id, at]) => {
    const item = items[at];
    if (!isObject(item)) return [];
    const all = population.withId(id);
    // Until the 201 came, the id may have been that of another client's animal, which has another name.
    const isShown = ({ since, reply, submitted }: Animal): boolean =>
      since <= sentAt ||
      (all.length < 2 && (reply.answer?.sentAt ?? 0) < receivedAt && item['name'] === submitted.name);
    return all.filter(isShown).map((animal) => ({ item, animal, at }));
  });
}

/** Gets some animals in the widest lists that this run did not create; leaves out animals that cannot be read. */
async function getOthers({
  api,
  config,
  pages,
  population,
}: CheckContext): Promise<ReadonlyMap<bigint, GetReply>> {
  const listed = (await pages.at('snapshot')).flatMap(({ items }) => [...idPositionsOf(items).of.keys()]);
  const ids = [...new Set(listed)].filter((id) => population.withId(id).length === 0);
  const step = Math.max(1, Math.floor(ids.length / config.runs));
  const chosen = ids.filter((_, at) => at % step === 0).slice(0, config.runs);
  const gets = await Promise.all(chosen.map(async (id) => [id, await api.get(id)] as const));
  return new Map(gets.filter(([, { pet }]) => pet !== undefined));
}

/** Members that no operation changes. A status may be changed by other clients. */
const LASTING = ['name', 'categoryId'] as const;

/** Violations: items of a list that differ from the GET of the same animal. */
function unlike({ items = [] }: ListReply, others: ReadonlyMap<bigint, GetReply>): readonly Flaw[] {
  const places = idPositionsOf(items).of;
  return [...others].flatMap(([id, got]) => {
    const at = places.get(id) ?? -1;
    const item = items[at];
    const { pet } = got;
    if (!isObject(item) || pet === undefined || int64Value(pet['id']) !== id) return [];
    return LASTING.flatMap((member): readonly Flaw[] => {
      const [listed, shown] = [item[member], pet[member]];
      if (listed === undefined || shown === undefined || sameJson(listed, shown)) return [];
      // A value of the wrong type is left to the schema check.
      if ((typeof listed === 'string') !== (typeof shown === 'string')) return [];
      const found = wrongMemberFlaw(member, shown, listed, `/${String(at)}`);
      return [
        {
          ...found,
          expected: `${found.expected}, as in GET /v1/pets/${String(id)}`,
          input: { petId: id },
          comparedWith: [got],
          subjects: [flawSubjectKey.animal(id), flawSubjectKey.member('get', member)],
          possibleCauses: ['get.agrees', 'create.int64', 'get.success', 'list.distinct'],
        },
      ];
    });
  });
}

/** Confirms a difference between list and GET: read again after the consistency time, both must differ in the same way. */
const onSettledReads: ConfirmFlaw<ListReply> = async (context, { reply, flaw }) => {
  await context.quiet();
  const [first] = flaw.comparedWith ?? [];
  if (first?.operation !== 'get') return undefined;
  const got = await context.api.get(first.id);
  const page = await context.api.list(reply.query);
  const again = unlike(page, new Map([[BigInt(first.id), got]]));
  return again.some(({ actual, expected }) => actual === flaw.actual && expected === flaw.expected)
    ? { times: 1, of: 1, replies: [got, page] }
    : undefined;
};

/** Violations of list.agrees: members of the run's animals that a list shows differently from the create request. */
export function listDiffersFromCreateFlaws(page: ListReply, context: CheckContext): readonly Flaw[] {
  const mine = own(page, context);
  // If even a plain animal lacks an int64 category, the schema check reports that: large numbers are not the cause.
  const typed = mine.every(
    ({ item, animal }) => !animal.isValid || int64Value(item['categoryId']) !== undefined,
  );
  const configured = context.config.categoryIds;
  return mine
    .filter(({ item }) => typed || int64Value(item['categoryId']) !== undefined)
    .flatMap(({ item, animal, at }) =>
      differencesFromCreate(animal, item, { configured, at: `/${String(at)}`, where: 'list' }),
    );
}

const agreement = {
  decides: 'list.agrees',
  mayBreak: ['create.int64'],
  needs: ['list', 'animal'],
  of: isAuthenticatedList,
  wrong: (page: ListReply, _: undefined, context: CheckContext) => listDiffersFromCreateFlaws(page, context),
  confirm: petStatusConfirmation(findListShowing),
  conclusive: (page: ListReply, _: undefined, context: CheckContext) => own(page, context).length > 0,
  passMessage: 'lists with created animals, every created animal as it was sent',
} as const;

export const listMatchesCreateChecks: readonly Check[] = [
  // Reads the lists before the target is filled: afterwards, new animals may be only in lists that other clients change.
  invariant('list/agreement-at-once', {
    ...agreement,
    title: 'animals of the run in lists that were read soon after they were added',
    passMessage: 'lists read soon after creates, every created animal as it was sent',
    stage: 'read-back',
    also: ({ pages }) => pages.at('read-back'),
  }),

  invariant('list/agreement', {
    ...agreement,
    dependsOn: ['list/limit-default', 'list/limit-in-range'],
    also: async (context, seen) =>
      seen.some((page) => own(page, context).length > 0) ? [] : context.settledLists(),
    inconclusive: 'no list showed an animal of the run',
    untestableIf: (_, seen) => seen.some(isFullAtMaxLimit),
  }),

  invariant('list/agreement-with-get', {
    decides: 'list.agrees',
    needs: ['list', 'get'],
    dependsOn: ['list/limit-default'],
    of: isAuthenticatedList,
    given: getOthers,
    wrong: (page, others) => unlike(page, others),
    confirm: onSettledReads,
    conclusive: ({ items }, others) => [...others.keys()].some((id) => idPositionsOf(items).of.has(id)),
    passMessage: 'lists with animals of others, each equal to its GET',
  }),
];
