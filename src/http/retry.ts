import type { Exchange, Header, Operation } from '../../reports/exchange.ts';
import { headerOf, mediaTypeOf } from './content.ts';
import type { Ask } from './types.ts';

/** How a request that ended without an answer is tried again. */
interface Retry {
  /** Attempts at most, the first one included. */
  readonly attempts: number;
  /** What may have had an effect is sent again too: nothing can have happened on the other side. */
  readonly unsafe?: true;
  /** The target has too much to do: requests go out slower. */
  readonly slows?: true;
  /** What an answer that ended it says, behind its status. */
  readonly words?: string;
}

/** Every way in which an attempt ends. */
const ENDINGS = {
  /** Nothing happened on the other side. */
  'rate-limit': { attempts: 6, unsafe: true, slows: true, words: 'too many requests' },
  /** A gateway that has too much to do says so as others say 429, though something may have happened. */
  busy: { attempts: 6, slows: true, words: 'not available (a rate limit?)' },
  /** Something may have happened. */
  unavailable: { attempts: 6, words: 'not available' },
  /** A page that keeps programs out: the request did not reach the service. */
  shielded: { attempts: 6, words: 'a page that keeps bots out, and not the answer of the service' },
  /** The connection did not hold. */
  dropped: { attempts: 4 },
  timeout: { attempts: 2 },
  /** Another attempt would end the same way, or there was an answer. */
  final: { attempts: 1 },
  answer: { attempts: 1 },
} as const satisfies Record<string, Retry>;

/** Statuses that say nothing of the request itself. A 408 speaks of the connection (RFC 9110, section 15.5.9). */
const STATUSES: Readonly<Record<number, keyof typeof ENDINGS>> = {
  408: 'unavailable',
  429: 'rate-limit',
  502: 'unavailable',
  503: 'busy',
  504: 'unavailable',
  // Those of a CDN that cannot reach the service, or got nothing from it that it understands.
  ...Object.fromEntries(Array.from({ length: 11 }, (_, n) => [520 + n, 'unavailable'] as const)),
};

/** How an attempt ended, as far as trying again goes. */
export interface Ending {
  readonly kind: keyof typeof ENDINGS;
  /** Milliseconds that the target asks to wait. */
  readonly retryAfterMs?: number | undefined;
}

/** An answer as evidence shows it. */
export type Response = NonNullable<Exchange['response']>;

/**
 * How an attempt ended that got this answer.
 * @param isLimited whether it is a 403 that limits the rate
 */
export function endingOf(response: Response, isLimited: boolean): Ending['kind'] {
  if (isShield(response)) return 'shielded';
  return isLimited ? 'rate-limit' : (STATUSES[response.status] ?? 'answer');
}

/** What such an answer says, behind its status; undefined for one that says something of the request. */
export function refusalWords({ kind }: Ending): string | undefined {
  return retryOf({ kind }).words;
}

/** Pages of the usual bot shields, and their parts. */
const SHIELD = /captcha|challenge-platform|cf-chl-|_incapsula_resource|awswaf/iu;

function isShield({ headers, body }: Response): boolean {
  if (headerOf(headers, 'cf-mitigated') !== undefined) return true;
  return mediaTypeOf(headers) === 'text/html' && SHIELD.test(body);
}

/** Headers by which a limit tells that it is reached. */
const SIGNS: Readonly<Record<string, RegExp>> = {
  'retry-after': /\S/u,
  'x-ratelimit-remaining': /^\s*0\s*$/u,
};

/**
 * Tells of each answer of a run, in the order in which they came, whether it is a 403 that limits the rate: one with a header
 * that says so, and that stands on no answer which was let through.
 */
export function limitDetector(): (response: {
  readonly status: number;
  readonly headers: readonly Header[];
}) => boolean {
  const usual = new Set<string>();
  return ({ status, headers }) => {
    const signs = Object.keys(SIGNS).filter(
      (name) => SIGNS[name]?.test(headerOf(headers, name) ?? '') === true,
    );
    if (status < 400) for (const name of signs) usual.add(name);
    return status === 403 && signs.some((name) => !usual.has(name));
  };
}

