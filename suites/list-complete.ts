import { int64Value } from '../src/json/int64.ts';
import type { Json } from '../src/json/types.ts';
import { type Check, type Flaw, type CheckContext, flawSubjectKey } from '../src/engine/plan/index.ts';
import {
  type Animal,
  isAuthenticatedList,
  isObject,
  listLength,
  createLogIndex,
  type ListReply,
  now,
  idPositionsOf,
  type Reply,
  waitUntil,
} from '../src/engine/target/index.ts';
import { invariant, onlyOverlappingText, type ConfirmFlaw } from '../src/engine/verbs/index.ts';
import {
  animalsText,
  isFullAtMaxLimit,
  isBelowLimit,
  isAuthenticatedListThat,
  SENT_LATE,
  describeQuery,
  animalIn,
} from './lists.ts';
import { findStoreLoss, knownReset, type StoreLoss } from './store-loss.ts';

/** Number of lists with the status of a missing animal that must omit it, each between two reads that show this status. */
const ROUNDS = 2;
/** Number of missing animals to examine. */
const SUSPECTS = 2;
/** Maximum number of further lists that are read to find the animal missing a second time. */
const MORE_READS = 8;
/** Message for an animal that only one list omits, long after its creation. */
const MISSING_ONCE =
  'Either a read lags longer than --consistency-ms, or lists sometimes leave out an animal; it was missing once, and listed each time after that';
/** Milliseconds between two lists: an animal counts as missing only if both omit it. */
const BETWEEN_READS = 50;

/** Collects from the log the statuses of each animal in lists. */
const statusesListed = createLogIndex(
  () => new Map<bigint, Set<Json | undefined>>(),
  (seen, reply) => {
    for (const pet of (reply.operation === 'list' ? reply.items : []) ?? []) {
      const id = isObject(pet) ? int64Value(pet['id']) : undefined;
      if (!isObject(pet) || id === undefined) continue;
      const statuses = seen.get(id) ?? new Set();
      seen.set(id, statuses.add(pet['status']));
    }
  },
);

/** True if an animal has no status by its create and the 201; lists may show a default of the service for it. */
function isUnset({ submitted, pet }: Animal): boolean {
  return submitted.status === undefined && pet['status'] === undefined;
}

/** True if the create and its 201 both have this status, or if neither has a status and all lists have this one. */
function hasStatus({ api }: CheckContext, animal: Animal, status: string): boolean {
  const { id, submitted, pet } = animal;
  if (!isUnset(animal)) return (submitted.status ?? status) === status && pet['status'] === status;
  const seen = statusesListed(api).get(id);
  return seen?.size === 1 && seen.has(status);
}

/** Animals that existed before the list was requested and match its filter. */
function expected(
  context: CheckContext,
  { answer, query: { status } }: ListReply,
  animals = context.population.animals(),
): readonly Animal[] {
  const asked = answer?.sentAt ?? 0;
  return animals.filter(
    (animal) => animal.since <= asked && (status === undefined || hasStatus(context, animal, status)),
  );
}

/** Expected animals that the list omits. */
export function animalsMissingFrom(
  context: CheckContext,
  page: ListReply,
  animals?: readonly Animal[],
): readonly Animal[] {
  const shown = idPositionsOf(page.items).of;
  return expected(context, page, animals).filter(({ id }) => !shown.has(id));
}

/** Confirms a missing animal: after the consistency time, two lists must both omit it. */
const missingOnTwoReads: ConfirmFlaw<ListReply> = async (context, flawed, wrongs) => {
  const { reply } = flawed;
  await context.settle();
  for (const query of [reply.query, ...narrower(context, reply)]) {
    const first = await context.api.list(query);
    await waitUntil(now() + BETWEEN_READS);
    const second = await context.api.list(query);
    // A filtered list may omit animals if it is as long as its limit, for example because of creates since then.
    if (!isBelowLimit(first) || !isBelowLimit(second)) continue;
    const gone = new Set(settledMissing(context, first));
    const both = animalsMissingFrom(context, second).filter((animal) => gone.has(animal));
    let loss: StoreLoss | undefined;
    let examined = 0;
    for (const animal of both) {
      // The legitimate loss that was found also explains older animals, up to `loss.upTo`.
      if (loss !== undefined && animal.since <= loss.upTo) continue;
      if ((examined += 1) > SUSPECTS) break;
      if (!(await isFilteredOut(context, animal, first))) continue;
      loss = (await findStoreLoss(context, animal)) ?? knownReset(context);
      if (loss === undefined) return { times: 2, of: 2, replies: [first, second] };
    }
    if (loss !== undefined) return loss;
    break;
  }
  return comingAndGoing(context, flawed, wrongs);
};

