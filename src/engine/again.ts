import type { Api } from './api.ts';
import type { Creates } from './creates.ts';
import type { GetReply, Reply } from './replies.ts';

/**
 * Puts the same request to the target once more, on its own. An animal that every target has to accept goes out under a
 * fresh name, since names may have to be unique. Undefined where the budget for animals is used up.
 */
export async function askAgain(api: Api, creates: Creates, reply: Reply): Promise<Reply | undefined> {
  const { credential, body = null, contentType = null } = reply.outcome.ask;
  switch (reply.operation) {
    case 'list':
      return api.list(reply.query, { credential });
    case 'get':
      return isEncoded(reply) ? api.get(reply.id, { credential }) : api.getRaw(reply.id);
    case 'create': {
      const { intent, submitted, spelling, marker = null, sent } = reply;
      return intent === 'plain'
        ? creates.plain(submitted?.status, { spelling })
        : api.create(body, { intent, submitted, marker, sent, credential, contentType });
    }
    case 'message': {
      const { intent, sent } = reply;
      return api.message(reply.body, { intent, sent, credential, contentType });
    }
  }
}

function isEncoded({ id, outcome }: GetReply): boolean {
  return outcome.ask.url.endsWith(`/${encodeURIComponent(id)}`);
}
