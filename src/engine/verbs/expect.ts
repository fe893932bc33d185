import { withoutUndefined } from '../../base/without-undefined.ts';
import type { Flaw } from '../plan/index.ts';
import { isClientError, type Reply, statusText } from '../target/index.ts';

export interface Expectation {
  /** In words: what the document asks here. */
  readonly text: string;
  /** The status that it has to have, where it is one. */
  readonly code?: number;
  readonly met: (status: number, reply: Reply) => boolean;
}

/** Just this status; an error status comes with an Error object, which is judged on its own. */
export function status(code: number): Expectation {
  return statusAlone(code, code >= 400 ? `${String(code)} with an Error object` : undefined);
}

/** Just this status, whatever its body: where the document shows none. */
export function statusAlone(code: number, text = String(code)): Expectation {
  return { text, code, met: (came) => came === code };
}

/**
 * The outcome of putting a requirement to the target once. These are the words of every verb and of every suite:
 * - `met`: the answer is as the document asks; a pass needs one
 * - an object: it is not, and this came instead
 * - `no-evidence`: the answer decides nothing, as a refusal that may have another reason: no pass and no failure rests on it
 * - `no-answer`: none came that says anything; the verbs find that out by themselves
 */
export type Result = 'met' | Flaw | 'no-evidence' | 'no-answer';

export function judged(expected: Expectation, reply: Reply): 'met' | Flaw {
  return expected.met(reply.answer?.status ?? 0, reply) ? 'met' : unmet(reply, expected.text, expected.code);
}

/** What is wrong with a status. `asked`: the status, where it had to be one. */
export function unmet(reply: Reply, expected: string, asked?: number): Flaw {
  return withoutUndefined({
    actual: statusText(reply),
    expected,
    asked,
    places: [{ part: 'status' }] as const,
  });
}

/** Any refusal that says the client was wrong. */
export const clientError: Expectation = {
  text: 'a 4xx with an Error object',
  met: (came) => isClientError(came),
};

/** What may be refused for something else too: a success is a counterexample, and another refusal no evidence. */
export function refusal(code: number, reply: Reply, expected = status(code)): Result {
  const came = reply.answer?.status ?? 0;
  return came >= 300 && came !== code ? 'no-evidence' : judged(expected, reply);
}
