import type { Exchange, Header } from '../../reports/exchange.ts';
import type { JsonParseResult } from '../json/types.ts';
import { headerOf, mediaTypeOf } from './content.ts';
import type { AttemptFailure } from './failures.ts';
import {
  asksForTooLongWait,
  attemptEndingKind,
  createRateLimitDetector,
  httpDateMs,
  retryAfterMs,
  retryPolicyOf,
  type AttemptEnding,
  type RecordedResponse,
} from './retry.ts';
import type { Answer, OutgoingRequest, NoAnswer, Outcome } from './types.ts';

export interface Attempt {
  readonly outcome: Outcome;
  readonly ending: AttemptEnding;
  /** True for a 409 with other requests in flight: the target may serve one request of a client at a time. */
  readonly isBusy?: boolean;
}

export function failedAttempt(ask: OutgoingRequest, exchange: Exchange, failure: AttemptFailure): Attempt {
  const { kind, unsent, dropped } = failure;
  const message = exchange.failure?.message ?? failure.message;
  return {
    outcome: { ...noAnswer(ask, exchange, kind, message), ...(unsent && { unsent }) },
    ending: { kind: kind === 'timeout' ? kind : dropped ? 'dropped' : 'final' },
  };
}

export interface ReceivedResponse {
  /** The headers as received, not redacted. */
  readonly headers: readonly Header[];
  readonly body: JsonParseResult;
  readonly isRateLimit: boolean;
}

/** `response`: the redacted response in the evidence. */
export function answeredAttempt(
  ask: OutgoingRequest,
  exchange: Exchange,
  response: RecordedResponse,
  { headers, body, isRateLimit }: ReceivedResponse,
): Attempt {
  const { status } = response;
  const { startedAt, sentAt, durationMs } = exchange;
  const header = headerReader(headers);
  const kind = attemptEndingKind(response, isRateLimit);
  const { words } = retryPolicyOf({ kind });
  if (words !== undefined) {
    // An HTTP-date in Retry-After is relative to the target's own clock, or else to the moment when the response came.
    const now = httpDateMs(header('date')) ?? Date.parse(startedAt) + durationMs;
    const ending: AttemptEnding = { kind, retryAfterMs: retryAfterMs(header('retry-after'), now) };
    const seconds = Math.ceil((ending.retryAfterMs ?? 0) / 1000);
    const asked = asksForTooLongWait(ending) ? `, and asks for a wait of ${String(seconds)} s` : '';
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
    outcome: {
      kind: 'answer',
      ask,
      exchange,
      status,
      header,
      mediaType,
      body,
      sentAt,
      receivedAt: sentAt + durationMs,
    },
    ending: { kind: 'answer' },
  };
}

const readers = new WeakMap<readonly Header[], Answer['header']>();

/** Returns a function that reads these headers, the same for the same array: the answers of a run share most arrays. */
function headerReader(headers: readonly Header[]): Answer['header'] {
  const reader = readers.get(headers) ?? ((name) => headerOf(headers, name));
  readers.set(headers, reader);
  return reader;
}

function noAnswer(ask: OutgoingRequest, exchange: Exchange, why: NoAnswer['why'], message: string): NoAnswer {
  return { kind: 'no-answer', ask, exchange, why, message };
}

/** Counts requests to which no attempt got a response; ignores cancelled ones, and too large responses. */
export function countUnanswered(exchanges: readonly Exchange[]): number {
  const repeated = new Set(exchanges.map(({ repeats }) => repeats));
  const isLimit = createRateLimitDetector();
  return exchanges.filter(({ id, response, failure }) => {
    const isAnswer = response !== null && attemptEndingKind(response, isLimit(response)) === 'answer';
    if (isAnswer || repeated.has(id)) return false;
    return failure?.kind !== 'cancelled' && failure?.kind !== 'too-large';
  }).length;
}
