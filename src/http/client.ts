import type { Exchange, Header } from '../../reports/exchange.ts';
import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { answered, failed, type Attempt } from './attempt.ts';
import { presentConnection } from './connection.ts';
import { createReader } from './content.ts';
import { CANCELLED, type Failure } from './failures.ts';
import { laneOf } from './lanes.ts';
import { createQueue } from './queue.ts';
import { createRateController } from './rate.ts';
import { createRecorder } from './recorder.ts';
import { createRedactor } from './redact.ts';
import { commonHeaders, wireRequest } from './request.ts';
import { createRoutes, type RouteOptions } from './routes.ts';
import {
  asksTooMuch,
  createRetryBudget,
  hasUsedAllAttempts,
  limitDetector,
  slows,
  waitBeforeNext,
} from './retry.ts';
import { exchange as sendOnce, type WireRequest } from './transport.ts';
import type { Ask, Client, Outcome } from './types.ts';

export interface ClientOptions extends RouteOptions {
  /** Extra headers of every request; one named Accept or User-Agent replaces the client's own. */
  readonly headers: readonly Header[];
  /** Whatever no evidence may show: the keys, and the values of the extra headers. */
  readonly secrets: readonly string[];
  readonly signal?: AbortSignal;
  /** Bytes that the body of an answer may have, 8 MiB by default. */
  readonly maxBodyBytes?: number;
  readonly userAgent: string;
}

const MAX_BODY_BYTES = 8 * 1024 * 1024;
/** Milliseconds before each further try where the question is whether the target is there, and the connection fails. */
const RESTART_MS = [500, 1000, 2000];
/** Closing waits no longer for sockets that do not close. */
const CLOSE_MS = 500;
/** Once one request hung, the rest have this many times the slowest answer, and no fewer milliseconds. */
const HUNG = { most: 1, times: 10, leastMs: 1000 } as const;

