import * as fc from 'fast-check';
import { partition } from '../generators/partitions.ts';
import { int64Value, bigintToJson } from '../src/json/int64.ts';
import { type Check, type Flaw, type CheckContext, flawSubjectKey } from '../src/engine/plan/index.ts';
import {
  type Animal,
  type CreateReply,
  type GetReply,
  isClientError,
  isObject,
  isSuccess,
  type BorderlineCreate,
  idPositionsOf,
  type Reply,
} from '../src/engine/target/index.ts';
import { invariant, property } from '../src/engine/verbs/index.ts';
import { STORE_FILLING_CHECKS, isProperlyAcceptedCreate } from './create-answers.ts';
import { wrongMemberFlaw } from './shape.ts';
import { findStoreResetBetween } from './store-loss.ts';

/** Returns each id with the first response that had it: a list from before the run, or an accepted create. */
function firstWith(log: readonly Reply[], snapshot: readonly Reply[]): ReadonlyMap<bigint, Reply> {
  const first = new Map<bigint, Reply>();
  for (const page of snapshot) {
    if (page.operation !== 'list') continue;
    for (const id of idPositionsOf(page.items).of.keys()) first.set(id, page);
  }
  for (const reply of log) {
    if (!isProperlyAcceptedCreate(reply) || reply.id === undefined) continue;
    const before = first.get(reply.id);
    // The preflight creates an animal before the snapshot, so the snapshot may contain it.
    const itself =
      before?.operation === 'list' && (before.answer?.sentAt ?? 0) >= (reply.answer?.sentAt ?? 0);
    if (before === undefined || itself) first.set(reply.id, reply);
  }
  return first;
}

/** Returns the values of an existing animal for another create. */
function sameAs(animal: Animal | undefined): BorderlineCreate {
  if (animal === undefined) return {};
  const { name, ...rest } = animal.submitted;
  return { name: () => name, ...rest };
}

/** Ids for a create request: unused numbers, one in a string, zero, a negative one, and the id of an existing animal. */
const freeIds = partition<bigint | string>({
  'one that is taken': ['taken'],
  // A server may take over only ids that a type or a range of its own holds.
  'of 29 to 31 or of 40 to 62 bits, also in the address': fc.oneof(
    fc.bigInt({ min: 2n ** 29n, max: 2n ** 31n - 1n }),
    fc.bigInt({ min: 2n ** 40n, max: 2n ** 62n - 1n }),
  ),
  zero: [0n],
  'below zero': fc.bigInt({ min: -(2n ** 31n), max: -(2n ** 29n) }),
  'digits in a string': fc.bigInt({ min: 2n ** 40n, max: 2n ** 52n }).map(String),
});

/** Names under which some stores or JSON parsers expect the id. */
const OTHER_IDS = ['_id', 'petId', 'ID', 'uuid'];

/** Lengths of the names that some of these bodies have: a server may accept longer names than it stores. */
const LENGTHS: Readonly<Record<string, number>> = { taken: 60, '0': 250 };

/** Returns the id in a request body as an integer, also if it is a string of digits. */
function idIn({ sent }: CreateReply): bigint | undefined {
  const id = isObject(sent) ? sent['id'] : undefined;
  return typeof id === 'string' && /^\d{1,18}$/.test(id) ? BigInt(id) : int64Value(id);
}

function broughtAnId(reply: Reply): reply is CreateReply {
  return reply.operation === 'create' && reply.intent === 'borderline' && idIn(reply) !== undefined;
}

/** The violation if the target used the id in the request body, as shown by the 201 or by a GET of that id. */
function tookIt(
  reply: CreateReply,
  behind: ReadonlyMap<string, GetReply>,
  { population }: CheckContext,
): Flaw | undefined {
  const id = idIn(reply);
  const got = behind.get(String(id));
  const said = reply.id === id;
  const found = got?.pet?.['name'] !== undefined && got.pet['name'] === reply.submitted?.name;
  if (id === undefined || !isSuccess(reply.answer) || (!said && !found)) return undefined;
  const isDuplicate = population.withId(id).some((other) => other.reply !== reply);
  return {
    expected: 'an id that the service assigned, or 400',
    actual: said ? `id ${String(id)}` : `the animal is found under id ${String(id)}`,
    input: { id },
    ...(said ? { places: [{ part: 'body', pointer: '/id' }] } : { comparedWith: [got ?? []].flat() }),
    subjects: [flawSubjectKey.animal(id)],
    ...(isDuplicate && { possibleCauses: ['create.id.unique'] as const }),
  };
}

/** Above this budget, two equal creates need not wait for it. */
const RICH = 10;

