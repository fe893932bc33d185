import type { Exchange, Header } from '../../reports/exchange.ts';
import { headerOf, mediaTypeOf } from './content.ts';
import { isLaneWithoutValidKey, laneWithValidKey, type RateLimitLane } from './lanes.ts';
import type { OutgoingRequest } from './types.ts';

/** How a request without a response is retried. */
interface Retry {
  /** Maximum number of attempts, the first one included. */
  readonly attempts: number;
  /** True if a request that is not idempotent may be retried too, because the attempt cannot have had an effect. */
  readonly unsafe?: true;
  /** The target is overloaded: further requests are sent more slowly. */
  readonly slows?: true;
  /** Why the request counts as unanswered, in words that follow the status of the last response. */
  readonly words?: string;
}

const ENDINGS = {
  /** The request had no effect. */
  'rate-limit': { attempts: 6, unsafe: true, slows: true, words: 'too many requests' },
  /** A gateway may send a 503 in place of a 429, though the request may have had an effect. */
  busy: { attempts: 6, slows: true, words: 'unavailable, or a rate limit' },
  /** The request may have had an effect. */
  unavailable: { attempts: 6, words: 'unavailable' },
  /** A page that keeps bots out: the request did not reach the service. */
  shielded: { attempts: 6, words: 'a page that blocks bots, not an answer of the service' },
  /** The connection failed. */
  dropped: { attempts: 4 },
  timeout: { attempts: 2 },
  /** The request is not retried, because there was a response, or because another attempt would end the same way. */
  final: { attempts: 1 },
  answer: { attempts: 1 },
} as const satisfies Record<string, Retry>;

/** Statuses that prove nothing about the request. A 408 concerns the connection (RFC 9110, section 15.5.9). */
const STATUSES: Readonly<Record<number, keyof typeof ENDINGS>> = {
  408: 'unavailable',
  429: 'rate-limit',
  502: 'unavailable',
  503: 'busy',
  504: 'unavailable',
  // Statuses of a CDN that cannot reach the service, or cannot understand its response.
  ...Object.fromEntries(Array.from({ length: 11 }, (_, n) => [520 + n, 'unavailable'] as const)),
};

/** How an attempt ended, for the decision to retry it. */
export interface AttemptEnding {
  readonly kind: keyof typeof ENDINGS;
  /** Milliseconds to wait, from the Retry-After header. */
  readonly retryAfterMs?: number | undefined;
}

export type RecordedResponse = NonNullable<Exchange['response']>;

/** `isRateLimit`: true for a 4xx that means a rate limit. */
export function attemptEndingKind(response: RecordedResponse, isRateLimit: boolean): AttemptEnding['kind'] {
  if (isShield(response)) return 'shielded';
  return isRateLimit ? 'rate-limit' : (STATUSES[response.status] ?? 'answer');
}

/** Matches pages by which common services keep bots out, and parts of such pages. */
const SHIELD = /captcha|challenge-platform|cf-chl-|_incapsula_resource|awswaf/iu;
/** Matches what DataDome and HUMAN (PerimeterX) send to clients that accept JSON. */
const JSON_SHIELD = /captcha-delivery\.com\/|"blockScript"\s*:/u;

/** Headers that name a challenge; with other values, such as `deny`, they name the refusal of a firewall. */
const CHALLENGES = ['cf-mitigated', 'x-vercel-mitigated', 'x-amzn-waf-action'];

function isShield({ status, headers, body }: RecordedResponse): boolean {
  if (CHALLENGES.some((name) => /^(?:captcha|challenge)$/iu.test(headerOf(headers, name) ?? ''))) return true;
  return mediaTypeOf(headers) === 'text/html' ? SHIELD.test(body) : status >= 400 && JSON_SHIELD.test(body);
}

/** Headers that mean that a rate limit is reached, and the statuses that they may come with. */
const SIGNS: Readonly<
  Record<string, { readonly value: RegExp; readonly status: (status: number) => boolean }>
> = {
  // Services have their own statuses for it, such as 420; the document says what 400, 401 and 404 mean.
  'retry-after': {
    value: /\S/u,
    status: (status) => status > 401 && status < 500 && status !== 404,
  },
  'x-ratelimit-remaining': { value: /^\s*0\s*$/u, status: (status) => status === 403 },
};

/**
 * Detects a 4xx that means a rate limit: it has a header of SIGNS that most accepted responses did not have. The last request
 * that a limit lets through may be told already that none remains.
 */
