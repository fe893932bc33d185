import type { CheckContext } from '../../src/engine/plan/context.ts';
import type { ListQuery, Reply } from '../../src/engine/target/replies.ts';
import type { Credential } from '../../src/http/types.ts';

/** A way of asking a target for something. */
export type Way = (context: CheckContext) => Promise<Reply | undefined>;

export const list =
  (query: ListQuery = {}, credential?: Credential): Way =>
  ({ api }) =>
    api.list(query, credential && { credential });

export const get =
  (id: bigint | string, more: { credential?: Credential; segment?: string } = {}): Way =>
  ({ api }) =>
    api.get(id, more);

/** An animal that a target may refuse. */
export const named =
  (name: string): Way =>
  ({ creates }) =>
    creates.borderline({ name: () => name });
