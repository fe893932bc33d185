import type { Place } from '../reports/model.ts';
import { int64 } from '../src/json/int64.ts';
import type { JsonObject } from '../src/json/types.ts';
import {
  allowedLimit,
  isList,
  isObject,
  isSuccess,
  itemId,
  lengthOf,
  type ListQuery,
  type ListReply,
  placesIn,
  type Reply,
  statusText,
  WIDEST,
} from '../src/engine/target/index.ts';

export { allowedLimit, integerLimit, isDocumented, isStatus } from '../src/engine/target/index.ts';

/** Limits of the document (section Limits): where none is given, and the most that any list shows. */
export const DEFAULT = 20;
export const MAXIMUM = WIDEST;

/** The lists of a kind that were asked for with a valid key. */
export function listsThat(isMeant: (page: ListReply) => boolean): (reply: Reply) => reply is ListReply {
  return (reply): reply is ListReply => isList(reply) && isMeant(reply);
}

/** The limit that holds for a query, where the document says which. */
export function limitOf(reply: ListReply): number | undefined {
  return reply.query.limit === undefined ? DEFAULT : allowedLimit(reply);
}

/** Whether a list is as wide as lists get, and full: then the target may hold any number of animals more. */
export function isFull(reply: ListReply): boolean {
  return reply.query.limit === String(WIDEST) && lengthOf(reply) === WIDEST;
}

/** A page that is shorter than its limit is the last one: there is no other paging control. */
export function isShort(page: ListReply): boolean {
  const limit = limitOf(page);
  // Of an item without an id nobody can tell which animal it is.
  const isReadable = page.items?.every((item) => itemId(item) !== undefined) === true;
  return limit !== undefined && isReadable && lengthOf(page) < limit;
}

/** An animal as an answer shows it. */
export function shownIn(reply: Reply, id: bigint): JsonObject | undefined {
  if (reply.operation === 'get') return int64(reply.pet?.['id']) === id ? reply.pet : undefined;
  if (reply.operation !== 'list') return undefined;
  const item = reply.items?.[placesIn(reply.items).of.get(id) ?? -1];
  return isObject(item) ? item : undefined;
}

/** An answer that is not a list of animals: its status, and where it shows. */
export function noList(reply: ListReply): { readonly actual: string; readonly places: readonly Place[] } {
  const status = statusText(reply);
  return isSuccess(reply.answer)
    ? { actual: `${status} and no list of animals`, places: [{ part: 'body', pointer: '' }] }
    : { actual: status, places: [{ part: 'status' }] };
}

export function animalsText(count: number): string {
  return count === 1 ? '1 animal' : `${String(count)} animals`;
}

/** The parameters of a query as a sentence has them. */
export function queryText({ limit, status }: ListQuery): string {
  return [
    limit === undefined ? 'no limit' : `limit=${limit}`,
    ...(status === undefined ? [] : [`status=${status}`]),
  ].join(' and ');
}
