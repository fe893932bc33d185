import { otherClientHeaders } from '../generators/forms.ts';
import {
  brokenEscapes,
  boundaryIds,
  invalidIds,
  overflowingIds,
  positiveIds,
  similarIds,
  unknownIds,
} from '../generators/ids.ts';
import type { Partitions } from '../generators/partitions.ts';
import { type Check, type CheckContext, flawSubjectKey } from '../src/engine/plan/index.ts';
import {
  expectClientError,
  type ExpectationResult,
  property,
  expectStatus,
  judgeUnlessTurnedAway,
} from '../src/engine/verbs/index.ts';
import { type Animal, type GetReply, statusText } from '../src/engine/target/index.ts';
import { int64Value } from '../src/json/int64.ts';
import { unknownId } from './operations.ts';

const NOT_FOUND = expectStatus(404);
export const ID_WITHOUT_ANIMAL = 'an id without an animal';

/** Statuses for an animal that the key may not see, or that was removed. */
const NOT_OURS: ReadonlySet<number> = new Set([402, 403, 409, 410, 423, 451]);

type IdsLike = (known: bigint) => Partitions<bigint>;

/** Returns the animal of the run for which `idsLike` gives the most ids: above 2^53, some ids are not rounded to another id. */
function animalWithMost(idsLike: IdsLike, { population }: CheckContext): Animal | undefined {
  return population
    .animals()
    .map((animal) => ({ animal, count: idsLike(animal.id).length }))
    .toSorted((a, b) => b.count - a.count)[0]?.animal;
}

/** Expects that no animal is found by an id that only looks like its own. */
function notReachedBy(idsLike: IdsLike): (reply: GetReply, context: CheckContext) => ExpectationResult {
  return (reply, context) => {
    // An unknown id can only be confused with an animal of the run that has a similar id.
    const isAlike = (animal: Animal | undefined): animal is Animal =>
      animal !== undefined &&
      idsLike(animal.id).some(({ values = [] }) => values.map(String).includes(reply.id));
    const animal = [animalWithMost(idsLike, context), ...context.population.animals()].find(isAlike);
    if (animal === undefined) return 'no-evidence';
    const actual = reached(reply, context, animal);
    const expected = `404, or an animal whose id is ${reply.id}`;
    const places = [{ part: 'body', pointer: '/id' }] as const;
    return actual === undefined ? 'met' : { actual, expected, places, comparedWith: [animal.reply] };
  };
}

/** Returns a text about the returned animal if it is `animal` instead of the requested one; undefined otherwise. */
function reached(
  { pet, id }: GetReply,
  { names, population }: CheckContext,
  animal: Animal,
): string | undefined {
  const shown = int64Value(pet?.['id']);
  if (shown !== undefined && String(shown) !== id) {
    // A response with an unrelated animal is not caused by similar ids.
    return shown === animal.id ? `the Pet with id ${String(shown)}` : undefined;
  }
  // Two animals of the run may have one name, so an animal that is known by this id is the requested one.
  if (shown !== undefined && population.knownIds().has(shown)) return undefined;
  const name = pet?.['name'];
  const isIt = typeof name === 'string' && names.isOurs(name) && name === animal.submitted.name;
  return isIt ? `animal ${String(animal.id)}, under another id` : undefined;
}

async function someKnownId({ baseline }: CheckContext): Promise<bigint | undefined> {
  const known = (await baseline.knownGets()).find(({ pet }) => pet !== undefined);
  return known && BigInt(known.id);
}

/** A GET of an animal by its id. */
const BY_ID = {
  needs: ['get'],
  ask: (id: bigint, { api }: CheckContext) => api.get(id),
} as const;

export const getIdChecks: readonly Check[] = [
  property('get/unknown-id', {
    decides: 'get.not-found',
    needs: ['get'],
    draw: unknownIds,
    // Sends a second GET, because a service may cache the first response.
    ask: async (id, { api }) => {
      const first = await api.get(id);
      return first.answer?.status === 404 ? api.get(id) : first;
    },
    expect: NOT_FOUND,
    subjects: () => [ID_WITHOUT_ANIMAL],
    passMessage: 'unknown ids, each answered with 404',
  }),

  property('get/unknown-id-by-others', {
    decides: 'get.not-found',
    needs: ['get'],
    draw: otherClientHeaders,
    ask: (client, context) => context.api.get(unknownId(context), client),
    expect: (reply) => judgeUnlessTurnedAway(NOT_FOUND, reply),
    subjects: () => [ID_WITHOUT_ANIMAL],
    passMessage: 'unknown ids requested with the headers of other clients, each answered with 404',
  }),

  property('get/any-id', {
    decides: 'get.not-found',
    draw: positiveIds,
    ...BY_ID,
    // Another client's animal may have this id, and the target may hide it with a status of its own.
    expect: (reply) => {
      const code = reply.answer?.status ?? 0;
      if (reply.pet !== undefined || NOT_OURS.has(code)) return 'no-evidence';
      const expected = '200 with that animal, or 404 with an Error object';
      return code === 404 ? 'met' : { actual: statusText(reply), expected };
    },
    passMessage: 'ids of different magnitudes, each answered with 404',
    optional: true,
  }),

  property('get/edge-ids', {
    decides: 'get.success',
    ...BY_ID,
    animal: async (context) => animalWithMost(similarIds, context)?.id ?? (await someKnownId(context)),
    draw: ({ animal }) => [...boundaryIds(animal), ...(animal === undefined ? [] : similarIds(animal))],
    // get/shape judges every GET of the run.
    expect: notReachedBy(similarIds),
    subjects: (id) => [ID_WITHOUT_ANIMAL, flawSubjectKey.animal(id)],
    passMessage: 'ids that a server may confuse with the id of an animal, none answered with that animal',
    optional: true,
  }),

  property('get/lookalike-ids', {
    decides: 'get.int64',
    ...BY_ID,
    needs: ['get', 'animal'],
    animal: (context) => animalWithMost(overflowingIds, context)?.id,
    draw: ({ animal }) => (animal === undefined ? [] : overflowingIds(animal)),
    expect: notReachedBy(overflowingIds),
    passMessage: 'ids that may wrap or round to the id of an animal, none answered with that animal',
    subjects: (id) => [ID_WITHOUT_ANIMAL, flawSubjectKey.animal(id)],
  }),

  property('get/no-id', {
    decides: 'get.invalid-id',
    needs: ['get'],
    animal: someKnownId,
    draw: ({ animal }) => invalidIds(animal),
    ask: (text, { api }) => api.get(text),
    expect: expectClientError,
    passMessage: 'path segments that are not an id, each refused with a 4xx',
  }),

  property('get/broken-escapes', {
    decides: 'get.invalid-id',
    needs: ['get'],
    draw: brokenEscapes,
    ask: (segment, { api }) => api.get(segment, { segment }),
    expect: expectClientError,
    passMessage: 'ids with an invalid percent escape, each refused with a 4xx',
  }),
];
