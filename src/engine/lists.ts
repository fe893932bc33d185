import { given } from '../base/given.ts';
import { statusText } from './expect.ts';
import type { Place } from '../../reports/model.ts';
import { isSuccess, STATUSES, type ListQuery, type ListReply, type Reply, type Status } from './replies.ts';

/** Animals on the widest list: a shorter one shows all that match. */
export const WIDEST = 100;
/** The widest lists, unfiltered and of each status. */
export const WIDEST_QUERIES: readonly ListQuery[] = [undefined, ...STATUSES].map((status) =>
  given({ limit: String(WIDEST), status }),
);

/** Lists that were asked for with a valid key. */
export function isList(reply: Reply): reply is ListReply {
  return reply.operation === 'list' && reply.outcome.ask.credential.valid;
}

/** Of those the lists of a kind. */
export function listsThat(isMeant: (page: ListReply) => boolean): (reply: Reply) => reply is ListReply {
  return (reply): reply is ListReply => isList(reply) && isMeant(reply);
}

/** The limit of a query where it is an integer, in or out of range. */
export function integerLimit({ query: { limit } }: ListReply): bigint | undefined {
  return limit !== undefined && /^-?\d+$/.test(limit) ? BigInt(limit) : undefined;
}

/** The limit of a query where it is one that the document allows (section Limits). */
export function allowedLimit(reply: ListReply): number | undefined {
  const limit = integerLimit(reply);
  return limit !== undefined && limit >= 1n && limit <= 100n ? Number(limit) : undefined;
}

/** The limit that holds for a query, where the document says which: 20 where none is given. */
export function limitOf(reply: ListReply): number | undefined {
  return reply.query.limit === undefined ? 20 : allowedLimit(reply);
}

export function isStatus(text: string | undefined): text is Status {
  return STATUSES.some((status) => status === text);
}

/** Whether a query has nothing but values that the document allows. */
export function isDocumented(reply: ListReply): boolean {
  const { limit, status }: ListQuery = reply.query;
  return (
    (limit === undefined || allowedLimit(reply) !== undefined) && (status === undefined || isStatus(status))
  );
}

/** Whether a list is as wide as lists get, and full: then the target may hold any number of animals more. */
export function isFull(reply: ListReply): boolean {
  return reply.query.limit === String(WIDEST) && lengthOf(reply) === WIDEST;
}

/** An answer that is no list of animals: its status, and where it shows. */
export function noList(reply: ListReply): { readonly actual: string; readonly places: readonly Place[] } {
  const status = statusText(reply);
  return isSuccess(reply.answer)
    ? { actual: `${status} and no list of animals`, places: [{ part: 'body', pointer: '' }] }
    : { actual: status, places: [{ part: 'status' }] };
}

/** A number of animals in words. */
export function animalsText(count: number): string {
  return count === 1 ? '1 animal' : `${String(count)} animals`;
}

/** How many animals a list showed. */
export function lengthOf({ answer, items }: ListReply): number {
  return (answer?.body.ok === true ? answer.body.items : undefined) ?? items?.length ?? 0;
}