export function createRateLimitDetector(): (response: {
  readonly status: number;
  readonly headers: readonly Header[];
}) => boolean {
  let accepted = 0;
  const counts = new Map<string, number>();
  const isUsual = (name: string): boolean => 2 * (counts.get(name) ?? 0) > accepted;
  return ({ status, headers }) => {
    const signs = Object.entries(SIGNS).filter(([name, { value }]) =>
      value.test(headerOf(headers, name) ?? ''),
    );
    if (status < 400) {
      accepted += 1;
      for (const [name] of signs) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    return signs.some(([name, sign]) => sign.status(status) && !isUsual(name));
  };
}

const FIRST_WAIT_MS = 100;
/**
 * The longest wait that a target can ask for. If the target asks for a longer wait, the request is retried once, after
 * SOONER_MS.
 */
const LONGEST_WAIT_MS = 60_000;
const SOONER_MS = 10_000;
/** After this many requests in a row used up their attempts, no request of the lane waits any more. */
const EXHAUSTED = 3;

export function retryPolicyOf({ kind }: Pick<AttemptEnding, 'kind'>): Retry {
  return ENDINGS[kind];
}

/** Returns the milliseconds before the next attempt; null if there must be none. `attempt` counts from 1. */
export function retryDelayMs(
  ending: AttemptEnding,
  attempt: number,
  resend: OutgoingRequest['resend'],
): number | null {
  const { attempts, unsafe } = retryPolicyOf(ending);
  const tooMuch = asksForTooLongWait(ending);
  if ((resend !== 'always' && unsafe !== true) || attempt >= (tooMuch ? 2 : attempts)) return null;
  // A wrong clock, or a Retry-After of zero, must not shorten the wait.
  return Math.max(tooMuch ? SOONER_MS : (ending.retryAfterMs ?? 0), FIRST_WAIT_MS * 2 ** (attempt - 1));
}

export function asksForTooLongWait(ending: AttemptEnding): boolean {
  return (ending.retryAfterMs ?? 0) > LONGEST_WAIT_MS;
}

/** True if the target said that the refusal passes. */
function mayPass(ending: AttemptEnding): boolean {
  return ending.kind === 'rate-limit' || ending.retryAfterMs !== undefined;
}

export function shouldSlowDown(ending: AttemptEnding): boolean {
  return retryPolicyOf(ending).slows === true;
}

/** True if a request that may have more than two attempts has used up all attempts. */
export function hasUsedAllAttempts(ending: AttemptEnding, attempt: number): boolean {
  const { attempts } = retryPolicyOf(ending);
  return attempts > ENDINGS.timeout.attempts && attempt >= attempts;
}

/** Parses an HTTP-date (RFC 9110, section 5.6.7) to milliseconds since 1970; undefined for other text. */
export function httpDateMs(header = ''): number | undefined {
  const text = header.trim();
  if (!/^[A-Za-z]{3,9},? .*\d\d:\d\d:\d\d/u.test(text)) return undefined;
  // The oldest of the three date formats, asctime, names no time zone; all three formats are in GMT.
  const date = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(date) ? undefined : date;
}

/** Parses a Retry-After header (RFC 9110, section 10.2.3): seconds, or an HTTP-date relative to `now`. */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+$/u.test(text)) return Number(text) * 1000;
  const date = httpDateMs(text);
  return date === undefined ? undefined : Math.max(0, date - now);
}

/**
 * Limits of the waits if a target rate-limits only requests without a valid key: until it answers such a request (`mostMs`), in
 * the whole run (`inAllMs`), and what each further request adds to a wait (`alongMs`).
 */
const REFUSED_KEY_WAITS = { mostMs: 5000, inAllMs: 15_000, alongMs: 1000 } as const;

/** The rounding error of a difference of two times. */
const ROUNDING_MS = 0.001;

/** After this many requests of a lane used up their attempts, later requests get only two, until a retry gets a response. */
const FUTILE = 2;

const NO_WAITS = { waitsUntil: 0, waitedMs: 0 };

const newLane = () => ({
  /** The end of the current wait on the clock of `performance.now()`, and the time waited since the last response. */
  ...NO_WAITS,
  /** Number of requests that were given up: since the last response, and since the last successful retry. */
  used: 0,
  futile: 0,
  /** True if there was a response since a request was last given up. */
  isServed: false,
  /** True if a retry ever got a response. */
  hasHelped: false,
});

/**
 * Limits the waits of a run in each lane: a quota may be used up for hours. Calls `onExhausted` when no request of a lane is
 * retried any more.
 */