/** Returns a query with the status of an animal that an unfiltered list omits; empty for a filtered list. */
function narrower(context: CheckContext, page: ListReply): readonly ListReply['query'][] {
  if (page.query.status !== undefined) return [];
  const statuses = animalsMissingFrom(context, page).flatMap(({ submitted }) => submitted.status ?? []);
  return statuses.slice(0, 1).map((status) => ({ limit: '100', status }));
}

/**
 * Confirms that some lists omit an animal and others show it: repeats the list until a second list omits the animal. Only
 * judges unfiltered lists, because a change of status by another client cannot remove an animal from them.
 */
const comingAndGoing: ConfirmFlaw<ListReply> = async (context, { reply: { query } }) => {
  for (let round = 0; round <= MORE_READS; round += 1) {
    const lists = context.api.log.filter(
      isAuthenticatedListThat((page) => isBelowLimit(page) && page.query.status === undefined),
    );
    const lacking = lists.filter((page) => settledMissing(context, page).length > 0);
    const last = lacking.at(-1);
    for (const animal of last === undefined ? [] : settledMissing(context, last)) {
      const replies = lacking.filter((page) => settledMissing(context, page).includes(animal));
      if (replies.length > 1) {
        const loss = await findStoreLoss(context, animal);
        return loss ?? { times: replies.length, of: lists.length, replies: replies.slice(0, 2) };
      }
    }
    if (last === undefined || query.status !== undefined) return undefined;
    await context.api.list(query);
  }
  return (
    knownReset(context) ?? {
      why: MISSING_ONCE,
      next: 'Run again, with a larger --consistency-ms if reads lag: if the failure shows again, the service causes it.',
    }
  );
};

/** Animals that a list omits although they were created at least the consistency time before it was requested. */
function settledMissing(context: CheckContext, page: ListReply): readonly Animal[] {
  const settled = (page.answer?.sentAt ?? 0) - context.config.consistencyMs;
  return animalsMissingFrom(context, page).filter(({ since }) => since <= settled);
}

/** Result of `observedStatus` if the animal's GET is answered with 404. */
const GONE = 'gone for good';

/**
 * Confirms that a list with a status filter omits an animal with that status. Other clients may change the status at any time,
 * so reads before and after each list must show that status, or that the animal is gone.
 */
async function isFilteredOut(context: CheckContext, animal: Animal, { query }: ListReply): Promise<boolean> {
  const { status } = query;
  if (status === undefined) return true;
  for (let round = 0; round < ROUNDS; round += 1) {
    const seen = await observedStatus(context, animal);
    if (everChanged(context, animal, status) || (seen !== status && seen !== GONE)) return false;
    // A list may be out of date by up to the consistency time.
    await context.quiet();
    const page = await context.api.list(query);
    if (!isBelowLimit(page) || animalsMissingFrom(context, page, [animal]).length === 0) return false;
  }
  const last = await observedStatus(context, animal);
  return last === status || last === GONE;
}

/** Reads the current status of an animal; undefined if no response shows it. */
async function observedStatus(context: CheckContext, animal: Animal): Promise<Json | undefined> {
  const { id } = animal;
  const canGet = (await context.baseline.of('get')).usable;
  if (isUnset(animal) || !canGet) {
    const listed = animalIn(await context.api.list({ limit: '100' }), id);
    if (listed !== undefined || !canGet) return listed?.['status'];
  }
  const { answer, pet } = await context.api.get(id);
  return answer?.status === 404 ? GONE : pet?.['status'];
}

/**
 * True if any response of the run showed the animal with another status: then other clients change statuses here. A GET may
 * show none where lists show a default.
 */
function everChanged({ api }: CheckContext, animal: Animal, status: string): boolean {
  return api.log.some((reply) => {
    const pet = animalIn(reply, animal.id);
    if (pet === undefined || (reply.operation === 'get' && isUnset(animal) && pet['status'] === undefined))
      return false;
    return pet['status'] !== status;
  });
}