export const assignedIdChecks: readonly Check[] = [
  invariant('create/id', {
    decides: 'create.id.assigned',
    needs: ['create'],
    dependsOn: STORE_FILLING_CHECKS,
    of: (reply): reply is CreateReply => isProperlyAcceptedCreate(reply) && reply.pet !== undefined,
    wrong: (reply) => {
      if (reply.id !== undefined) return undefined;
      return {
        ...wrongMemberFlaw('id', undefined, reply.pet?.['id']),
        expected: 'an integer id that fits int64',
        subjects: [flawSubjectKey.animal(undefined)],
      };
    },
    passMessage: 'accepted creates, each with an int64 id',
    inconclusive: 'no answer to a valid create held an object',
  }),

  invariant('create/unique-ids', {
    decides: 'create.id.unique',
    needs: ['animal'],
    dependsOn: STORE_FILLING_CHECKS,
    of: (reply): reply is CreateReply => isProperlyAcceptedCreate(reply) && reply.id !== undefined,
    given: async ({ api, pages }) => firstWith(api.log, await pages.at('snapshot')),
    wrong: (reply, first) => {
      const before = first.get(reply.id ?? -1n);
      if (before === undefined || before === reply) return undefined;
      return {
        countedAs: 'a duplicate id',
        expected: 'an id that no other animal has',
        actual: `id ${String(reply.id)} a second time`,
        places: [{ part: 'body', pointer: '/id' }],
        comparedWith: [before],
        subjects: [flawSubjectKey.animal(reply.id)],
        ...(isObject(reply.sent) && 'id' in reply.sent ? { possibleCauses: ['create.id.by-service'] } : {}),
      };
    },
    confirm: async (context, { reply, flaw }) => {
      const loss = await findStoreResetBetween(context, flaw.comparedWith?.[0], reply);
      return loss ?? { times: 0, of: 0, replies: [] };
    },
    conclusive: ({ id }, first) => first.size > 1 && id !== undefined,
    passMessage: 'accepted creates, many of them sent at the same time, no two with the same id',
    inconclusive: 'fewer than two animals could be added',
  }),

  property('create/like-another', {
    decides: 'create.id.unique',
    needs: ['animal'],
    draw: partition<{ readonly differsIn?: 'status' | 'categoryId' }>({
      'all that another animal has, twice at the same moment': [{}],
      'all but the status of another animal': [{ differsIn: 'status' }],
      'all but the category of another animal': [{ differsIn: 'categoryId' }],
    }),
    // Uses the newest animals, because a server may take an equal create for a repetition only for a short time. Different
    // animals, so that an effect on one does not hide an effect on another.
    ask: async ({ differsIn }, { api, config, creates, population }) => {
      const [first, second, ...others] = population
        .animals()
        .toReversed()
        // A create without a status would get one here, and differ.
        .filter(({ isValid, submitted: { status } }) => isValid && status !== undefined);
      if (differsIn === undefined) {
        // Drawn creates wait for the budget, which would part the two.
        const urgent = api.budget.left > RICH && { purpose: 'needed' as const };
        const like = () => creates.borderline({ ...sameAs(first), ...urgent });
        const both = await Promise.all([like(), like()]);
        // A gateway may refuse every second one.
        return both.find((reply) => isSuccess(reply?.answer)) ?? both[0];
      }
      if (differsIn === 'categoryId') {
        const own = second?.submitted.categoryId;
        // Where the target knows no other category, it refuses this one.
        const categoryId = config.categoryIds.find((id) => id !== own) ?? (own === 2n ? 1n : 2n);
        return creates.borderline({ ...sameAs(second), categoryId });
      }
      const steady = others.find(({ submitted: { status } }) => status === 'available' || status === 'sold');
      const status = steady?.submitted.status === 'available' ? 'pending' : 'available';
      return creates.borderline({ ...sameAs(steady), ...(steady && { status }) });
    },
    // The checks create/unique-ids, list/completeness and list/agreement judge whether both animals exist.
    passMessage: 'animals that equal another one',
  }),

  property('create/bring-an-id', {
    decides: 'create.id.by-service',
    needs: ['animal'],
    draw: freeIds,
    ask: async (id, { creates, population }) => {
      const own = id === 'taken' ? (population.animals()[0]?.id ?? 1n) : id;
      const json = typeof own === 'string' ? own : bigintToJson(own);
      // An unused id is sent under other common names too.
      const others = id === 'taken' ? [] : OTHER_IDS.map((name) => [name, json] as const);
      const more = { id: json, ...Object.fromEntries(others) };
      const length = LENGTHS[String(id)];
      if (length !== undefined) {
        const reply = await creates.borderline({ more, name: (plain) => plain.padEnd(length, 'x') });
        if (!isClientError(reply?.answer?.status ?? 0)) return reply;
      }
      if (typeof id === 'string' || id <= 0n) return creates.borderline({ more });
      // Sends the id in body and query; if the target rejects the query, only in the body.
      const reply = await creates.borderline({ more, search: `id=${String(id)}` });
      return isClientError(reply?.answer?.status ?? 0) ? creates.borderline({ more }) : reply;
    },
    passMessage: 'bodies with an id of their own',
  }),

  invariant('create/own-id', {
    decides: 'create.id.by-service',
    needs: ['animal'],
    dependsOn: ['create/bring-an-id'],
    of: broughtAnId,
    given: async (context) => {
      const gets = new Map<string, GetReply>();
      if (!(await context.baseline.of('get')).usable) return gets;
      for (const reply of context.api.log.filter(broughtAnId)) {
        const id = String(idIn(reply));
        if (isSuccess(reply.answer)) gets.set(id, await context.api.get(id));
      }
      return gets;
    },
    wrong: tookIt,
    passMessage: 'creates whose body has an id, each refused or given another id',
    inconclusive: 'no body with an id of its own could be sent',
  }),
];
