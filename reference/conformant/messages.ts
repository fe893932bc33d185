import type { PartialServerSteps } from '../steps.ts';
import { member } from '../json.ts';
import { RefusedRequest } from '../model.ts';
import { mediaTypeOf } from './create.ts';

/** Steps of `POST /messages`. */
export const messageSteps: PartialServerSteps = (steps, world) => ({
  message(call) {
    steps.checkMessageMediaType(call);
    const text = steps.readMessage(steps.parseBody(call), call);
    return { status: 202, headers: [], value: steps.renderMessage(text, call) };
  },

  checkMessageMediaType(call) {
    if (mediaTypeOf(call) === 'application/json') return;
    throw new RefusedRequest(400, 'unsupported_media_type', 'Send the body as application/json.');
  },

  readMessage(value) {
    const message = member(value, 'message');
    if (message === undefined) throw new RefusedRequest(400, 'missing_message', 'message is required.');
    if (typeof message === 'string') return message;
    throw new RefusedRequest(400, 'invalid_message', 'message must be a string.');
  },

  renderMessage: (message) => ({
    id: `msg_${world.nextMessage++}`,
    message,
    status: 'queued',
    createdAt: new Date().toISOString(),
  }),
});
