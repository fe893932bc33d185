import type { Exchange } from '../../reports/exchange.ts';
import { headerOf, mediaTypeOf, type Content } from './content.ts';
import type { Failure } from './failures.ts';
import { asksTooMuch, retryAfterMs, type Ending } from './retry.ts';
import type { WireResponse } from './transport.ts';
import type { Ask, NoAnswer, Outcome } from './types.ts';

/** What came of one attempt, and what that means for another. */
export interface Attempt {
  readonly outcome: Outcome;
  readonly ending: Ending;
}

/** Answers that say nothing of the request itself. A 408 speaks of the connection (RFC 9110, section 15.5.9). */
const REFUSALS: Readonly<Record<number, readonly [kind: Ending['kind'], words: string]>> = {
  408: ['unavailable', 'not available'],
  429: ['rate-limit', 'too many requests'],
  502: ['unavailable', 'not available'],
  503: ['busy', 'not available (a rate limit?)'],
  504: ['unavailable', 'not available'],
};

/** Whether a status says nothing of the request itself. */
export function isRefusal(status: number): boolean {
  return REFUSALS[status] !== undefined;
}

/** An attempt that got no complete answer. */
export function failed(ask: Ask, exchange: Exchange, failure: Failure): Attempt {
  const { kind, unsent, code, dropped } = failure;
  const message = exchange.failure?.message ?? failure.message;
  const more = { ...(unsent === undefined ? {} : { unsent }), ...(code === undefined ? {} : { code }) };
  return {
    outcome: { ...noAnswer(ask, exchange, kind, message), ...more },
    ending: { kind: kind === 'timeout' ? kind : dropped ? 'dropped' : 'final' },
  };
}

/**
 * An attempt that got one.
 * @param times those of sending and of the last byte, on the clock of the run
 * @param today milliseconds since 1970 when it came, which a date of the answer is seen from
 */
export function answered(
  ask: Ask,
  exchange: Exchange,
  { status, headers }: Pick<WireResponse, 'status' | 'headers'>,
  { body }: Pick<Content, 'body'>,
  [sentAt, receivedAt]: readonly [number, number],
  today = Date.now(),
): Attempt {
  const header = (name: string): string | undefined => headerOf(headers, name);
  const refusal = REFUSALS[status];
  if (refusal !== undefined) {
    const [kind, words] = refusal;
    const ending: Ending = { kind, retryAfterMs: retryAfterMs(header('retry-after'), today) };
    const seconds = Math.ceil((ending.retryAfterMs ?? 0) / 1000);
    const asked = asksTooMuch(ending) ? `, and asks for a wait of ${String(seconds)} s` : '';
    const why = kind === 'rate-limit' ? kind : 'unavailable';
    return {
      outcome: noAnswer(ask, exchange, why, `the target answered ${status}: ${words}${asked}`),
      ending,
    };
  }
  if (!body.ok && body.unread === true) {
    return { outcome: noAnswer(ask, exchange, 'too-large', body.problem), ending: { kind: 'final' } };
  }
  const mediaType = mediaTypeOf(headers);
  return {
    outcome: { kind: 'answer', ask, exchange, status, header, mediaType, body, sentAt, receivedAt },
    ending: { kind: 'answer' },
  };
}

function noAnswer(ask: Ask, exchange: Exchange, why: NoAnswer['why'], message: string): NoAnswer {
  return { kind: 'no-answer', ask, exchange, why, message };
}

/** Requests of which no attempt got an answer that counts, of all those of a run. */
export function unansweredIn(exchanges: readonly Exchange[]): number {
  const repeated = new Set(exchanges.map(({ repeats }) => repeats));
  return exchanges.filter(({ id, response, failure }) => {
    if (repeated.has(id)) return false;
    if (response !== null) return isRefusal(response.status);
    return failure?.unsent !== true && failure?.kind !== 'cancelled' && failure?.kind !== 'too-large';
  }).length;
}
