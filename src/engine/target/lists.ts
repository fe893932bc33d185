import { PET_STATUSES, type ListQuery, type ListReply, type Reply, type PetStatus } from './replies.ts';
import { withoutUndefined } from '../../base/without-undefined.ts';

/** The maximum length of a list (section Limits): a shorter list shows all matching animals. */
export const MAX_LIST_LENGTH = 100;
export const MAX_LIMIT_LIST_QUERIES: readonly ListQuery[] = [undefined, ...PET_STATUSES].map((status) =>
  withoutUndefined({ limit: String(MAX_LIST_LENGTH), status }),
);

export function isAuthenticatedList(reply: Reply): reply is ListReply {
  return reply.operation === 'list' && reply.outcome.ask.credential.valid;
}

export function listLength({ answer, items }: ListReply): number {
  return (answer?.body.ok === true ? answer.body.items : undefined) ?? items?.length ?? 0;
}

/** The limit of a query if it is an integer, in or out of range. */
export function integerLimit({ query: { limit } }: Pick<ListReply, 'query'>): bigint | undefined {
  return limit !== undefined && /^-?\d+$/.test(limit) ? BigInt(limit) : undefined;
}

/** The limit of a query if the document allows it: 1 to 100 (section Limits). */
export function allowedLimit(reply: Pick<ListReply, 'query'>): number | undefined {
  const limit = integerLimit(reply);
  return limit !== undefined && limit >= 1n && limit <= BigInt(MAX_LIST_LENGTH) ? Number(limit) : undefined;
}

export function isPetStatus(value: unknown): value is PetStatus {
  return PET_STATUSES.some((status) => status === value);
}

export function hasDocumentedQuery(reply: Pick<ListReply, 'query'>): boolean {
  const { limit, status } = reply.query;
  return (
    (limit === undefined || allowedLimit(reply) !== undefined) &&
    (status === undefined || isPetStatus(status))
  );
}
