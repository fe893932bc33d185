import type { Ask } from './types.ts';

/** How an attempt ended, as far as trying again goes. */
export type Ending =
  | { readonly kind: 'answer' }
  /** 429: nothing happened on the other side. */
  | { readonly kind: 'rate-limit'; readonly retryAfterMs: number | undefined }
  /** 503: a gateway that has too much to do says so as others say 429, though something may have happened. */
  | { readonly kind: 'busy'; readonly retryAfterMs: number | undefined }
  /** 408, 502 or 504: something may have happened. */
  | { readonly kind: 'unavailable'; readonly retryAfterMs: number | undefined }
  /** The connection did not hold. */
  | { readonly kind: 'dropped' }
  | { readonly kind: 'timeout' }
  /** Another attempt would end the same way. */
  | { readonly kind: 'final' };

/** Attempts at most, the first one included. */
const ATTEMPTS = { 'rate-limit': 6, busy: 6, unavailable: 6, dropped: 4, timeout: 2 } as const;
const FIRST_WAIT_MS = 100;
/** Longest wait that a target can ask for. Whoever asks for more is tried once more, and sooner than it asks. */
const LONGEST_WAIT_MS = 60_000;
const SOONER_MS = 10_000;

/** Milliseconds to wait before the next attempt; null where there is to be none. `attempt` counts from 1. */
export function waitBeforeNext(ending: Ending, attempt: number, resend: Ask['resend']): number | null {
  if (ending.kind === 'answer' || ending.kind === 'final') return null;
  if (!mayRepeat(ending, resend)) return null;
  const tooMuch = asksTooMuch(ending);
  if (attempt >= (tooMuch ? 2 : ATTEMPTS[ending.kind])) return null;
  const asked = 'retryAfterMs' in ending ? (ending.retryAfterMs ?? 0) : 0;
  // A clock that is off, or a zero, must not make us hurry.
  return Math.max(tooMuch ? SOONER_MS : asked, FIRST_WAIT_MS * 2 ** (attempt - 1));
}

/** Whether the target asks for a wait that is longer than any run can take. */
export function asksTooMuch(ending: Ending): boolean {
  return 'retryAfterMs' in ending && (ending.retryAfterMs ?? 0) > LONGEST_WAIT_MS;
}

/** Milliseconds that may be waited for an operation without any answer in between. */
export function mostInVain(ending: Ending): number {
  return asksTooMuch(ending) ? SOONER_MS : LONGEST_WAIT_MS;
}

/** Whether the client may send the request again on its own. */
function mayRepeat({ kind }: Ending, resend: Ask['resend']): boolean {
  return kind === 'rate-limit' || resend === 'always';
}

/** Whether what ended so may end better once the target has nothing else to do. */
export function mayPass(ending: Ending, resend: Ask['resend']): boolean {
  return ['rate-limit', 'busy', 'unavailable', 'dropped'].includes(ending.kind) && mayRepeat(ending, resend);
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