/** Returns the missing animals as text, with what they share: a status, or creates that overlapped. */
function common(absent: readonly Animal[], shown: readonly Animal[], log: readonly Reply[]): string {
  const ids = absent.map(({ id }) => `animal ${String(id)}`);
  const statuses = [...new Set(absent.map(({ submitted }) => submitted.status ?? 'none'))];
  const status = statuses.length === 1 ? `status ${statuses.join('')}` : '';
  const repliesOf = (animals: readonly Animal[]) => animals.map(({ reply }) => reply);
  const together = onlyOverlappingText(repliesOf(absent), repliesOf(shown), log);
  const more = together === undefined ? '' : `; ${together}`;
  if (ids.length === 1) return `${ids.join('')} of this run (${status}${more})`;
  const all = status === '' ? '' : `, all with ${status}`;
  return `${String(ids.length)} animals of this run (the first is ${ids[0] ?? ''}${all}${more})`;
}

export function missingAnimalFlaws(
  page: ListReply,
  absent: readonly Animal[],
  context: CheckContext,
): readonly Flaw[] {
  const [first] = absent;
  if (first === undefined) return [];
  const shown = expected(context, page).filter((animal) => !absent.includes(animal));
  const { limit, status } = page.query;
  return [
    {
      requirement: 'list.complete',
      message: `a list with ${describeQuery(page.query)} has ${animalsText(listLength(page))}, and misses ${common(absent, shown, context.api.log)}`,
      countedAs: 'animals missing',
      expected: `animal ${String(first.id)} in the list: a page shorter than its limit is the last one`,
      actual: `${animalsText(listLength(page))}, animal ${String(first.id)} not among them`,
      input: page.query,
      // Which animals are missing changes with every create, so only the latest list is confirmed.
      groupKey: `${status ?? ''} ${limit === undefined ? 'without a limit' : ''}`,
      places: [{ part: 'body', pointer: '' }],
      comparedWith: [first.reply],
      subjects: [
        ...absent.map(({ id }) => flawSubjectKey.animal(id)),
        ...(limit === undefined ? [flawSubjectKey.parameter('limit', 'absent')] : []),
        ...(status === undefined ? [] : [flawSubjectKey.parameter('status', status)]),
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

const completeness = {
  decides: 'list.complete',
  needs: ['list', 'animal'],
  wrong: (page: ListReply, _: unknown, context: CheckContext) =>
    isBelowLimit(page) ? missingAnimalFlaws(page, animalsMissingFrom(context, page), context) : [],
  confirm: missingOnTwoReads,
  attempts: 8,
  conclusive: (page: ListReply, _: unknown, context: CheckContext) =>
    isBelowLimit(page) && expected(context, page).length > 0,
} as const;

export const listCompleteChecks: readonly Check[] = [
  invariant('list/completeness', {
    ...completeness,
    dependsOn: ['list/limit-default', 'list/limit-in-range'],
    of: isAuthenticatedList,
    // Repeats the lists when the target is full, because new animals may push the oldest ones out of a list.
    also: async ({ api, pages }) => {
      const full = await pages.at('full');
      // A server that reads one animal more than the limit may lose one where it finds exactly as many as the limit.
      const whole = full.find((page) => isBelowLimit(page) && listLength(page) > 0);
      return whole === undefined
        ? full
        : [...full, await api.list({ ...whole.query, limit: String(listLength(whole)) })];
    },
    passMessage: 'lists shorter than their limit, each with every known animal that matches the filter',
    passNote: (pages) =>
      pages.every(({ query: { status } }) => status !== undefined)
        ? 'every list without a filter was as long as its limit, so that none could show a missing animal'
        : undefined,
    inconclusive:
      'every list was as long as its limit, so none had to be complete: the target holds more than 100 animals of every status',
    untestableIf: (_, seen) => seen.some(isFullAtMaxLimit),
  }),

  // A list may forget what was added long before, such as what has left a cache.
  invariant('list/completeness-at-the-end', {
    ...completeness,
    ...SENT_LATE,
    title: 'the lists beside and after requests with a wrong key',
    of: isAuthenticatedList,
    passMessage: 'lists at the end of the run, each with every known animal that matches the filter',
  }),
];
