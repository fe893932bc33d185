import * as fc from 'fast-check';
import { invalidFilterStatuses } from '../generators/statuses.ts';
import type { RequirementId } from '../requirements/index.ts';
import { writeJson } from '../src/json/json.ts';
import type { Json } from '../src/json/types.ts';
import { type Check, type Flaw, type CheckContext, flawSubjectKey } from '../src/engine/plan/index.ts';
import {
  confirmByResending,
  type ConfirmFlaw,
  invariant,
  property,
  wrongStatusFlaw,
} from '../src/engine/verbs/index.ts';
import {
  FULL_POPULATION_SIZE,
  isClientError,
  isObject,
  itemId,
  listLength,
  type ListReply,
  PET_STATUSES,
  allowedLimit,
  hasDocumentedQuery,
  isPetStatus,
} from '../src/engine/target/index.ts';
import { fullListLengthCheck, type QueryPair } from './list-length.ts';
import {
  animalIn,
  haveMovedOn,
  isAuthenticatedListThat,
  notAListFlaw,
  SENT_LATE,
  describeQuery,
} from './lists.ts';

const isFiltered = isAuthenticatedListThat(({ query }) => isPetStatus(query.status));

/** The input class of a list: its status filter. */
function statusOf({ query: { status } }: ListReply): string | undefined {
  return status === undefined ? undefined : `status=${status}`;
}

/** The first animal in a list whose status does not match the filter. */
function mismatch({ query, items = [] }: ListReply) {
  const isOne = (item: Json): boolean =>
    isObject(item) && itemId(item) !== undefined && item['status'] !== query.status;
  const at = items.findIndex(isOne);
  const item = items[at];
  if (!isObject(item)) return undefined;
  const { status } = item;
  const shown = status === undefined ? 'without status' : `with status ${writeJson(status)}`;
  return { at, text: `an animal ${shown}`, id: itemId(item) };
}

export function statusFilterFlaws(page: ListReply, failsWithoutLimit: boolean): readonly Flaw[] {
  const found = mismatch(page);
  if (found === undefined) return [];
  const flaw: Flaw = {
    requirement: 'list.status.filter',
    expected: `animals with status ${writeJson(page.query.status ?? '')} only`,
    actual: found.text,
    input: page.query,
    places: [{ part: 'body', pointer: `/${String(found.at)}/status` }],
    subjects: [flawSubjectKey.parameter('status', page.query.status), flawSubjectKey.animal(found.id)],
    // If an animal replaced another with the same id, a server may list it under the status of the replaced animal.
    possibleCauses: ['create.id.unique', 'create.id.by-service'],
  };
  // If the filter works alone but not with a limit, the combination is violated too.
  const together = page.query.limit !== undefined && !failsWithoutLimit;
  return together ? [flaw, { ...flaw, requirement: 'list.status.with-limit' }] : [flaw];
}

/** Reads the list again; where statuses move on, after the time that an index may take, and then the same animal must be wrong. */
const confirmMismatch: ConfirmFlaw<ListReply> = async (context, flawed, wrongs) => {
  if (!PET_STATUSES.some((status) => haveMovedOn(context, status)))
    return confirmByResending(context, flawed, wrongs);
  await context.quiet();
  const id = mismatch(flawed.reply)?.id;
  const confirmed = await confirmByResending(context, flawed, (again) => {
    const status = id === undefined ? undefined : animalIn(again, id)?.['status'];
    return status !== undefined && status !== again.query.status ? wrongs(again) : [];
  });
  return confirmed.times === 0
    ? { why: 'Either something changed the status of an animal while it was listed, or the filter is wrong' }
    : confirmed;
};

/** True if a query was rejected, other than for the key; a 204 means an empty list. */
function isRefused({ answer }: ListReply): boolean {
  return answer !== undefined && ![200, 204, 401].includes(answer.status);
}

/** Returns the requirements that a rejected query violates: of one parameter if it is rejected alone, otherwise of both. */
async function blamed(
  context: CheckContext,
  { query: { limit, status } }: ListReply,
): Promise<readonly RequirementId[]> {
  if (limit === undefined) return ['list.status.accepted'];
  if (status === undefined) return ['list.limit.accepted'];
  // The query works now that there are more animals, so it was rejected because its result was empty.
  if (!isRefused(await context.api.list({ limit, status }))) return ['list.status.accepted'];
  if (isRefused(await context.api.list({ limit }))) return ['list.limit.accepted'];
  if (isRefused(await context.api.list({ status }))) return ['list.status.accepted'];
  return ['list.status.with-limit', 'list.status.accepted', 'list.limit.accepted'];
}

