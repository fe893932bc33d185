import type { Lab } from '../src/kit/lab.ts';
import type { CreateReply, GetReply, ListReply, Reply } from '../src/kit/replies.ts';

/** Whether the request carried a key that the target has to accept. */
export function authorised(reply: Reply): boolean {
  return reply.outcome.ask.credential.valid;
}

/** The lists that this check judges, asked for with a valid key. */
export function lists(lab: Lab): readonly ListReply[] {
  return lab.replies().filter((reply): reply is ListReply => reply.operation === 'list' && authorised(reply));
}

/** The requests to add an animal that this check judges, sent with a valid key. */
export function creates(lab: Lab): readonly CreateReply[] {
  return lab
    .replies()
    .filter((reply): reply is CreateReply => reply.operation === 'create' && authorised(reply));
}

/** The animals that were asked for by id with a valid key. */
export function gets(lab: Lab): readonly GetReply[] {
  return lab.replies().filter((reply): reply is GetReply => reply.operation === 'get' && authorised(reply));
}
