import type { Exchange, Header } from '../../reports/exchange.ts';
import { headerOf, mediaTypeOf } from './content.ts';
import { isRefused, letIn, type Lane } from './lanes.ts';
import type { Ask } from './types.ts';

/** How a request that ended without an answer is tried again. */
interface Retry {
  /** Attempts at most, the first one included. */
  readonly attempts: number;
  /** Also resends a request that is not idempotent, since it cannot have taken effect. */
  readonly unsafe?: true;
  /** The target has too much to do: requests go out slower. */
  readonly slows?: true;
  /** The text of the final response, to follow its status. */
  readonly words?: string;
}

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

export type Response = NonNullable<Exchange['response']>;

/** `isLimited`: whether it is a 403 that limits the rate. */
export function endingOf(response: Response, isLimited: boolean): Ending['kind'] {
  if (isShield(response)) return 'shielded';
  return isLimited ? 'rate-limit' : (STATUSES[response.status] ?? 'answer');
}

/** Pages of the usual bot shields, and their parts. */
const SHIELD = /captcha|challenge-platform|cf-chl-|_incapsula_resource|awswaf/iu;

function isShield({ headers, body }: Response): boolean {
  if (headerOf(headers, 'cf-mitigated') !== undefined) return true;
  if (/^(?:captcha|challenge)$/iu.test(headerOf(headers, 'x-amzn-waf-action') ?? '')) return true;
  return mediaTypeOf(headers) === 'text/html' && SHIELD.test(body);
}

/** Headers by which a limit tells that it is reached. */
const SIGNS: Readonly<Record<string, RegExp>> = {
  'retry-after': /\S/u,
  'x-ratelimit-remaining': /^\s*0\s*$/u,
};

/** A 403 that limits the rate has a header that says so, which no answer bears that was let through. */
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
/** Longest wait that a target can ask for. Anyone who asks for more is tried once more, and sooner than it asks. */
const LONGEST_WAIT_MS = 60_000;
const SOONER_MS = 10_000;
/** Requests of one lane in a row that may use up all their attempts. */
const EXHAUSTED = 3;

export function retryOf({ kind }: Pick<Ending, 'kind'>): Retry {
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

export function asksTooMuch(ending: Ending): boolean {
  return (ending.retryAfterMs ?? 0) > LONGEST_WAIT_MS;
}

export function slows(ending: Ending): boolean {
  return retryOf(ending).slows === true;
}

/** Whether a request that ended so at this attempt has used up all that it had, of several. */
export function hasUsedAllAttempts(ending: Ending, attempt: number): boolean {
  return attempt > ENDINGS.timeout.attempts && attempt >= retryOf(ending).attempts;
}

/** What a Retry-After header asks for (RFC 9110, section 10.2.3): seconds, or an HTTP-date seen from `now`. */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+$/u.test(text)) return Number(text) * 1000;
  if (!/^[A-Za-z]{3,9},? .*\d\d:\d\d:\d\d/u.test(text)) return undefined;
  // asctime, the oldest of the three forms, names no zone: all three are in GMT.
  const date = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

interface Spent {
  /** On the clock of `performance.now()`: waits that overlap are one. */
  waitsUntil: number;
  waitedMs: number;
}

/** What is waited for limits on bad keys alone, and how much later than others one may come to wait along. */
const REFUSED_KEY_WAITS = { mostMs: 5000, alongMs: 1000 } as const;

/** What a difference of two times may be too large by. */
const ROUNDING_MS = 0.001;

/** Requests of one lane that used up their attempts, none answered at a further one since, before the next ones have two. */
const FUTILE = 2;

/** How long a run puts up with a target that refuses one lane: a quota may be used up for hours. `hopeless`: one is. */
export function createRetryBudget(hopeless: () => void) {
  // All of a lane since it was answered.
  const waits = new Map<Lane | 'refused', Spent>();
  const used = new Map<Lane, number>();
  const futile = new Map<Lane, number>();
  /** Lanes in which another was answered since one used up its attempts. */
  const served = new Set<Lane>();
  /** Requests that got no answer in any attempt, nor since. */
  const spent = new Set<string>();
  const isFutile = (lane: Lane, asked: string): boolean =>
    [lane, letIn(lane)].some((one) => (futile.get(one) ?? 0) >= FUTILE || spent.has(`${one} ${asked}`));
  /** Whether requests with a valid key were refused for their rate too: then it is no limit on what has no valid key. */
  let isGeneral = false;
  const waitsOf = (pool: Lane | 'refused'): Spent => {
    const one = waits.get(pool) ?? { waitsUntil: 0, waitedMs: 0 };
    waits.set(pool, one);
    return one;
  };
  const isOwn = (lane: Lane): boolean => isRefused(lane) && !isGeneral;
  const enough = (lane: Lane): number => (isOwn(lane) ? 1 : EXHAUSTED);
  const isExhausted = (lane: Lane): boolean => (used.get(lane) ?? 0) >= enough(lane);
  const exhaust = (lane: Lane, times: number): void => {
    const before = isExhausted(lane);
    used.set(lane, (used.get(lane) ?? 0) + times);
    if (!before && isExhausted(lane)) hopeless();
  };

  return {
    /** Whether this lane was refused so often that nothing is waited for until it is answered. */
    isExhausted,
    /** Whether trying again has not helped of late, while others of the lane are answered: then it is what was asked for. */
    isFutile,
    /** A request was answered when it was tried again, or asked again. */
    helped: (lane: Lane, asked: string): void => {
      spent.delete(`${lane} ${asked}`);
      futile.delete(lane);
      served.delete(lane);
    },
    /** Whether a request may wait so long before it is sent again; what may is counted. */
    grant: (lane: Lane, ms: number, ending: Ending, attempt: number, asked: string): boolean => {
      if (slows(ending) && !isRefused(lane)) isGeneral = true;
      if (isExhausted(lane)) return false;
      const mayPass = ending.kind === 'rate-limit' || ending.retryAfterMs !== undefined;
      if (attempt > 1 && !mayPass && isFutile(lane, asked)) return false;
      const isShared = slows(ending) && isOwn(lane);
      const one = waitsOf(isShared ? 'refused' : lane);
      const now = performance.now();
      const until = Math.max(now + ms, one.waitsUntil);
      const more = until - Math.max(now, one.waitsUntil);
      const most = isShared ? REFUSED_KEY_WAITS.mostMs : asksTooMuch(ending) ? SOONER_MS : LONGEST_WAIT_MS;
      const isAlong =
        isShared && (one.waitedMs === 0 || (now < one.waitsUntil && more <= REFUSED_KEY_WAITS.alongMs));
      if (!isAlong && one.waitedMs + more > most + ROUNDING_MS) {
        if (isShared) exhaust(lane, EXHAUSTED);
        return false;
      }
      one.waitsUntil = until;
      one.waitedMs += more;
      return true;
    },
    exhaust: (lane: Lane): void => exhaust(lane, EXHAUSTED),
    answered: (lane: Lane, asked: string): void => {
      spent.delete(`${lane} ${asked}`);
      if (futile.has(lane)) served.add(lane);
      used.delete(lane);
      waits.delete(lane);
      if (isRefused(lane)) waits.delete('refused');
    },
    /** A request has used up its attempts. */
    exhausted: (lane: Lane, asked: string): void => {
      spent.add(`${lane} ${asked}`);
      // Where nothing is answered in between, it is the target, and not what was asked for.
      if (!futile.has(lane) || served.delete(lane)) futile.set(lane, (futile.get(lane) ?? 0) + 1);
      exhaust(lane, 1);
    },
  };
}
