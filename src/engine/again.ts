import type { Api } from './api.ts';
import type { Creates } from './creates.ts';
import type { CreateReply, GetReply, Reply } from './replies.ts';

/**
 * Puts the same request to the target once more, on its own. An animal that every target has to accept goes out under a
 * fresh name, since names may have to be unique. Undefined where the budget for animals is used up.
 */
export async function askAgain(api: Api, creates: Creates, reply: Reply): Promise<Reply | undefined> {
  const { credential } = reply.outcome.ask;
  switch (reply.operation) {
    case 'list':
      return api.list(reply.query, { credential });
    case 'get':
      return isEncoded(reply) ? api.get(reply.id, { credential }) : api.getRaw(reply.id);
    case 'create':
      return reply.intent === 'plain'
        ? creates.plain(
            reply.submitted?.status,
            reply.spelling === undefined ? {} : { spelling: reply.spelling },
          )
        : api.create(reply.outcome.ask.body ?? null, { ...intentOf(reply), credential, ...typeOf(reply) });
    case 'message':
      return api.message(reply.body, {
        credential,
        intent: reply.intent,
        ...(reply.sent === undefined ? {} : { sent: reply.sent }),
        ...typeOf(reply),
      });
  }
}

function isEncoded({ id, outcome }: GetReply): boolean {
  return outcome.ask.url.endsWith(`/${encodeURIComponent(id)}`);
}

function intentOf({ intent, submitted, marker, sent }: CreateReply) {
  return {
    intent,
    ...(submitted === undefined ? {} : { submitted }),
    marker: marker ?? null,
    ...(sent === undefined ? {} : { sent }),
  };
}

function typeOf({ outcome }: Reply): { readonly contentType: string | null } {
  return { contentType: outcome.ask.contentType ?? null };
}
