import type { Header } from '../../reports/exchange.ts';
import type { ClientCertificate } from '../config/types.ts';
import { answered, failed, type Attempt } from './attempt.ts';
import { presentConnection } from './connection.ts';
import { createReader } from './content.ts';
import { createWays } from './dispatcher.ts';
import { CANCELLED, type Failure } from './failures.ts';
import { createGate, type Rank } from './gate.ts';
import { createPace } from './pace.ts';
import { createPatience } from './patience.ts';
import type { ProxyEnvironment } from './proxies.ts';
import { createRecorder } from './recorder.ts';
import { createRedactor } from './redact.ts';
import { commonHeaders, wireRequest } from './request.ts';
import { asksTooMuch, mayPass, waitBeforeNext } from './retry.ts';
import { createStopper } from './stopper.ts';
import { createTimeouts } from './timeouts.ts';
import { exchange as sendOnce, type WireRequest } from './transport.ts';
import type { Ask, Client, Outcome } from './types.ts';

export interface ClientOptions {
  /** Milliseconds for each attempt, from connecting to the last byte, at most. */
  readonly timeoutMs: number;
  /** Requests under way at once, never more. */
  readonly concurrency: number;
  /** Extra headers of every request; one named Accept or User-Agent replaces the client's own. */
  readonly headers: readonly Header[];
  /** Whatever no evidence may show: the keys, and the values of the extra headers. */
  readonly secrets: readonly string[];
  /** The variables that name proxies; absent, connections are direct. */
  readonly env?: ProxyEnvironment;
  /** Shown to a target that asks for one. */
  readonly clientCertificate?: ClientCertificate | null;
  /** Ends whatever is under way or waits. */
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

/**
 * A client for one target. `send` resolves with whatever came of the request and rejects with a TypeError only where the
 * request could not be put together: a bug of whoever asks.
 * @throws TypeError in one sentence where an extra header cannot be sent or a proxy's address is none.
 */
export function createClient(options: ClientOptions): Client {
  const { maxBodyBytes = MAX_BODY_BYTES } = options;
  const common = commonHeaders(options.headers, options.userAgent);
  const ways = createWays(options);
  const stopper = createStopper();
  const timeouts = createTimeouts(options.timeoutMs);
  const pace = createPace(options.concurrency);
  const gate = createGate(pace, stopper);
  const patience = createPatience(gate, stopper, () => pace.restore());
  const recorder = createRecorder(createRedactor(options.secrets));
  const contentOf = createReader(maxBodyBytes);
  let requests = 0;
  let retried = 0;

  const stop = (): void => stopper.stop();
  if (options.signal?.aborted === true) stop();
  options.signal?.addEventListener('abort', stop, { once: true });

  /** One attempt, in its place at the gate. */
  const attemptOnce = async (
    ask: Ask,
    request: WireRequest,
    attempt: number,
    before?: Attempt,
  ): Promise<Attempt> => {
    const repeats = before?.outcome.exchange.id;
    const rank = rankOf(ask, attempt);
    if (!(await gate.enter(ask.operation, rank))) {
      ask.turn?.();
      // Never sent, yet whoever asked needs something to point to.
      const failure: Failure = { ...CANCELLED, unsent: true };
      return failed(ask, recorder.begin(ask, request, attempt, repeats).end({ failure }), failure);
    }
    try {
      ask.turn?.();
      requests += 1;
      if (attempt > 1) retried += 1;
      const record = recorder.begin(ask, request, attempt, repeats);
      const { dispatcher, proxy } = ways.to(request.origin, presentConnection()?.own);
      const bounds = { timeoutMs: timeouts.ms, maxBodyBytes, proxy };
      const result = await sendOnce(dispatcher, request, bounds, stopper);
      if (result.kind === 'failure') {
        if (result.failure.kind === 'timeout') timeouts.hung();
        return failed(ask, record.end(result), result.failure);
      }
      const receivedAt = performance.now();
      timeouts.answered(receivedAt - record.sentAt);
      const content = await contentOf(result.response);
      const exchange = record.end({ response: result.response, content, receivedAt });
      const ended = answered(ask, exchange, result.response, content, [record.sentAt, receivedAt]);
      // While the place is still held: nobody slips out before the gate is closed.
      slowDown(ask, ended, attempt, record.sentAt);
      return ended;
    } finally {
      gate.leave();
    }
  };

  const slowDown = (
    { operation, resend, method, inVain }: Ask,
    { ending, outcome }: Attempt,
    attempt: number,
    sentAt: number,
  ): void => {
    if (ending.kind === 'answer' || ending.kind === 'final') {
      pace.answered(sentAt);
      // What is refused for itself says nothing of a quota: only what it lets in does.
      const isLetIn = method === 'GET' || (outcome.exchange.response?.status ?? 0) < 300;
      if (isLetIn) patience.answered(operation);
    } else if (ending.kind === 'rate-limit' || ending.kind === 'busy') {
      if (inVain === true) patience.giveUp(operation);
      if (!patience.isHopeless(operation)) pace.refused(sentAt);
      // Everybody of the kind waits after a 429; a 503 may be about one request alone.
      const wait = ending.kind === 'busy' ? null : waitBeforeNext(ending, attempt, resend);
      if (wait !== null && patience.grant(operation, wait, ending)) gate.close(operation, wait);
    }
  };

  const send = async (ask: Ask): Promise<Outcome> => {
    if (ask.alone === undefined) return sendInTurn(ask);
    const release = gate.hold();
    return sendInTurn(ask).finally(release);
  };

  const sendInTurn = async (ask: Ask): Promise<Outcome> => {
    const request = wireRequest(ask, common);
    let attempt = 1;
    let last = await attemptOnce(ask, request, attempt);
    let latest = last;
    const again = async (): Promise<Attempt> => {
      latest = await attemptOnce(ask, request, (attempt += 1), latest);
      return latest;
    };
    while (ask.alone !== 'once') {
      const wait = waitBeforeNext(last.ending, attempt, ask.resend);
      if (wait === null || stopper.stopped || !patience.grant(ask.operation, wait, last.ending)) break;
      ask.waits?.();
      if (last.ending.kind !== 'rate-limit') await stopper.sleep(wait);
      last = await again();
    }
    if (asksTooMuch(last.ending)) patience.giveUp(ask.operation);
    if (ask.alone === 'once') return last.outcome;
    if (ask.alone === 'patiently') {
      for (const pause of RESTART_MS) {
        if (stopper.stopped || last.ending.kind !== 'dropped') break;
        await stopper.sleep(pause);
        last = await again();
      }
      return last.outcome;
    }
    if (stopper.stopped || !mayPass(last.ending, ask.resend)) return last.outcome;
    const passed = ({ ending }: Attempt): boolean => !mayPass(ending, ask.resend);
    return ((await patience.lastTries(ask.operation, again, passed)) ?? last).outcome;
  };

  return {
    send,
    get traffic() {
      return { requests, retried };
    },
    exchanges: recorder.exchanges,
    onExchange: recorder.onExchange,
    close: async () => {
      options.signal?.removeEventListener('abort', stop);
      stop();
      let timer: NodeJS.Timeout | undefined;
      const enough = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, CLOSE_MS);
      });
      await Promise.race([ways.destroy(), enough]);
      clearTimeout(timer);
    },
  };
}

function rankOf({ alone }: Ask, attempt: number): Rank {
  if (alone !== undefined) return alone === 'once' ? 'solo' : 'alone';
  return attempt > 1 ? 'first' : 'last';
}
