import { partition } from '../generators/partitions.ts';
import {
  type Check,
  defineCheck,
  type Flaw,
  type CheckContext,
  flawSubjectKey,
} from '../src/engine/plan/index.ts';
import { invariant, property, confirmByResending, type ConfirmFlaw } from '../src/engine/verbs/index.ts';
import {
  type Animal,
  type GetReply,
  isAuthenticatedGet,
  isGoneResponse,
  isAuthenticatedPetGet,
  isAuthenticatedList,
  isBeforeRemoval,
  lastListShowing,
  type Reply,
  statusText,
  repeatGetWhileListed,
} from '../src/engine/target/index.ts';
import { fitsInt64, int64Value } from '../src/json/int64.ts';
import { cachedBadly, foreignAnimals, spread, worthReading } from './animals-to-get.ts';
import { INVALID_CREATE_REQUIREMENTS } from './create-answers.ts';
import { ID_WITHOUT_ANIMAL } from './get-ids.ts';
import { animalIn, SENT_LATE } from './lists.ts';
import { unknownId } from './operations.ts';
import { schemaFlaw } from './shape.ts';
import { findStoreLoss } from './store-loss.ts';

/** Gets animals of the run. A GET of a missing animal is repeated until the consistency time since its create is over. */
function getAll({ baseline }: CheckContext, animals: readonly Animal[]): Promise<readonly GetReply[]> {
  return Promise.all(animals.map(({ id, since }) => baseline.getMade(id, since)));
}

/** Limits of `againOnceSettled`: how many animals it gets again, and how many GETs it sends in total. */
const AGAIN = { animals: 6, gets: 24 } as const;

/**
 * Repeats GETs of animals that were missing at first, but found within the consistency time: all later GETs must succeed. Gets
 * each animal twice in a row, because a load balancer may alternate between replicas.
 */
async function againOnceSettled(
  context: CheckContext,
  seen: readonly GetReply[],
): Promise<readonly GetReply[]> {
  const { animals, working } = knownAnimals(context);
  const missed = seen.filter((reply) => {
    const animal = animals.get(reply.id);
    return (
      animal !== undefined && isGoneResponse(reply, context.config.asOf) && !isGetBeforeCreated(reply, animal)
    );
  });
  if (working === undefined || missed.some((reply) => isLost(reply, animals.get(reply.id), context)))
    return [];
  const ids = [...new Set(missed.map(({ id }) => id))].slice(0, AGAIN.animals).flatMap((id) => [id, id]);
  if (ids.length > 0) await context.settle();
  const replies: GetReply[] = [];
  for (let turn = 0; turn < AGAIN.gets && ids.length > 0; turn += 1) {
    replies.push(await context.api.get(ids[turn % ids.length] ?? ''));
  }
  return replies;
}

interface KnownAnimals {
  readonly ids: ReadonlySet<string>;
  readonly animals: ReadonlyMap<string, Animal>;
  /** A GET that worked, so that a 404 means a missing animal and not the removal of the operation; undefined if none did. */
  readonly working: GetReply | undefined;
}

export function knownAnimals({ api, config, population }: CheckContext): KnownAnimals {
  return {
    ids: new Set([...population.knownIds()].map(String)),
    animals: new Map(population.animals().map((animal) => [String(animal.id), animal])),
    working: isBeforeRemoval(config.asOf) ? api.log.find(isAuthenticatedPetGet) : undefined,
  };
}

/** True if an animal of the run was not found, and a lagging replica is not the reason. */
function isLost(reply: GetReply, animal: Animal | undefined, { config }: CheckContext): animal is Animal {
  if (!isGoneResponse(reply, config.asOf) || animal === undefined) return false;
  return isNoLag(reply) || (reply.answer?.sentAt ?? 0) >= animal.since + config.consistencyMs;
}

/** A lagging replica answers 404 for an animal it does not know yet (section Get an animal), not 405 or 410. */
function isNoLag({ answer }: GetReply): boolean {
  return answer?.status !== 404;
}

/** True if the GET was sent before the response to the animal's create arrived. */
export function isGetBeforeCreated({ answer }: GetReply, animal: Animal | undefined): boolean {
  return animal !== undefined && (answer?.sentAt ?? 0) < animal.since;
}

/** True if an invalid create made the animal; its failures then follow from accepting that create. */
function fromInvalidBody(id: string, { api }: CheckContext): boolean {
  return api.log.some(
    (reply) => reply.operation === 'create' && reply.intent === 'invalid' && String(reply.id) === id,
  );
}

