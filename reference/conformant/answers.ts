import type { ServerResponse } from 'node:http';
import type { PartialServerSteps } from '../steps.ts';
import { writeJson } from '../json.ts';
import { type Call, type HeaderLine, RefusedRequest, type SerializedReply } from '../model.ts';

/** The steps that are common to all operations. */
export const commonSteps: PartialServerSteps = (steps) => ({
  async answer(call) {
    try {
      if (call.resource === 'none')
        throw new RefusedRequest(404, 'unknown_path', 'There is nothing at this path.');
      // Authentication comes first, so that a request without a valid key learns nothing else.
      await steps.authenticate(call);
      if (call.operation === undefined) throw wrongMethod(call);
      return await steps[call.operation](call);
    } catch (error) {
      return steps.refuse(
        error instanceof RefusedRequest ? error : new RefusedRequest(500, 'internal', 'The server failed.'),
        call,
      );
    }
  },

  renderAnimal: ({ id, name, categoryId, status }) => ({ id, name, categoryId, status }),

  refuse(refusal, call) {
    const challenge = steps.challenge(refusal, call);
    const headers: HeaderLine[] = [...refusal.headers];
    if (challenge !== undefined) headers.push(['WWW-Authenticate', challenge]);
    return { status: refusal.status, headers, value: steps.renderError(refusal, call) };
  },

  renderError: (refusal) => ({ code: refusal.reason, message: refusal.message, status: refusal.status }),

  finish: (reply) => reply,

  contentType: () => 'application/json',

  write: (reply) => writeJson(reply.value),

  send(wire, response) {
    writeHead(wire, response);
    response.end(wire.payload);
  },
});

/** Sets status and headers of a response without sending its body. */
export function writeHead({ status, headers }: SerializedReply, response: ServerResponse): void {
  for (const [name, value] of headers) response.appendHeader(name, value);
  response.statusCode = status;
}

function wrongMethod(call: Call): RefusedRequest {
  const allowed = { pets: 'GET, HEAD, POST', pet: 'GET, HEAD', messages: 'POST', none: '' }[call.resource];
  return new RefusedRequest(405, 'method_not_allowed', `This path allows ${allowed}.`, [['Allow', allowed]]);
}