export function createRetryBudget(onExhausted: () => void) {
  const states = new Map<RateLimitLane | 'refused', ReturnType<typeof newLane>>();
  const of = (lane: RateLimitLane | 'refused') => {
    const state = states.get(lane) ?? newLane();
    states.set(lane, state);
    return state;
  };
  /** Requests that got no response in any attempt, and none when they were resent later. */
  const spent = new Set<string>();
  const isFutile = (lane: RateLimitLane, asked: string): boolean =>
    [lane, laneWithValidKey(lane)].some((one) => of(one).futile >= FUTILE || spent.has(`${one} ${asked}`));
  /** True if requests with a valid key were limited too: then the limit does not concern invalid keys alone. */
  let isGeneral = false;
  /** Milliseconds waited for limits on requests without a valid key, in the whole run. */
  let refusedMs = 0;
  const isOwn = (lane: RateLimitLane): boolean => isLaneWithoutValidKey(lane) && !isGeneral;
  const enough = (lane: RateLimitLane): number => (isOwn(lane) ? 1 : EXHAUSTED);
  const isExhausted = (lane: RateLimitLane): boolean => of(lane).used >= enough(lane);
  const exhaust = (lane: RateLimitLane, times: number): void => {
    const before = isExhausted(lane);
    of(lane).used += times;
    if (!before && isExhausted(lane)) onExhausted();
  };

  return {
    /** True if the lane was refused so often that no request waits any more, until a request gets a response. */
    isExhausted,
    /** True if retries do not help although the lane gets other responses, so that the request itself is the cause. */
    isFutile,
    /** Records a response to a retry, or to a repeated request. */
    helped: (lane: RateLimitLane, asked: string): void => {
      spent.delete(`${lane} ${asked}`);
      Object.assign(of(lane), { futile: 0, hasHelped: true });
    },
    /** True if a request may wait `ms` before it is retried; counts the wait. */
    grant: (
      lane: RateLimitLane,
      ms: number,
      ending: AttemptEnding,
      attempt: number,
      asked: string,
    ): boolean => {
      if (shouldSlowDown(ending) && !isLaneWithoutValidKey(lane)) isGeneral = true;
      if (isExhausted(lane)) return false;
      if (attempt > 1 && !mayPass(ending) && isFutile(lane, asked)) return false;
      const isShared = shouldSlowDown(ending) && isOwn(lane);
      const one = of(isShared ? 'refused' : lane);
      const now = performance.now();
      const until = Math.max(now + ms, one.waitsUntil);
      const more = until - Math.max(now, one.waitsUntil);
      const most = isShared
        ? REFUSED_KEY_WAITS.mostMs
        : asksForTooLongWait(ending)
          ? SOONER_MS
          : LONGEST_WAIT_MS;
      const isAlong =
        isShared && (one.waitedMs === 0 || (now < one.waitsUntil && more <= REFUSED_KEY_WAITS.alongMs));
      const isNew = now >= one.waitsUntil && refusedMs > 0;
      const isOver = isShared && isNew && refusedMs + more > REFUSED_KEY_WAITS.inAllMs;
      if (isOver || (!isAlong && one.waitedMs + more > most + ROUNDING_MS)) {
        if (isShared) exhaust(lane, EXHAUSTED);
        return false;
      }
      one.waitsUntil = until;
      one.waitedMs += more;
      if (isShared) refusedMs += more;
      return true;
    },
    /** True if a brief request is given up: never two without a response in between, since the target may be down. */
    givesUp: (lane: RateLimitLane, ending: AttemptEnding): boolean => {
      const state = of(lane);
      if (mayPass(ending) || state.hasHelped || !state.isServed) return false;
      Object.assign(state, { futile: state.futile + 1, isServed: false });
      return true;
    },
    exhaust: (lane: RateLimitLane): void => exhaust(lane, EXHAUSTED),
    answered: (lane: RateLimitLane, asked: string): void => {
      spent.delete(`${lane} ${asked}`);
      const state = of(lane);
      Object.assign(state, { ...NO_WAITS, used: 0, isServed: true });
      if (isLaneWithoutValidKey(lane)) Object.assign(of('refused'), NO_WAITS);
    },
    /** Records that a request used up its attempts. */
    exhausted: (lane: RateLimitLane, asked: string): void => {
      spent.add(`${lane} ${asked}`);
      // If the lane got no response since the last such request, the target is the cause, not the request.
      const state = of(lane);
      if (state.futile === 0 || state.isServed) state.futile += 1;
      state.isServed = false;
      exhaust(lane, 1);
    },
  };
}