/** `send` rejects only where the request could not be put together. Throws a TypeError for a bad header or proxy. */
export function createClient(options: ClientOptions): Client {
  const { maxBodyBytes = MAX_BODY_BYTES } = options;
  const common = commonHeaders(options.headers, options.userAgent);
  const routes = createRoutes(options);
  const stop = new AbortController();
  const { signal } = stop;
  // Every request listens to it.
  setMaxListeners(0, signal);
  const rate = createRateController(options.concurrency);
  const queue = createQueue(rate, signal);
  const budget = createRetryBudget(() => rate.restore());
  const redactor = createRedactor(options.secrets);
  const recorder = createRecorder(redactor);
  const isLimit = limitDetector();
  const contentOf = createReader(maxBodyBytes, redactor);
  let requests = 0;
  let retried = 0;
  let slowestMs = 0;
  let hung = 0;
  let turns = 0;
  /** Whether fewer connections at once were seen to hold where more were not. */
  let isCrowded = false;

  const abort = (): void => stop.abort();
  if (options.signal?.aborted === true) abort();
  options.signal?.addEventListener('abort', abort, { once: true });
  const sleep = (ms: number): Promise<unknown> => delay(ms, undefined, { signal }).catch(() => undefined);
  const timeoutMs = (): number =>
    hung < HUNG.most
      ? options.timeoutMs
      : Math.min(options.timeoutMs, Math.max(HUNG.leastMs, Math.ceil(HUNG.times * slowestMs)));

  const attemptOnce = async (ask: Ask, turn: number, before?: Exchange): Promise<Attempt> => {
    const attempt = (before?.attempt ?? 0) + 1;
    const requestOf = (id: string): WireRequest => wireRequest(ask, common(ask.requestId ?? id));
    const begin = () => recorder.begin(ask, requestOf, attempt, before?.id);
    if (!(await queue.enter(ask, turn))) {
      // Never sent, yet anyone who asked needs something to point to.
      const failure: Failure = { ...CANCELLED, unsent: true };
      return failed(ask, begin().failed(failure), failure);
    }
    try {
      requests += 1;
      if (attempt > 1) retried += 1;
      const record = begin();
      const bounds = { timeoutMs: timeoutMs(), maxBodyBytes, proxyTo: routes.proxyTo, signal };
      const result = await sendOnce(
        // Of those that were dropped a pool would try each again, free ones or not.
        isCrowded ? routes.dispatcher(undefined, rate.limit) : routes.dispatcher(presentConnection()?.own),
        record.request,
        bounds,
      );
      if (result.kind === 'failure') {
        if (result.failure.kind === 'timeout') hung += 1;
        const failure = isCrowded ? crowded(result.failure) : result.failure;
        return failed(ask, record.failed(failure), failure);
      }
      const { response } = result;
      const receivedAt = performance.now();
      slowestMs = Math.max(slowestMs, receivedAt - record.sentAt);
      const content = await contentOf(response);
      const exchange = record.answered(response, content, receivedAt);
      const ended = answered(ask, exchange, exchange.response, {
        headers: response.headers,
        body: content.body,
        times: [record.sentAt, receivedAt],
        isLimited: isLimit(response),
      });
      // While the place is still held: nobody slips out before the lane is closed.
      adapt(ask, ended, record.sentAt);
      return ended;
    } finally {
      queue.leave();
    }
  };

  const adapt = (ask: Ask, { ending, outcome }: Attempt, sentAt: number): void => {
    const lane = laneOf(ask);
    const { attempt, response } = outcome.exchange;
    if (slows(ending)) {
      if (ask.noRetry === true) budget.exhaust(lane);
      const isOwn = ending.kind === 'busy' && budget.isFutile(lane, ask.url);
      if (!budget.isExhausted(lane) && !isOwn) rate.record(true, sentAt);
      // Everybody of the lane waits after a 429; a 503 may be about one request alone.
      const wait = ending.kind === 'rate-limit' ? waitBeforeNext(ending, attempt, ask.resend) : null;
      if (wait !== null && budget.grant(lane, wait, ending, attempt, ask.url)) queue.close(lane, wait);
    } else if (ending.kind !== 'unavailable' && ending.kind !== 'shielded') {
      if (ending.kind !== 'dropped') rate.record(false, sentAt);
      // What is refused for itself says nothing of a quota: only what it lets in does, or what has to be refused for its key.
      const isTold = ask.method === 'GET' || !ask.credential.valid || (response?.status ?? 0) < 300;
      if (isTold) budget.answered(lane, ask.url);
    }
  };

  const sendInTurn = async (ask: Ask): Promise<Outcome> => {
    const { resend, exclusive } = ask;
    const lane = laneOf(ask);
    const turn = (turns += 1);
    let last = await attemptOnce(ask, turn);
    if (exclusive === 'single') return last.outcome;
    const requestId = ask.requestId ?? last.outcome.exchange.id;
    const again = async (afterMs: number): Promise<void> => {
      const { kind } = last.ending;
      const endedAt = performance.now();
      if (afterMs > 0) await sleep(afterMs);
      last = await attemptOnce({ ...ask, requestId }, turn, last.outcome.exchange);
      // It was not the request: so many connections at once may be too many.
      if (last.ending.kind === 'answer') budget.helped(lane, ask.url);
      if (kind === 'dropped' && last.ending.kind === 'answer' && exclusive === undefined)
        isCrowded = rate.narrow(endedAt) || isCrowded;
    };
    while (!signal.aborted) {
      const { attempt } = last.outcome.exchange;
      const wait = waitBeforeNext(last.ending, attempt, resend);
      const counted = exclusive === undefined ? attempt : 1;
      if (wait === null || !budget.grant(lane, wait, last.ending, counted, ask.url)) break;
      // After a 429 the whole lane is closed.
      await again(last.ending.kind === 'rate-limit' ? 0 : wait);
    }
    if (asksTooMuch(last.ending)) budget.exhaust(lane);
    if (exclusive === 'retrying') {
      for (const pause of RESTART_MS) {
        if (signal.aborted || last.ending.kind !== 'dropped') break;
        await again(pause);
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
      return sendInTurn(ask).finally(release);
    },
    get traffic() {
      return { requests, retried };
    },
    exchanges: recorder.exchanges,
    onExchange: recorder.onExchange,
    close: async () => {
      options.signal?.removeEventListener('abort', abort);
      abort();
      await Promise.race([routes.destroy(), delay(CLOSE_MS, undefined, { ref: false })]);
    },
  };
}

/** Where fewer requests at once had got through before, how many there are may be why a connection does not hold. */
function crowded(failure: Failure): Failure {
  if (failure.kind !== 'connection' || !failure.dropped) return failure;
  return { ...failure, message: `${failure.message} (too many at once? Try a lower --concurrency)` };
}
