import { int64 } from '../src/json/int64.ts';
import type { Json } from '../src/json/types.ts';
import { type Check, type Flaw, type CheckContext, subject } from '../src/engine/plan/index.ts';
import {
  type Animal,
  isList,
  isObject,
  lengthOf,
  logIndex,
  type ListReply,
  now,
  placesIn,
  type Reply,
  waitUntil,
} from '../src/engine/target/index.ts';
import {
  invariant,
  onlyOverlapping,
  type Unsettled,
  type Confirmed,
  type Flawed,
} from '../src/engine/verbs/index.ts';
import { animalsText, isFull, isShort, listsThat, queryText, shownIn } from './lists.ts';
import { lossOf, type StoreLoss } from './store-loss.ts';

/** Reads of a filtered list that an animal has to be missing on, seen with that status before and after each. */
const ROUNDS = 2;
/** Animals that are missing on both reads, and looked at closely. */
const SUSPECTS = 2;
/** Reads of a list that an animal was missing on once, until it is missing again. */
const MORE_READS = 8;
/** The message for an animal that is missing in one list only, long after its creation. */
const MISSING_ONCE =
  'Either a read lags longer than --consistency-ms, or lists sometimes leave out an animal; it was missing once, and listed each time after that';
/** Milliseconds between the two reads that an animal has to be missing on. */
const BETWEEN_READS = 50;

/** The statuses that answers other than the 201 have shown of each animal. */
const statusesSeen = logIndex(
  () => new Map<bigint, Set<Json | undefined>>(),
  (seen, reply) => {
    const shown = reply.operation === 'get' ? [reply.pet] : reply.operation === 'list' ? reply.items : [];
    for (const pet of shown ?? []) {
      const id = isObject(pet) ? int64(pet['id']) : undefined;
      if (!isObject(pet) || id === undefined) continue;
      const statuses = seen.get(id) ?? new Set();
      seen.set(id, statuses.add(pet['status']));
    }
  },
);

/** Whether an animal has a status: sent without one, it has the one that the service shows, and no answer another one. */
function hasStatus({ api }: CheckContext, { id, submitted, pet }: Animal, status: string): boolean {
  if (submitted.status !== undefined || pet['status'] !== undefined)
    return (submitted.status ?? status) === status && pet['status'] === status;
  const seen = statusesSeen(api).get(id);
  return seen?.size === 1 && seen.has(status);
}

/** The animals that were known to exist before the list was asked for, and that match it. */
function expected(
  context: CheckContext,
  { answer, query: { status } }: ListReply,
  animals: readonly Animal[],
): readonly Animal[] {
  const asked = answer?.sentAt ?? 0;
  return animals.filter(
    (animal) => animal.since <= asked && (status === undefined || hasStatus(context, animal, status)),
  );
}

/** Those of them that it does not show. */
export function missing(
  context: CheckContext,
  page: ListReply,
  animals = context.population.animals(),
): readonly Animal[] {
  const shown = placesIn(page.items).of;
  return expected(context, page, animals).filter(({ id }) => !shown.has(id));
}

/** Reads twice more, once the consistency time is over: an animal has to be missing on both. */
async function missingOnTwoReads(
  context: CheckContext,
  { reply }: Flawed<ListReply>,
): Promise<Confirmed | Unsettled | undefined> {
  await context.settle();
  for (const query of [reply.query, ...narrower(context, reply)]) {
    const first = await context.api.list(query);
    await waitUntil(now() + BETWEEN_READS);
    const second = await context.api.list(query);
    // By now it may be as long as it may be, and then it need not hold everything: with a filter it is shorter.
    if (!isShort(first) || !isShort(second)) continue;
    const gone = new Set(settledMissing(context, first));
    const both = missing(context, second).filter((animal) => gone.has(animal));
    let loss: StoreLoss | undefined;
    let left = both;
    for (let turn = 0; turn < SUSPECTS; turn += 1) {
      // What the store lost legitimately is older than what it lost in another way.
      left = left.filter(({ since }) => since > (loss?.upTo ?? -Infinity));
      const [animal] = left.splice(0, 1);
      if (animal === undefined) break;
      if (!(await isFilteredOut(context, animal, first))) continue;
      loss = await lossOf(context, animal);
      if (loss === undefined) return { times: 2, of: 2, replies: [first, second] };
    }
    if (loss !== undefined) return loss;
    break;
  }
  return comingAndGoing(context, reply);
}

/** The widest list with the status of an animal that one without a filter leaves out. */
function narrower(context: CheckContext, page: ListReply): readonly ListReply['query'][] {
  if (page.query.status !== undefined) return [];
  const statuses = missing(context, page).flatMap(({ submitted }) => submitted.status ?? []);
  return statuses.slice(0, 1).map((status) => ({ limit: '100', status }));
}

/**
 * An animal that was missing on one list, long after it was added, and is there on others: reads again until it is missing
 * once more. Only lists without a filter: nobody can change what they leave out.
 */
async function comingAndGoing(
  context: CheckContext,
  { query }: ListReply,
): Promise<Confirmed | Unsettled | undefined> {
  for (let round = 0; round <= MORE_READS; round += 1) {
    const lists = context.api.log.filter(
      listsThat((page) => isShort(page) && page.query.status === undefined),
    );
    const lacking = lists.filter((page) => settledMissing(context, page).length > 0);
    const last = lacking.at(-1);
    for (const animal of last === undefined ? [] : settledMissing(context, last)) {
      const replies = lacking.filter((page) => settledMissing(context, page).includes(animal));
      if (replies.length > 1) {
        const loss = await lossOf(context, animal);
        return loss ?? { times: replies.length, of: lists.length, replies: replies.slice(0, 2) };
      }
    }
    if (last === undefined || query.status !== undefined) return undefined;
    await context.api.list(query);
  }
  return {
    why: MISSING_ONCE,
    next: 'Run again, with a larger --consistency-ms if reads lag: if it shows again, it is the service.',
  };
}

