import type { PartialServerSteps } from '../steps.ts';
import { validKeyFor } from '../keys.ts';
import { RefusedRequest } from '../model.ts';

/** Bearer authentication (RFC 6750, section 2.1); the scheme is case-insensitive (RFC 9110, section 11.1). */
export const authSteps: PartialServerSteps = (steps, world) => ({
  authenticate(call) {
    if (!steps.isKey(steps.readToken(call), call)) {
      throw new RefusedRequest(401, 'invalid_key', 'The API key is not valid.');
    }
  },

  readToken(call) {
    const [value, second] = call.authorization;
    if (value === undefined) throw new RefusedRequest(401, 'missing_key', 'An API key is required.');
    const token = second === undefined ? /^bearer +(\S+)$/i.exec(value.trim())?.[1] : undefined;
    // A bearer token has the form b64token (RFC 6750, section 2.1), but a configured key of another form is accepted too.
    if (token === undefined || !(/^[\w.~+/-]+=*$/.test(token) || token === validKeyFor(call, world))) {
      throw new RefusedRequest(401, 'malformed_authorization', 'Send the API key as a bearer token.');
    }
    return token;
  },

  isKey: (token, call) => token === validKeyFor(call, world),

  challenge(refusal) {
    if (refusal.status !== 401) return undefined;
    const problem = { invalid_key: 'invalid_token', malformed_authorization: 'invalid_request' };
    const error = Object.entries(problem).find(([reason]) => reason === refusal.reason)?.[1];
    return error === undefined ? 'Bearer realm="petstore"' : `Bearer realm="petstore", error="${error}"`;
  },
});
