import { STATUSES, type ListQuery, type ListReply, type Reply } from './replies.ts';
import { withoutUndefined } from '../../base/without-undefined.ts';

/** Animals on the widest list: a shorter one shows all that match. */
export const WIDEST = 100;
/** The widest lists, unfiltered and of each status. */
export const WIDEST_QUERIES: readonly ListQuery[] = [undefined, ...STATUSES].map((status) =>
  withoutUndefined({ limit: String(WIDEST), status }),
);

/** Lists that were asked for with a valid key. */
export function isList(reply: Reply): reply is ListReply {
  return reply.operation === 'list' && reply.outcome.ask.credential.valid;
}

/** How many animals a list showed. */
export function lengthOf({ answer, items }: ListReply): number {
  return (answer?.body.ok === true ? answer.body.items : undefined) ?? items?.length ?? 0;
}