/** True for an int64 in decimal notation without leading zeros or a plus sign. */
function isCanonicalId(text: string): boolean {
  return /^(?:0|-?[1-9]\d*)$/u.test(text) && fitsInt64(BigInt(text));
}

/** The deviation of a 200 body from the requested Pet: the schema, or another id. */
function notThatPet({ answer, id, pet }: GetReply): Pick<Flaw, 'actual' | 'places'> | undefined {
  const found = answer && schemaFlaw('pet', answer, 'no Pet: ');
  if (found !== undefined) return found;
  const shown = int64Value(pet?.['id']);
  return shown === undefined || String(shown) === id
    ? undefined
    : { actual: `the Pet with id ${String(shown)}`, places: [{ part: 'body', pointer: '/id' }] };
}

/** Violations in a 200 for an id that no known animal has; another client's animal may have it. */
function wrongStranger(reply: GetReply): readonly Flaw[] {
  if (reply.answer?.status !== 200 || !isCanonicalId(reply.id)) return [];
  const found = notThatPet(reply);
  if (found === undefined) return [];
  return [
    {
      ...found,
      requirement: 'get.success',
      countedAs: 'this failure',
      expected: `404, or 200 with the Pet whose id is ${reply.id}`,
      input: { petId: reply.id },
      subjects: [ID_WITHOUT_ANIMAL, flawSubjectKey.animal(int64Value(reply.pet?.['id']))],
      possibleCauses: ['get.not-found', 'get.int64', 'create.id.unique', 'create.id.by-service'],
    },
  ];
}

/** Violations in a response to a GET with a valid id. */
export function wrongGetFlaws(
  reply: GetReply,
  { ids, animals, working }: KnownAnimals,
  context: CheckContext,
): readonly Flaw[] {
  const { answer, id } = reply;
  if (answer === undefined || answer.status === 401) return [];
  if (!ids.has(id)) return wrongStranger(reply);
  const animal = animals.get(id);
  if (isGetBeforeCreated(reply, animal)) return [];
  const flaw = (found: Pick<Flaw, 'actual' | 'places'>, ...besides: readonly Reply[]): readonly Flaw[] => [
    {
      ...found,
      requirement: 'get.success',
      countedAs: 'this failure',
      expected: `200 with the Pet whose id is ${id}`,
      input: { petId: id },
      comparedWith: [animal?.reply ?? [], besides].flat(),
      subjects: [flawSubjectKey.animal(id)],
      possibleCauses: [
        'create.id.unique',
        'create.id.by-service',
        ...(fromInvalidBody(id, context) ? INVALID_CREATE_REQUIREMENTS : []),
      ],
    },
  ];
  const wrongStatus = (why: string, ...besides: readonly Reply[]) =>
    flaw({ actual: `${statusText(reply)}${why}`, places: [{ part: 'status' }] }, ...besides);
  if (isGoneResponse(reply, context.config.asOf)) {
    const after = isNoLag(reply) ? '' : `more than ${String(context.config.consistencyMs)} ms `;
    if (working === undefined) return [];
    if (animal === undefined) {
      // Another client may have created the animal after the GET, so a list before the GET must show it.
      const shown = lastListShowing(context.api, id, answer.sentAt);
      return shown === undefined ? [] : wrongStatus(', although lists contain it', shown, working);
    }
    if (!isLost(reply, animal, context)) return [];
    return wrongStatus(` ${after}after it was added (status ${animal.submitted.status ?? 'none'})`, working);
  }
  if (answer.status !== 200) return wrongStatus('');
  const found = notThatPet(reply);
  return found === undefined ? [] : flaw(found);
}

const COMES_AND_GOES =
  'Either another client removed an animal and restored it, or the service finds the animal only at some gets';

/**
 * Confirms a missing animal. Another client's animal may be removed legitimately, so lists before and after both failing
 * GETs must show it. If a list showed the animal long before, and a later GET finds it, the result is undecided.
 */
