import type { Exchange, Header } from '../../reports/exchange.ts';
import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { answeredAttempt, failedAttempt, type Attempt } from './attempt.ts';
import { BRIEF_ATTEMPTS, requestScope } from './request-scope.ts';
import { createBodyReader } from './content.ts';
import { CANCELLED_FAILURE, type AttemptFailure } from './failures.ts';
import { rateLimitLaneOf } from './lanes.ts';
import { createRequestQueue } from './queue.ts';
import { createAdaptiveRateLimit } from './rate.ts';
import { createRecorder } from './recorder.ts';
import { createRedactor } from './redact.ts';
import { createCommonHeaders, buildWireRequest } from './request.ts';
import { createConnectionPools, type ConnectionPoolOptions } from './connection-pools.ts';
import {
  asksForTooLongWait,
  createRetryBudget,
  hasUsedAllAttempts,
  createRateLimitDetector,
  shouldSlowDown,
  retryDelayMs,
} from './retry.ts';
import { createSharedHeaders } from './shared-headers.ts';
import { sendWireRequest as sendOnce, type WireRequest } from './transport.ts';
import type { OutgoingRequest, Client, Outcome } from './types.ts';

export interface ClientOptions extends ConnectionPoolOptions {
  /** Extra headers of every request; one named Accept or User-Agent replaces the client's own. */
  readonly headers: readonly Header[];
  /** Texts that no evidence may show: the keys, and the values of the extra headers. */
  readonly secrets: readonly string[];
  readonly signal?: AbortSignal;
  /** Maximum bytes of a response body, 8 MiB by default. */
  readonly maxBodyBytes?: number;
  readonly userAgent: string;
}

const MAX_BODY_BYTES = 8 * 1024 * 1024;
/** Milliseconds before each further attempt of a `retrying` request that fails: a process may be restarting, or be busy. */
const RESTART_MS = [500, 1000, 2000];
/** After this many requests in a row with a 409 even when resent alone, a 409 is no longer resent. */
const ALONE = 3;
/** Maximum milliseconds before each further attempt if a 503 asks for a wait. */
const LONGEST_BUSY_MS = 5000;
/** Maximum milliseconds that `close` waits for sockets. */
const CLOSE_MS = 500;
/** After `from` timeouts, the timeout is reduced to `times` the slowest response time, but at least `leastMs` milliseconds. */
const PATIENCE = [
  { from: 3, times: 2, leastMs: 250 },
  { from: 1, times: 10, leastMs: 1000 },
] as const;

