import type { Ask } from './types.ts';

/** How an attempt ended, as far as trying again goes. */
export type Ending =
  | { readonly kind: 'answer' }
  /** 429: nothing happened on the other side. */
  | { readonly kind: 'rate-limit'; readonly retryAfterMs: number | undefined }
  /** 502, 503 or 504: something may have happened. */
  | { readonly kind: 'unavailable'; readonly retryAfterMs: number | undefined }
  /** The connection did not hold. */
  | { readonly kind: 'dropped' }
  | { readonly kind: 'timeout' }
  /** Another attempt would end the same way. */
  | { readonly kind: 'final' };

/** Attempts at most, the first one included. */
const ATTEMPTS = { 'rate-limit': 6, unavailable: 4, dropped: 3, timeout: 2 } as const;
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 10_000;

/** Milliseconds to wait before the next attempt; null where there is to be none. `attempt` counts from 1. */
export function waitBeforeNext(ending: Ending, attempt: number, resend: Ask['resend']): number | null {
  if (ending.kind === 'answer' || ending.kind === 'final') return null;
  if (ending.kind !== 'rate-limit' && resend === 'refused') return null;
  const asked = 'retryAfterMs' in ending ? (ending.retryAfterMs ?? 0) : 0;
  // Who asks for more than we wait is tried once more, not time and again.
  const attempts = asked > LONGEST_WAIT_MS ? 2 : ATTEMPTS[ending.kind];
  if (attempt >= attempts) return null;
  // A clock that is off, or a zero, must not make us hurry.
  return Math.min(Math.max(asked, FIRST_WAIT_MS * 2 ** (attempt - 1)), LONGEST_WAIT_MS);
}

/**
 * Milliseconds that a Retry-After header asks for (RFC 9110, section 10.2.3): seconds, or an HTTP-date seen from `now`
 * (milliseconds since 1970). Undefined where there is none or it is neither.
 */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+$/u.test(text)) return Number(text) * 1000;
  if (!/^[A-Za-z]{3,9},? .*\d\d:\d\d:\d\d/u.test(text)) return undefined;
  // asctime, the oldest of the three forms, names no zone: all three are in GMT.
  const date = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