/** Maximum number of rejected queries to analyse. */
const BLAMED = 12;

/**
 * Pairs of a list with a status and a limit, and the widest list of that status. One status has the limit 1, because some
 * services then return an animal without the array; the others have a random limit. The newest animals have another status:
 * see `Population`.
 */
function pairs(context: CheckContext): readonly QueryPair[] {
  const limits = fc.sample(fc.integer({ min: 2, max: 25 }), {
    seed: context.seed(),
    numRuns: PET_STATUSES.length,
  });
  const one = (Math.abs(context.config.seed) + 1) % PET_STATUSES.length;
  return PET_STATUSES.map((status, at) => ({
    list: { status, limit: at === one ? '1' : String(limits[at] ?? 2) },
    beside: { status, limit: '100' },
  }));
}

/** Common settings of the checks that filtered lists show only the requested status. */
const filtering = {
  decides: 'list.status.filter',
  needs: ['list'],
  of: isFiltered,
  confirm: confirmMismatch,
  conclusive: (page: ListReply) => listLength(page) > 0,
} as const;

export const listStatusFilterChecks: readonly Check[] = [
  invariant('list/documented-queries', {
    decides: 'list.status.accepted',
    mayBreak: ['list.limit.accepted', 'list.status.with-limit'],
    needs: ['list'],
    dependsOn: ['list/limit-in-range', 'list/limit-default', 'list/status-with-limit'],
    of: isAuthenticatedListThat((page) => hasDocumentedQuery(page) && Object.keys(page.query).length > 0),
    classOf: statusOf,
    given: async (context) => {
      const refused = context.api.log.filter(
        isAuthenticatedListThat((page) => hasDocumentedQuery(page) && isRefused(page)),
      );
      const whose = new Map<string, readonly RequirementId[]>();
      for (const reply of refused) {
        const query = describeQuery(reply.query);
        if (!whose.has(query) && whose.size < BLAMED) whose.set(query, await blamed(context, reply));
      }
      return whose;
    },
    wrong: (page, whose) =>
      isRefused(page)
        ? (whose.get(describeQuery(page.query)) ?? []).map((requirement) => ({
            requirement,
            ...wrongStatusFlaw(page, '200: the document allows this query'),
            input: page.query,
          }))
        : undefined,
    conclusive: ({ query, items }) => query.status !== undefined && items !== undefined,
    // Rejected queries are not counted, because only some are analysed.
    applies: (page) => !isRefused(page),
    passMessage: 'lists with documented parameters, each 200',
  }),

  invariant('list/status-filter', {
    ...filtering,
    mayBreak: ['list.status.with-limit'],
    dependsOn: ['list/status-with-limit', 'list/limit-default'],
    classOf: statusOf,
    given: ({ api }) =>
      api.log.some(
        (reply) => isFiltered(reply) && reply.query.limit === undefined && mismatch(reply) !== undefined,
      ),
    also: async (context, seen) =>
      seen.some((page) => listLength(page) > 0) ? [] : (await context.settledLists()).filter(isFiltered),
    wrong: statusFilterFlaws,
    passMessage: 'filtered lists, every animal with the requested status',
    inconclusive: 'no filtered list held an animal',
  }),

  invariant('list/status-filter-at-the-end', {
    ...filtering,
    ...SENT_LATE,
    title: 'the statuses in filtered lists at the end of the run',
    wrong: (page) => statusFilterFlaws(page, true),
    passMessage: 'filtered lists at the end of the run, every animal with the requested status',
  }),

  fullListLengthCheck('list/status-with-limit', {
    decides: 'list.status.with-limit',
    enough: FULL_POPULATION_SIZE,
    pairs,
    inconclusive: (_, lists) =>
      lists.some((page) => listLength(page) > (allowedLimit(page) ?? Infinity))
        ? 'lists with limit and status failed in the same way as lists with the limit alone'
        : 'no status has enough animals for a limit to shorten its list',
    passes: 'lists with a status and a limit, each as long as its limit',
  }),

  property('list/status-unknown', {
    decides: 'list.status.unknown',
    needs: ['list'],
    draw: invalidFilterStatuses,
    ask: (status, { api }) => api.list({ status }),
    expect: (page) =>
      isClientError(page.answer?.status ?? 0) || page.items !== undefined
        ? 'met'
        : { ...notAListFlaw(page), expected: 'a 4xx with an Error object, or a list' },
    passMessage: 'unknown statuses, each refused or answered with a list',
  }),
];