const FIRST_WAIT_MS = 100;
/** Longest wait that a target can ask for. Whoever asks for more is tried once more, and sooner than it asks. */
const LONGEST_WAIT_MS = 60_000;
const SOONER_MS = 10_000;
/** Requests of one operation in a row that may use up all their attempts. */
const EXHAUSTED = 3;

function retryOf({ kind }: Pick<Ending, 'kind'>): Retry {
  return ENDINGS[kind];
}

/** Milliseconds to wait before the next attempt; null where there is to be none. `attempt` counts from 1. */
export function waitBeforeNext(ending: Ending, attempt: number, resend: Ask['resend']): number | null {
  const { attempts, unsafe } = retryOf(ending);
  const tooMuch = asksTooMuch(ending);
  if ((resend !== 'always' && unsafe !== true) || attempt >= (tooMuch ? 2 : attempts)) return null;
  // A clock that is off, or a zero, must not make us hurry.
  return Math.max(tooMuch ? SOONER_MS : (ending.retryAfterMs ?? 0), FIRST_WAIT_MS * 2 ** (attempt - 1));
}

/** Whether the target asks for a wait that is longer than any run can take. */
export function asksTooMuch(ending: Ending): boolean {
  return (ending.retryAfterMs ?? 0) > LONGEST_WAIT_MS;
}

/** Whether an attempt that ended so says that requests come too fast. */
export function slows(ending: Ending): boolean {
  return retryOf(ending).slows === true;
}

/** Whether a request that ended so at this attempt has used up all that it had, of several. */
export function hasUsedAllAttempts(ending: Ending, attempt: number): boolean {
  return attempt > ENDINGS.timeout.attempts && attempt >= retryOf(ending).attempts;
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

/** How long a run puts up with a target that refuses one operation: a quota that is used up may stay so for hours. */
export interface RetryBudget {
  /** Whether a request of this operation may wait so long before it is sent again; what may is counted. */
  grant(operation: Operation, ms: number, ending: Ending): boolean;
  /** Whether this operation was refused so often that nothing is waited for until it is answered. */
  isExhausted(operation: Operation): boolean;
  /** There is no hope for this operation: nothing of it is waited for until it is answered. */
  exhaust(operation: Operation): void;
  /** A request of this operation got an answer: there is hope again. */
  answered(operation: Operation): void;
  /** A request of this operation has used up its attempts. */
  exhausted(operation: Operation): void;
}

interface Spent {
  /** On the clock of `performance.now()`: waits that overlap are one. */
  waitsUntil: number;
  waitedMs: number;
  exhausted: number;
}

/** @param hopeless called when an operation has become hopeless */
export function createRetryBudget(hopeless: () => void): RetryBudget {
  // All of an operation since it was answered.
  const spent = new Map<Operation, Spent>();
  const spentOn = (operation: Operation): Spent => {
    const one = spent.get(operation) ?? { waitsUntil: 0, waitedMs: 0, exhausted: 0 };
    spent.set(operation, one);
    return one;
  };
  const isExhausted = (operation: Operation): boolean => spentOn(operation).exhausted >= EXHAUSTED;
  const exhaust = (operation: Operation, times: number): void => {
    const before = isExhausted(operation);
    spentOn(operation).exhausted += times;
    if (!before && isExhausted(operation)) hopeless();
  };

  return {
    isExhausted,
    grant: (operation, ms, ending) => {
      const one = spentOn(operation);
      if (isExhausted(operation)) return false;
      const until = Math.max(performance.now() + ms, one.waitsUntil);
      const more = until - Math.max(performance.now(), one.waitsUntil);
      if (one.waitedMs + more > (asksTooMuch(ending) ? SOONER_MS : LONGEST_WAIT_MS)) return false;
      one.waitsUntil = until;
      one.waitedMs += more;
      return true;
    },
    exhaust: (operation) => exhaust(operation, EXHAUSTED),
    answered: (operation) => void spent.delete(operation),
    exhausted: (operation) => exhaust(operation, 1),
  };
}
