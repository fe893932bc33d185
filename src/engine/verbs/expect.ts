import { withoutUndefined } from '../../base/without-undefined.ts';
import type { Flaw } from '../plan/index.ts';
import { isClientError, type Reply, statusText } from '../target/index.ts';

export interface Expectation {
  /** The requirement of the document, in words. */
  readonly text: string;
  /** The required status, if exactly one is allowed. */
  readonly code?: number;
  readonly met: (status: number, reply: Reply) => boolean;
}

/** Expects exactly this status; other checks judge the Error object of an error. */
export function expectStatus(code: number): Expectation {
  return expectStatusAnyBody(code, code >= 400 ? `${String(code)} with an Error object` : undefined);
}

/** Exactly this status, with any body: for responses whose body the document does not specify. */
export function expectStatusAnyBody(code: number, text = String(code)): Expectation {
  return { text, code, met: (came) => came === code };
}

/**
 * The result of testing a requirement with one request, in every verb and every suite:
 * - `met`: the response is as the document requires; a pass needs such a response
 * - a flaw: the response is not as required
 * - `no-evidence`: the response decides nothing, such as a refusal that may have another reason
 * - `no-answer`: there is no response that proves anything; the verbs find that out by themselves
 */
export type ExpectationResult = 'met' | Flaw | 'no-evidence' | 'no-answer';

export function judgeStatus(expected: Expectation, reply: Reply): 'met' | Flaw {
  return expected.met(reply.answer?.status ?? 0, reply)
    ? 'met'
    : wrongStatusFlaw(reply, expected.text, expected.code);
}

/** The flaw of a wrong status. `requiredStatus`: the required status, if exactly one is allowed. */
export function wrongStatusFlaw(reply: Reply, expected: string, requiredStatus?: number): Flaw {
  return withoutUndefined({
    actual: statusText(reply),
    expected,
    requiredStatus,
    places: [{ part: 'status' }] as const,
  });
}

/** Any 4xx: a refusal that blames the client. */
export const expectClientError: Expectation = {
  text: 'a 4xx with an Error object',
  met: (came) => isClientError(came),
};

/** Judges a request with the headers of another client: a firewall may turn browsers away, whatever they ask for. */
export function judgeUnlessTurnedAway(expected: Expectation, reply: Reply): ExpectationResult {
  const isTurnedAway = reply.outcome.ask.headers !== undefined && isClientError(reply.answer?.status ?? 0);
  return (isTurnedAway ? judgeUnlessRefusedOtherwise : judgeStatus)(expected, reply);
}

/** Judges a request that may be refused for another reason too: a refusal with another status proves nothing. */
export function judgeUnlessRefusedOtherwise(expected: Expectation, reply: Reply): ExpectationResult {
  const came = reply.answer?.status ?? 0;
  return came >= 300 && came !== expected.code ? 'no-evidence' : judgeStatus(expected, reply);
}