/** `send` rejects only if the request cannot be built. Throws a TypeError for an invalid header, a UsageError for an invalid proxy. */
export function createClient(options: ClientOptions): Client {
  const { maxBodyBytes = MAX_BODY_BYTES } = options;
  const common = createCommonHeaders(options.headers, options.userAgent);
  const routes = createConnectionPools(options);
  const stop = new AbortController();
  const { signal } = stop;
  // Every request adds a listener.
  setMaxListeners(0, signal);
  const rate = createAdaptiveRateLimit(options.concurrency);
  const queue = createRequestQueue(rate, signal);
  const budget = createRetryBudget(() => rate.restore());
  const redactor = createRedactor(options.secrets);
  const shared = createSharedHeaders();
  const recorder = createRecorder(redactor, shared);
  const isLimit = createRateLimitDetector();
  const contentOf = createBodyReader(maxBodyBytes, redactor);
  const traffic = { requests: 0, retried: 0 };
  let slowestMs = 0;
  let hung = 0;
  let turns = 0;
  let begun = 0;
  let inFlight = 0;
  let refusedAlone = 0;
  /** True once fewer connections are used, because requests with a dropped connection succeeded when retried. */
  let isCrowded = false;

  const abort = (): void => stop.abort();
  if (options.signal?.aborted === true) abort();
  options.signal?.addEventListener('abort', abort, { once: true });
  const sleep = (ms: number): Promise<unknown> => delay(ms, undefined, { signal }).catch(() => undefined);
  const timeoutMs = (): number => {
    const patience = PATIENCE.find(({ from }) => hung >= from);
    if (patience === undefined) return options.timeoutMs;
    return Math.min(options.timeoutMs, Math.max(patience.leastMs, Math.ceil(patience.times * slowestMs)));
  };

  const attemptOnce = async (ask: OutgoingRequest, turn: number, before?: Exchange): Promise<Attempt> => {
    const attempt = (before?.attempt ?? 0) + 1;
    const requestOf = (id: string): WireRequest => buildWireRequest(ask, common(ask.requestId ?? id));
    const begin = () => recorder.begin(ask, requestOf, attempt, before?.id);
    if (!(await queue.enter(ask, turn))) {
      // The request is not sent, but the caller needs an exchange.
      const failure: AttemptFailure = { ...CANCELLED_FAILURE, unsent: true };
      return failedAttempt(ask, begin().failed(failure), failure);
    }
    const isBeside = (inFlight += 1) > 1;
    const place = (begun += 1);
    try {
      traffic.requests += 1;
      if (attempt > 1) traffic.retried += 1;
      const record = begin();
      const bounds = { timeoutMs: timeoutMs(), maxBodyBytes, proxyTo: routes.proxyTo, signal };
      const result = await sendOnce(
        // With more connections than `rate.limit`, undici would reopen a dropped connection although others are free.
        isCrowded
          ? routes.dispatcher(undefined, rate.limit)
          : routes.dispatcher(requestScope().connection?.own),
        record.request,
        bounds,
      );
      if (result.kind === 'failure') {
        if (result.failure.kind === 'timeout') hung += 1;
        const failure = isCrowded ? crowded(result.failure) : result.failure;
        return failedAttempt(ask, record.failed(failure), failure);
      }
      const { response } = result;
      const receivedAt = performance.now();
      slowestMs = Math.max(slowestMs, receivedAt - record.sentAt);
      const content = await contentOf(response);
      const exchange = record.answered(response, content, receivedAt);
      const ended = answeredAttempt(ask, exchange, exchange.response, {
        // Kept to the end of the run by `header` of the answer.
        headers: shared(response.headers),
        body: content.body,
        isRateLimit: isLimit(response),
      });
      // The lane is closed before `leave`, so that no other request of the lane starts in between.
      adapt(ask, ended, record.sentAt);
      const isBusy = response.status === 409 && ask.credential.valid && (isBeside || begun > place);
      return { ...ended, isBusy };
    } finally {
      inFlight -= 1;
      queue.leave();
    }
  };

  const adapt = (ask: OutgoingRequest, { ending, outcome }: Attempt, sentAt: number): void => {
    const lane = rateLimitLaneOf(ask);
    const { attempt, response } = outcome.exchange;
    const { exclusive } = ask;
    if (shouldSlowDown(ending)) {
      if (ask.noRetry === true) budget.exhaust(lane);
      // After a single request, the kit resends one that was answered before, which shows whether the rate is the reason.
      const isOwn =
        ending.kind === 'busy' &&
        (exclusive === 'single' || ask.noSlowdown === true || budget.isFutile(lane, ask.url));
      if (!budget.isExhausted(lane) && !isOwn) rate.record(true, sentAt);
      // The whole lane waits after a 429; a 503 may concern one request alone.
      const wait = ending.kind === 'rate-limit' ? retryDelayMs(ending, attempt, ask.resend) : null;
      if (wait !== null && budget.grant(lane, wait, ending, attempt, ask.url)) queue.close(lane, wait);
    } else if (ending.kind !== 'unavailable' && ending.kind !== 'shielded') {
      if (ending.kind !== 'dropped') rate.record(false, sentAt);
      // Only an accepted POST shows that a quota lets requests through, but with an invalid key any response counts.
      const isTold = ask.method === 'GET' || !ask.credential.valid || (response?.status ?? 0) < 300;
      if (isTold) budget.answered(lane, ask.url);
    }
  };

  const sendInTurn = async (ask: OutgoingRequest): Promise<Outcome> => {
    const { resend, exclusive } = ask;
    const lane = rateLimitLaneOf(ask);
    const turn = (turns += 1);
    let last = await attemptOnce(ask, turn);
    if (exclusive === 'single') return last.outcome;
    const requestId = ask.requestId ?? last.outcome.exchange.id;
    const isBrief = exclusive === undefined && requestScope().connection?.isBrief === true;
    const again = async (afterMs: number): Promise<void> => {
      const { kind } = last.ending;
      const endedAt = performance.now();
      if (afterMs > 0) await sleep(afterMs);
      last = await attemptOnce({ ...ask, requestId }, turn, last.outcome.exchange);
      // The retry succeeded, so the cause was not the request, but perhaps too many connections at once.
      if (last.ending.kind === 'answer') budget.helped(lane, ask.url);
      if (kind === 'dropped' && last.ending.kind === 'answer' && exclusive === undefined)
        isCrowded = rate.narrow(endedAt) || isCrowded;
    };
    const resendAlone = async (): Promise<void> => {
      const endedAt = performance.now();
      const release = queue.hold();
      last = await attemptOnce({ ...ask, requestId, exclusive: 'single' }, turn, last.outcome.exchange);
      setImmediate(release);
      if (last.ending.kind !== 'answer') return;
      const isInVain = last.outcome.exchange.response?.status === 409;
      refusedAlone = isInVain ? refusedAlone + 1 : 0;
      // Once requests are sent one at a time, a 409 has another reason.
      if (!isInVain) rate.narrow(endedAt, true);
    };
    while (!signal.aborted) {
      if (last.isBusy === true && last.ending.kind === 'answer' && refusedAlone < ALONE) await resendAlone();
      const { attempt } = last.outcome.exchange;
      const wait = retryDelayMs(last.ending, attempt, resend);
      if (isBrief && attempt >= BRIEF_ATTEMPTS && budget.givesUp(lane, last.ending)) break;
      const counted = exclusive === undefined ? attempt : 1;
      if (wait === null || !budget.grant(lane, wait, last.ending, counted, ask.url)) break;
      // A retry after a 429 needs no pause of its own, because its lane is closed for that time.
      await again(last.ending.kind === 'rate-limit' ? 0 : wait);
    }
    if (asksForTooLongWait(last.ending)) budget.exhaust(lane);
    if (exclusive === 'retrying') {
      for (const pause of RESTART_MS) {
        const { kind, retryAfterMs = 0 } = last.ending;
        // A POST with a 503 may have had an effect.
        const isWorthIt = kind === 'dropped' || (kind === 'busy' && ask.method === 'GET');
        if (signal.aborted || !isWorthIt) break;
        await again(Math.max(pause, Math.min(retryAfterMs, LONGEST_BUSY_MS)));
      }
    }
    if (exclusive === undefined && hasUsedAllAttempts(last.ending, last.outcome.exchange.attempt))
      budget.exhausted(lane, ask.url);
    return last.outcome;
  };

  return {
    send: (ask) => {
      if (ask.exclusive === undefined) return sendInTurn(ask);
      const release = queue.hold();
      // Released only in the next turn of the event loop, so that no other request starts before the next exclusive one.
      return sendInTurn(ask).finally(() => setImmediate(release));
    },
    traffic,
    exchanges: recorder.exchanges,
    onExchange: recorder.onExchange,
    now: recorder.now,
    close: async () => {
      options.signal?.removeEventListener('abort', abort);
      abort();
      await Promise.race([routes.destroy(), delay(CLOSE_MS, undefined, { ref: false })]);
      // A timer of undici may hold the clock of this client, and with it the recorder, but not the rest of the run.
      recorder.close();
    },
  };
}

/** Adds a hint to a dropped connection, for a target that answered when fewer requests were sent at a time. */
function crowded(failure: AttemptFailure): AttemptFailure {
  if (failure.kind !== 'connection' || !failure.dropped) return failure;
  return { ...failure, message: `${failure.message} (too many at once? Try a lower --concurrency)` };
}