/** The animals that a list leaves out although they were added at least the consistency time before it was asked for. */
function settledMissing(context: CheckContext, page: ListReply): readonly Animal[] {
  const settled = (page.answer?.sentAt ?? 0) - context.config.consistencyMs;
  return missing(context, page).filter(({ since }) => since <= settled);
}

/** Stands for the status of an animal that cannot be got any more: nobody changed it, it is gone. */
const GONE = 'gone for good';

/**
 * Whether a filter really leaves out an animal that has the status: others may change it at any moment, so it has to be
 * seen with that status before and after every one of several reads that lack it.
 */
async function isFilteredOut(context: CheckContext, animal: Animal, { query }: ListReply): Promise<boolean> {
  const { status } = query;
  if (status === undefined) return true;
  for (let round = 0; round < ROUNDS; round += 1) {
    const seen = await observedStatus(context, animal);
    if (everChanged(context, animal, status) || (seen !== status && seen !== GONE)) return false;
    // A list may show how things stood a while ago.
    await context.quiet();
    const page = await context.api.list(query);
    if (!isShort(page) || missing(context, page, [animal]).length === 0) return false;
  }
  const last = await observedStatus(context, animal);
  return last === status || last === GONE;
}

/** The status of an animal as the run sees it now; undefined where it cannot be seen. */
async function observedStatus(context: CheckContext, { id }: Animal): Promise<Json | undefined> {
  if ((await context.baseline.of('get')).usable) {
    const { answer, pet } = await context.api.get(id);
    return answer?.status === 404 ? GONE : pet?.['status'];
  }
  return shownIn(await context.api.list({ limit: '100' }), id)?.['status'];
}

/** Whether any answer of the run showed the animal with another status: then others change statuses here. */
function everChanged({ api }: CheckContext, { id }: Animal, status: string): boolean {
  const shown = api.log.map((reply) => shownIn(reply, id));
  return shown.some((pet) => pet !== undefined && pet['status'] !== status);
}

/**
 * The missing animals, and what they share: a status, or that they were created at the same time.
 */
function common(absent: readonly Animal[], shown: readonly Animal[], log: readonly Reply[]): string {
  const [first] = absent;
  if (first === undefined) return 'none';
  const statuses = [...new Set(absent.map(({ submitted }) => submitted.status ?? 'none'))];
  const isMany = absent.length > 1;
  const status = statuses.length === 1 ? `${isMany ? ', all with ' : ''}status ${statuses.join('')}` : '';
  const which = isMany ? `the first is animal ${String(first.id)}` : '';
  const what = isMany ? `${String(absent.length)} animals` : `animal ${String(first.id)}`;
  const [left, kept] = [absent, shown].map((animals) => animals.map(({ reply }) => reply));
  const together = onlyOverlapping(left ?? [], kept ?? [], log);
  return `${what} of this run (${which}${status}${together === undefined ? '' : `; ${together}`})`;
}

export function missingAnimals(
  page: ListReply,
  absent: readonly Animal[],
  context: CheckContext,
): readonly Flaw[] {
  const [first] = absent;
  if (first === undefined) return [];
  const shown = expected(context, page, context.population.animals()).filter(
    (animal) => !absent.includes(animal),
  );
  const { limit, status } = page.query;
  return [
    {
      requirement: 'list.complete',
      message: `a list with ${queryText(page.query)} has ${animalsText(lengthOf(page))}, without ${common(absent, shown, context.api.log)}`,
      countedAs: 'such a gap',
      expected: `animal ${String(first.id)} in the list: a page shorter than its limit is the last one`,
      actual: `${animalsText(lengthOf(page))}, animal ${String(first.id)} not among them`,
      input: page.query,
      // What is left out changes with what is added: the latest list says most.
      groupKey: `${status ?? ''} ${limit === undefined ? 'without a limit' : ''}`,
      places: [{ part: 'body', pointer: '' }],
      comparedWith: [first.reply],
      subjects: [
        ...absent.map(({ id }) => subject.animal(id)),
        ...(limit === undefined ? [subject.parameter('limit', 'absent')] : []),
        ...(status === undefined ? [] : [subject.parameter('status', status)]),
      ],
      possibleCauses: [
        'create.id.unique',
        'create.id.by-service',
        'create.id.assigned',
        ...(limit === undefined ? (['list.limit.default'] as const) : []),
        ...(status === undefined ? [] : (['list.status.filter'] as const)),
      ],
    },
  ];
}

export const completeChecks: readonly Check[] = [
  invariant('list/completeness', {
    decides: 'list.complete',
    needs: ['list', 'animal'],
    dependsOn: ['list/limit-default', 'list/limit-in-range'],
    of: isList,
    // Once more, now that the target is as full as it gets: what was added first may have been pushed out.
    also: ({ pages }) => pages.full(),
    wrong: (page, _, context) => (isShort(page) ? missingAnimals(page, missing(context, page), context) : []),
    confirm: missingOnTwoReads,
    attempts: 8,
    conclusive: (page, _, context) =>
      isShort(page) && expected(context, page, context.population.animals()).length > 0,
    passMessage: 'lists shorter than their limit, each with every animal known to match',
    passNote: (pages) =>
      pages.every(({ query: { status } }) => status !== undefined)
        ? 'every list without a filter was as long as its limit, and could not show what it leaves out'
        : undefined,
    inconclusive:
      'every list was as long as its limit, so none had to be complete: the target holds more than 100 animals of every status',
    untestableIf: (_, seen) => seen.some(isFull),
  }),
];
