import type { Exchange } from '../../reports/exchange.ts';
import { headerOf, mediaTypeOf, type Content } from './content.ts';
import type { Failure } from './failures.ts';
import { asksTooMuch, retryAfterMs, type Ending } from './retry.ts';
import type { WireResponse } from './transport.ts';
import type { Answer, Ask, NoAnswer, Outcome } from './types.ts';

/** What came of one attempt, and what that means for another. */
export interface Attempt {
  readonly outcome: Outcome;
  readonly ending: Ending;
}

/** An attempt that got no complete answer. */
export function failed(ask: Ask, exchange: Exchange, failure: Failure): Attempt {
  const outcome: NoAnswer = {
    kind: 'no-answer',
    ask,
    exchange,
    why: failure.kind,
    message: exchange.failure?.message ?? failure.message,
    ...(failure.unsent === undefined ? {} : { unsent: failure.unsent }),
    ...(failure.code === undefined ? {} : { code: failure.code }),
  };
  if (failure.kind === 'timeout') return { outcome, ending: { kind: 'timeout' } };
  return { outcome, ending: { kind: failure.dropped ? 'dropped' : 'final' } };
}

/**
 * An attempt that got one.
 * @param times those of sending and of the last byte, on the clock of the run
 * @param today milliseconds since 1970 when it came, which a date of the answer is seen from
 */
export function answered(
  ask: Ask,
  exchange: Exchange,
  { status, headers }: WireResponse,
  { body }: Content,
  [sentAt, receivedAt]: readonly [number, number],
  today = Date.now(),
): Attempt {
  const header = (name: string): string | undefined => headerOf(headers, name);
  const refusal = refusalOf(status, retryAfterMs(header('retry-after'), today));
  if (refusal !== undefined) {
    const { message, ending } = refusal;
    const why = ending.kind === 'rate-limit' ? 'rate-limit' : 'unavailable';
    return { outcome: { kind: 'no-answer', ask, exchange, why, message }, ending };
  }
  if (!body.ok && body.unread === true) {
    const outcome: NoAnswer = { kind: 'no-answer', ask, exchange, why: 'too-large', message: body.problem };
    return { outcome, ending: { kind: 'final' } };
  }
  const mediaType = mediaTypeOf(headers);
  const outcome: Answer = {
    kind: 'answer',
    ask,
    exchange,
    status,
    header,
    mediaType,
    body,
    sentAt,
    receivedAt,
  };
  return { outcome, ending: { kind: 'answer' } };
}

/** What an answer of a gateway, or of a target that has too much to do, means; undefined for any other. */
function refusalOf(
  status: number,
  retryAfter: number | undefined,
): { readonly message: string; readonly ending: Ending } | undefined {
  const known = REFUSALS[status];
  if (known === undefined) return undefined;
  const ending: Ending = { kind: known.kind, retryAfterMs: retryAfter };
  const asked = asksTooMuch(ending)
    ? `, and asks for a wait of ${Math.ceil((retryAfter ?? 0) / 1000)} s`
    : '';
  return { message: `the target answered ${status}: ${known.words}${asked}`, ending };
}

/** Requests of which no attempt got an answer that counts, of all those of a run. */
export function unansweredIn(exchanges: readonly Exchange[]): number {
  const repeated = new Set(exchanges.map(({ repeats }) => repeats));
  return exchanges.filter(({ id, response, failure }) => {
    if (repeated.has(id)) return false;
    if (response !== null) return REFUSALS[response.status] !== undefined;
    return failure?.unsent !== true && failure?.kind !== 'cancelled' && failure?.kind !== 'too-large';
  }).length;
}

/** Answers that say nothing of the request itself. A 408 speaks of the connection (RFC 9110, section 15.5.9). */
const REFUSALS: Readonly<
  Record<number, { readonly kind: 'rate-limit' | 'busy' | 'unavailable'; readonly words: string }>
> = {
  408: { kind: 'unavailable', words: 'not available' },
  429: { kind: 'rate-limit', words: 'too many requests' },
  502: { kind: 'unavailable', words: 'not available' },
  503: { kind: 'busy', words: 'not available (a rate limit?)' },
  504: { kind: 'unavailable', words: 'not available' },
};