export const confirmMissingAnimal: ConfirmFlaw<GetReply> = async (context, flawed, wrongs) => {
  const { id, answer } = flawed.reply;
  // A store that was emptied since may have given the id to a newer animal, which is there.
  const own = context.population
    .animals()
    .findLast((animal) => String(animal.id) === id && !isGetBeforeCreated(flawed.reply, animal));
  if (!isGoneResponse(flawed.reply, context.config.asOf)) return confirmByResending(context, flawed, wrongs);
  // A 404 within the consistency time is no flaw to begin with, and no other answer says that reads lag.
  if (own !== undefined)
    return (await findStoreLoss(context, own)) ?? confirmByResending(context, flawed, wrongs);
  const rounds = await repeatGetWhileListed(context.api, id);
  if (rounds === undefined) return undefined;
  if (rounds.some(({ get }) => wrongs(get).length === 0)) {
    const first = context.api.log
      .filter(isAuthenticatedList)
      .find((page) => animalIn(page, BigInt(id)) !== undefined);
    const isNew =
      (first?.answer?.receivedAt ?? Infinity) > (answer?.sentAt ?? 0) - context.config.consistencyMs;
    return isNew ? undefined : { why: COMES_AND_GOES };
  }
  return { times: rounds.length, of: rounds.length, replies: rounds.flatMap(({ list, get }) => [list, get]) };
};

export const getKnownChecks: readonly Check[] = [
  defineCheck({
    id: 'get/each',
    title: 'animals of the run, asked for one by one',
    mayBreak: ['get.success', 'get.agrees', 'create.int64'],
    needs: ['get', 'animal'],
    stage: 'read-back',
    dependsOn: ['create/categories'],
    // Only sends requests; get/shape and get/agreement judge the responses. A second get may come from a cache.
    probe: async (context) => {
      const animals = worthReading(context);
      // A server that looks several ids up at once must not mix the results up if one of them is unknown.
      await Promise.all([context.api.get(unknownId(context)), getAll(context, animals)]);
      const headers = [['Accept-Encoding', 'gzip']] as const;
      await Promise.all(cachedBadly(animals).map(({ id }) => context.api.get(id, { headers })));
    },
  }),

  property<bigint, GetReply>('get/other-id-in-query', {
    decides: 'get.success',
    stage: 'read-back',
    needs: ['get', 'animal'],
    animal: ({ population }) => population.animals()[0]?.id,
    draw: ({ animal }) =>
      partition({ 'the id of another animal in the query': animal === undefined ? [] : [animal] }),
    ask: (id, { api, population }) => {
      const other = String(population.animals().find((animal) => animal.id !== id)?.id ?? id);
      return api.get(id, { segment: `${String(id)}?id=${other}&petId=${other}` });
    },
    expect: (reply) => {
      if (reply.answer?.status !== 200) return 'no-evidence';
      const found = notThatPet(reply);
      return found === undefined ? 'met' : { ...found, expected: `200 with the Pet whose id is ${reply.id}` };
    },
    passMessage: 'gets with a second id in the query, each answered with the animal whose id is in the path',
    optional: true,
  }),

  invariant('get/shape', {
    decides: 'get.success',
    dependsOn: ['get/each'],
    of: isAuthenticatedGet,
    given: async (context) => {
      const found = await context.baseline.of('get');
      if (found.usable) {
        await getAll(context, spread(context));
        await Promise.all(foreignAnimals(context).map((id) => context.api.get(id)));
      }
      return {
        ...knownAnimals(context),
        // If a failure of get.success made GET unusable, get/shape must report that failure.
        removed: !found.usable && found.because === undefined && !isBeforeRemoval(context.config.asOf),
      };
    },
    also: againOnceSettled,
    classOf: ({ id }, { ids, removed }) => (removed || !ids.has(id) ? undefined : `the animal ${id}`),
    wrong: (reply, given, context) => (given.removed ? [] : wrongGetFlaws(reply, given, context)),
    confirm: confirmMissingAnimal,
    conclusive: ({ pet, id }, { ids, removed }) => !removed && pet !== undefined && ids.has(id),
    passMessage: 'gets of known animals, each answered with 200 and that animal',
    requires: 'get',
  }),

  // What stops to store late, at a full disk say, shows at the animal that is added after everything else. A target that locks
  // its clients out may do so just before.
  invariant('get/at-the-end', {
    ...SENT_LATE,
    title: 'the animal that was added last, and gets beside requests with a wrong key',
    decides: 'get.success',
    needs: ['get', 'animal'],
    of: (reply): reply is GetReply =>
      isAuthenticatedGet(reply) && ![402, 403].includes(reply.answer?.status ?? 0),
    given: knownAnimals,
    wrong: wrongGetFlaws,
    confirm: confirmMissingAnimal,
    conclusive: ({ pet, id }, { ids }) => pet !== undefined && ids.has(id),
    passMessage: 'gets of known animals at the end of the run, each answered with 200 and that animal',
  }),
];
