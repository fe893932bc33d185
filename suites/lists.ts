import type { CheckContext, Flaw } from '../src/engine/plan/index.ts';
import { int64Value } from '../src/json/int64.ts';
import type { JsonObject } from '../src/json/types.ts';
import {
  allowedLimit,
  isAuthenticatedList,
  isObject,
  isPetStatus,
  isSuccess,
  itemId,
  listLength,
  type ListQuery,
  type ListReply,
  idPositionsOf,
  PET_STATUSES,
  type PetStatus,
  type Reply,
  statusText,
  MAX_LIST_LENGTH,
} from '../src/engine/target/index.ts';

/** Limits of the document (section Limits): the default without a limit, and the maximum of any list. */
export const DEFAULT_LIMIT = 20;
export const MAX_LIMIT = MAX_LIST_LENGTH;

/** For a second look at a rule: judges the requests beside and after those with a wrong key, which come after the first look. */
export const SENT_LATE = { stage: 'last', sentIn: ['keys', 'after-keys'] } as const;

/** Filter for lists that were requested with a valid key. */
export function isAuthenticatedListThat(
  isMeant: (page: ListReply) => boolean,
): (reply: Reply) => reply is ListReply {
  return (reply): reply is ListReply => isAuthenticatedList(reply) && isMeant(reply);
}

/** The effective limit of a list: its own or the default; undefined if the document does not define it. */
export function limitOf(reply: ListReply): number | undefined {
  return reply.query.limit === undefined ? DEFAULT_LIMIT : allowedLimit(reply);
}

/** True if a list with limit 100 has 100 animals: the target may then hold any number more. */
export function isFullAtMaxLimit(reply: ListReply): boolean {
  return reply.query.limit === String(MAX_LIST_LENGTH) && listLength(reply) === MAX_LIST_LENGTH;
}

/** True if a list is shorter than its limit, so that it must be complete: there is no other paging control. */
export function isBelowLimit(page: ListReply): boolean {
  const limit = limitOf(page);
  // An item without an id cannot be matched to an animal.
  const isReadable = page.items?.every((item) => itemId(item) !== undefined) === true;
  return limit !== undefined && isReadable && listLength(page) < limit;
}

/** The animal with this id in a response to a GET or list; undefined if the response does not show it. */
export function animalIn(reply: Reply, id: bigint): JsonObject | undefined {
  if (reply.operation === 'get') return int64Value(reply.pet?.['id']) === id ? reply.pet : undefined;
  if (reply.operation !== 'list') return undefined;
  const item = reply.items?.[idPositionsOf(reply.items).of.get(id) ?? -1];
  return isObject(item) ? item : undefined;
}

/** Requests the same list again, then the widest lists; returns the first with the animal, or the last list if none has it. */
export async function findListShowing(
  { api }: CheckContext,
  { id }: { readonly id: bigint },
  { query = {} }: Pick<Partial<ListReply>, 'query'>,
): Promise<ListReply> {
  const queries = [query, { limit: '100' }, ...PET_STATUSES.map((status) => ({ limit: '100', status }))];
  for (const wide of queries.slice(0, -1)) {
    const page = await api.list(wide);
    if (idPositionsOf(page.items).of.has(id)) return page;
  }
  return api.list(queries.at(-1));
}

/** True if a response showed another status of an animal that was created with this status. */
export function haveMovedOn({ api, population }: CheckContext, status: PetStatus): boolean {
  const ids = population.animals().flatMap(({ id, submitted }) => (submitted.status === status ? [id] : []));
  return api.log.some((reply) =>
    ids.some((id) => {
      const shown = animalIn(reply, id)?.['status'];
      return isPetStatus(shown) && shown !== status;
    }),
  );
}

/** Describes a response that is not a list of animals: its status, and the place of the deviation. */
export function notAListFlaw(reply: ListReply): Pick<Flaw, 'actual' | 'places'> {
  const status = statusText(reply);
  return isSuccess(reply.answer)
    ? { actual: `${status} and no list of animals`, places: [{ part: 'body', pointer: '' }] }
    : { actual: status, places: [{ part: 'status' }] };
}

export function animalsText(count: number): string {
  return count === 1 ? '1 animal' : `${String(count)} animals`;
}

/** The parameters of a query as text, such as `limit=5 and status=sold`. */
export function describeQuery({ limit, status }: ListQuery): string {
  return [
    limit === undefined ? 'no limit' : `limit=${limit}`,
    ...(status === undefined ? [] : [`status=${status}`]),
  ].join(' and ');
}
