import { drawn } from '../generators/drawn.ts';
import { fitsInt64, integer } from '../src/json/int64.ts';
import { writeJson } from '../src/json/json.ts';
import type { Check } from '../src/kit/check.ts';
import { statusText } from '../src/kit/expect.ts';
import { subject } from '../src/kit/flaw.ts';
import type { Odd } from '../src/kit/creates.ts';
import type { Animal } from '../src/kit/population.ts';
import { isObject, placesIn, type CreateReply, type Reply } from '../src/kit/replies.ts';
import { always } from '../src/kit/verbs/always.ts';
import { each, overTheRun } from '../src/kit/verbs/each.ts';
import { FEEDS } from './create-answers.ts';
import { isTaken } from './created.ts';

/** Ids that an animal had before the run, and that its animals got, each with the first that had it. */
function firstWith(log: readonly Reply[], snapshot: readonly Reply[]): ReadonlyMap<bigint, Reply> {
  const first = new Map<bigint, Reply>();
  for (const page of snapshot) {
    if (page.operation !== 'list') continue;
    for (const id of placesIn(page.items).of.keys()) first.set(id, page);
  }
  for (const reply of log) {
    if (!isTaken(reply) || reply.id === undefined) continue;
    const before = first.get(reply.id);
    // An animal that the preflight made before the snapshot is on the snapshot by right.
    const itself =
      before?.operation === 'list' && (before.answer?.sentAt ?? 0) >= (reply.answer?.sentAt ?? 0);
    if (before === undefined || itself) first.set(reply.id, reply);
  }
  return first;
}

/** All that an animal was submitted with. */
function sameAs(animal: Animal | undefined): Odd {
  if (animal === undefined) return {};
  const { name, ...rest } = animal.submitted;
  return { name: () => name, ...rest };
}

export const idChecks: readonly Check[] = [
  always('create/id', {
    title: 'the id in every 201 of the run',
    decides: 'create.id.assigned',
    needs: ['create'],
    pulls: FEEDS,
    of: (reply): reply is CreateReply => isTaken(reply) && reply.pet !== undefined,
    wrong: (reply) => {
      if (reply.id !== undefined) return undefined;
      const id = reply.pet?.['id'];
      const actual = id === undefined ? 'no id' : `id ${writeJson(id)}`;
      const exact = integer(id);
      const why = exact !== undefined && !fitsInt64(exact) ? ', which does not fit int64' : '';
      return {
        message: `the Pet in a ${statusText(reply)} has ${actual}${why}`,
        expected: 'an integer id that fits int64',
        actual,
        places: [{ part: 'body', pointer: '/id' }],
        about: [subject.animal(undefined)],
      };
    },
    passes: (replies) => `${String(replies.length)} animals, each with an int64 id`,
    lacks: () => 'no answer to a valid animal held an object',
  }),

  always('create/unique-ids', {
    title: 'the ids of all animals of the run, many of them added at the same moment',
    decides: 'create.id.unique',
    needs: ['animal'],
    pulls: FEEDS,
    of: (reply): reply is CreateReply => isTaken(reply) && reply.id !== undefined,
    given: async ({ api, pages }) => firstWith(api.log, await pages.snapshot()),
    wrong: (reply, first) => {
      const before = first.get(reply.id ?? -1n);
      if (before === undefined || before === reply) return undefined;
      return {
        message: `the id ${String(reply.id)} was given to an animal although another one has it`,
        expected: 'an id that no other animal has',
        actual: `id ${String(reply.id)} a second time`,
        places: [{ part: 'body', pointer: '/id' }],
        beside: [before],
        about: [subject.animal(reply.id)],
        ...(isObject(reply.sent) && 'id' in reply.sent ? { explainedBy: ['create.id.by-service'] } : {}),
      };
    },
    confirm: () => Promise.resolve({ times: 0, of: 0, replies: [] }),
    telling: ({ id }, first) => first.size > 1 && id !== undefined,
    passes: (replies) =>
      `${String(replies.length)} animals, many of them added at the same moment, no id twice`,
    lacks: () => 'fewer than two animals could be added',
  }),

  each('create/like-another', {
    title: 'an animal that is just like another one: refused, or an animal of its own',
    decides: 'create.id.unique',
    needs: ['animal'],
    draw: drawn({ 'all that another animal has': ['taken'] }),
    ask: (_, { creates, population }) => creates.odd(sameAs(population.animals()[0])),
    // That the two are apart: create/unique-ids, list/completeness and list/agreement.
    expect: overTheRun,
    says: () => 'an animal just like another one',
    passes: 'animals just like another',
    optional: true,
  }),
];
