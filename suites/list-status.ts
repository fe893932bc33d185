import * as fc from 'fast-check';
import { unknownStatuses } from '../generators/statuses.ts';
import type { RequirementId } from '../requirements/index.ts';
import { writeJson } from '../src/json/json.ts';
import type { Json } from '../src/json/types.ts';
import { type Check, type Flaw, type CheckContext, subject } from '../src/engine/plan/index.ts';
import { invariant, property, unmet } from '../src/engine/verbs/index.ts';
import {
  isClientError,
  isObject,
  itemId,
  lengthOf,
  type ListReply,
  STATUSES,
} from '../src/engine/target/index.ts';
import { sameLength, type Pair } from './list-length.ts';
import { allowedLimit, isDocumented, isStatus, listsThat, noList, queryText } from './lists.ts';

const isFiltered = listsThat(({ query }) => isStatus(query.status));

/** The class of a list by its filter. */
function statusOf({ query: { status } }: ListReply): string | undefined {
  return status === undefined ? undefined : `status=${status}`;
}

/** The first animal that a filter should have left out. */
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

export function strangerFlaws(page: ListReply, unlimitedToo: boolean): readonly Flaw[] {
  const found = mismatch(page);
  if (found === undefined) return [];
  const flaw: Flaw = {
    requirement: 'list.status.filter',
    expected: `animals with status ${writeJson(page.query.status ?? '')} only`,
    actual: found.text,
    input: page.query,
    places: [{ part: 'body', pointer: `/${String(found.at)}/status` }],
    subjects: [subject.parameter('status', page.query.status), subject.animal(found.id)],
    // An animal in the place of another one stands where that one stood.
    possibleCauses: ['create.id.unique', 'create.id.by-service'],
  };
  // Where the filter holds on its own, and gives way to a limit, that is a matter of both together too.
  const together = page.query.limit !== undefined && !unlimitedToo;
  return together ? [flaw, { ...flaw, requirement: 'list.status.with-limit' }] : [flaw];
}

/** Whether an answer refuses a query, in a way that is not about the key; a 204 says that there is nothing. */
function isRefused({ answer }: ListReply): boolean {
  return answer !== undefined && ![200, 204, 401].includes(answer.status);
}

/** The requirements that the refusal of a query breaks: of the parameter that is refused alone too, else of both. */
async function blamed(
  context: CheckContext,
  { query: { limit, status } }: ListReply,
): Promise<readonly RequirementId[]> {
  if (limit === undefined) return ['list.status.accepted'];
  if (status === undefined) return ['list.limit.accepted'];
  // Taken by now, with more animals there: it was the filter that found nothing.
  if (!isRefused(await context.api.list({ limit, status }))) return ['list.status.accepted'];
  if (isRefused(await context.api.list({ limit }))) return ['list.limit.accepted'];
  if (isRefused(await context.api.list({ status }))) return ['list.status.accepted'];
  return ['list.status.with-limit', 'list.status.accepted', 'list.limit.accepted'];
}

/** Refused queries whose fault is looked for. */
const BLAMED = 12;

/** Limits that are low enough for a filter to find more animals. */
const FEW = fc.integer({ min: 2, max: 25 });

/** Each status with a limit of the run's own. */
function pairs(context: CheckContext): readonly Pair[] {
  const limits = fc.sample(FEW, { seed: context.seed(), numRuns: STATUSES.length });
  return STATUSES.map((status, at) => {
    const limit = limits[at] ?? 2;
    return { list: { status, limit: String(limit) }, beside: { status, limit: '100' }, limit };
  });
}

export const statusChecks: readonly Check[] = [
  invariant('list/documented-queries', {
    decides: 'list.status.accepted',
    mayBreak: ['list.limit.accepted', 'list.status.with-limit'],
    needs: ['list'],
    dependsOn: ['list/limit-in-range', 'list/limit-default', 'list/status-with-limit'],
    of: listsThat((page) => isDocumented(page) && Object.keys(page.query).length > 0),
    classOf: statusOf,
    given: async (context) => {
      const refused = context.api.log.filter(listsThat((page) => isDocumented(page) && isRefused(page)));
      const whose = new Map<string, readonly RequirementId[]>();
      for (const reply of refused) {
        const query = queryText(reply.query);
        if (!whose.has(query) && whose.size < BLAMED) whose.set(query, await blamed(context, reply));
      }
      return whose;
    },
    wrong: (page, whose) =>
      isRefused(page)
        ? (whose.get(queryText(page.query)) ?? []).map((requirement) => ({
            requirement,
            ...unmet(page, '200: the document allows this query'),
            input: page.query,
          }))
        : undefined,
    conclusive: ({ query, items }) => query.status !== undefined && items !== undefined,
    // Not all that are refused are looked into.
    applies: (page) => !isRefused(page),
    passMessage: 'lists with documented parameters, each 200',
  }),

  invariant('list/status-filter', {
    decides: 'list.status.filter',
    mayBreak: ['list.status.with-limit'],
    needs: ['list'],
    dependsOn: ['list/status-with-limit', 'list/limit-default'],
    of: isFiltered,
    classOf: statusOf,
    given: ({ api }) =>
      api.log.some(
        (reply) => isFiltered(reply) && reply.query.limit === undefined && mismatch(reply) !== undefined,
      ),
    also: async (context, seen) =>
      seen.some((page) => lengthOf(page) > 0) ? [] : (await context.settledLists()).filter(isFiltered),
    wrong: strangerFlaws,
    conclusive: (page) => lengthOf(page) > 0,
    passMessage: 'filtered lists, every animal of the status asked for',
    inconclusive: 'no filtered list held an animal',
  }),

  sameLength('list/status-with-limit', {
    decides: 'list.status.with-limit',
    minAnimals: 21,
    pairs,
    narrows: true,
    exceptAlone: true,
    inconclusive: (_, lists) =>
      lists.some((page) => lengthOf(page) > (allowedLimit(page) ?? Infinity))
        ? 'lists with limit and status went wrong as those with the limit alone did'
        : 'no status has enough animals for a limit to cut the list',
    passes: 'filtered lists, each as long as its limit, with more animals matching',
  }),

  property('list/status-unknown', {
    decides: 'list.status.unknown',
    needs: ['list'],
    draw: unknownStatuses,
    ask: (status, { api }) => api.list({ status }),
    expect: (page) =>
      isClientError(page.answer?.status ?? 0) || page.items !== undefined
        ? 'met'
        : { ...noList(page), expected: 'a 4xx with an Error object, or a list' },
    passMessage: 'unknown statuses, each refused or answered with a list',
  }),
];
