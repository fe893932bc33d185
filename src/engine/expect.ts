import { given } from '../base/given.ts';
import type { Flaw } from './finding.ts';
import type { Reply } from './replies.ts';

/** What an answer has to be, whatever was asked. */
export interface Expectation {
  /** In words: what the document asks here. */
  readonly text: string;
  /** The status that it has to have, where it is one. */
  readonly code?: number;
  /** Whether an answer is of that kind. */
  readonly met: (status: number, reply: Reply) => boolean;
}

/** Just this status; an error status comes with an Error object, which is judged on its own. */
export function status(code: number): Expectation {
  return {
    text: code >= 400 ? `${String(code)} with an Error object` : String(code),
    code,
    met: (came) => came === code,
  };
}

/** Just this status, whatever its body: where the document shows none. */
export function statusAlone(code: number): Expectation {
  return { text: String(code), code, met: (came) => came === code };
}

/**
 * What came of putting a requirement to the target once. These are the words of every verb and of every suite:
 * - `met`: the answer is as the document asks; a pass needs one
 * - an object: it is not, and this came instead
 * - `no-evidence`: the answer tells neither way, as a refusal that may have another reason: no pass and no failure rests on it
 * - `no-answer`: none came that says anything; the verbs find that out by themselves
 */
export type Result = 'met' | Flaw | 'no-evidence' | 'no-answer';

/** What a reply says of an expectation. */
export function judged(expected: Expectation, reply: Reply): 'met' | Unmet {
  return expected.met(reply.answer?.status ?? 0, reply) ? 'met' : unmet(reply, expected.text, expected.code);
}

/**
 * What is wrong with an answer whose status is not what was expected.
 * @param asked the status, where it had to be one
 */
export function unmet(reply: Reply, expected: string, asked?: number): Unmet {
  return given({ actual: statusText(reply), expected, asked, places: [{ part: 'status' }] as const });
}

/** An answer whose status is not what was expected. */
interface Unmet extends Flaw {
  readonly places: readonly [{ readonly part: 'status' }];
}

/** Any refusal that says the client was wrong. */
export const clientError: Expectation = {
  text: 'a 4xx with an Error object',
  met: (came) => isClientError(came),
};

export function isClientError(code: number): boolean {
  return code >= 400 && code < 500;
}

/**
 * Just this refusal, for a request that may be refused for something else too, in whatever way: then only a success is a
 * counterexample, and another refusal tells nothing.
 */
export function refusal(code: number, reply: Reply, expected = status(code)): Result {
  const came = reply.answer?.status ?? 0;
  return came >= 300 && came !== code ? 'no-evidence' : judged(expected, reply);
}

/** Either of two kinds of answers; `text` says both. */
export function either(one: Expectation, other: Expectation, text: string): Expectation {
  return { text, met: (code, reply) => one.met(code, reply) || other.met(code, reply) };
}

/** A body that is no JSON in words, with why. */
export function notJson({ problem }: { readonly problem: string }): string {
  return `a body that is not JSON: ${problem.replace(/^the body/u, 'it')}`;
}

/** The status of an answer in words, such as `201 Created`. */
export function statusText(reply: Reply): string {
  const response = reply.outcome.exchange.response;
  if (response === null) return 'no answer';
  return `${String(response.status)}${response.statusText === '' ? '' : ` ${response.statusText}`}`;
}

/** Characters of a body that a sentence shows. */
const MOST_BODY = 120;

/**
 * A request in one line, the subject of what is said of its answer, with what is unusual about it:
 * `POST /v1/pets {"name":"x"} (no Authorization header)`.
 */
export function requestText({ outcome: { ask, exchange } }: Reply): string {
  const { body, contentType, credential, method } = ask;
  const { pathname, search } = new URL(exchange.request.url);
  const characters = [...(body ?? '')];
  const shown = characters.slice(0, MOST_BODY).join('') + (characters.length > MOST_BODY ? '…' : '');
  const unusual = [
    ...(body === '' ? ['empty body'] : []),
    ...(credential.kind === 'valid'
      ? []
      : [headerText('Authorization', credential.value && credential.label)]),
    ...(method === 'GET' || contentType === 'application/json'
      ? []
      : [headerText('Content-Type', contentType ?? null)]),
  ];
  const note = unusual.length === 0 ? '' : `(${unusual.join(', ')})`;
  return [`${method} ${pathname}${search}`, shown, note].filter((part) => part !== '').join(' ');
}

function headerText(name: string, value: string | null): string {
  return value === null ? `no ${name} header` : `${name}: ${value}`;
}
