import type { Exchange, Header } from '../../reports/exchange.ts';
import type { ReadBody } from '../json/types.ts';
import { headerOf, mediaTypeOf } from './content.ts';
import type { Failure } from './failures.ts';
import {
  asksTooMuch,
  endingOf,
  limitDetector,
  retryAfterMs,
  retryOf,
  type Ending,
  type Response,
} from './retry.ts';
import type { Ask, NoAnswer, Outcome } from './types.ts';

export interface Attempt {
  readonly outcome: Outcome;
  readonly ending: Ending;
}

export function failed(ask: Ask, exchange: Exchange, failure: Failure): Attempt {
  const { kind, unsent, code, dropped } = failure;
  const message = exchange.failure?.message ?? failure.message;
  const more = { ...(unsent === undefined ? {} : { unsent }), ...(code === undefined ? {} : { code }) };
  return {
    outcome: { ...noAnswer(ask, exchange, kind, message), ...more },
    ending: { kind: kind === 'timeout' ? kind : dropped ? 'dropped' : 'final' },
  };
}

export interface Taken {
  /** As they came, not redacted. */
  readonly headers: readonly Header[];
  readonly body: ReadBody;
  /** The times of sending and of the last byte, on the clock of the run. */
  readonly times: readonly [sentAt: number, receivedAt: number];
  /** Milliseconds since 1970 when it came, which a date of the answer is seen from. */
  readonly today?: number;
  readonly isLimited: boolean;
}

/** `response`: as evidence shows it. */
export function answered(
  ask: Ask,
  exchange: Exchange,
  response: Response,
  { headers, body, times: [sentAt, receivedAt], today = Date.now(), isLimited }: Taken,
): Attempt {
  const { status } = response;
  const header = (name: string): string | undefined => headerOf(headers, name);
  const kind = endingOf(response, isLimited);
  const { words } = retryOf({ kind });
  if (words !== undefined) {
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
  const isLimit = limitDetector();
  return exchanges.filter(({ id, response, failure }) => {
    const isAnswer = response !== null && endingOf(response, isLimit(response)) === 'answer';
    if (isAnswer || repeated.has(id)) return false;
    return failure?.unsent !== true && failure?.kind !== 'cancelled' && failure?.kind !== 'too-large';
  }).length;
}
