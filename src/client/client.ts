import { contentOf, headerOf, mediaTypeOf, type Content } from './content.ts';
import type { ClientCertificate } from '../config/types.ts';
import { createWays } from './dispatcher.ts';
import { CANCELLED, type Failure } from './failures.ts';
import { createGate } from './gate.ts';
import type { ProxyEnvironment } from './proxies.ts';
import { createRecorder } from './recorder.ts';
import { createRedactor } from './redact.ts';
import { commonHeaders, wireRequest } from './request.ts';
import { retryAfterMs, waitBeforeNext, type Ending } from './retry.ts';
import { createStopper } from './stopper.ts';
import { exchange as sendOnce, type WireRequest, type WireResponse } from './transport.ts';
import type { Answer, Ask, Client, Exchange, Header, NoAnswer, Outcome } from './types.ts';

export interface ClientOptions {
  /** Milliseconds for each attempt, from connecting to the last byte. */
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
/** Closing waits no longer for sockets that do not close. */
const CLOSE_MS = 500;

/**
 * A client for one target. `send` resolves with whatever came of the request and rejects with a TypeError only where the
 * request could not be put together: a bug of whoever asks.
 * @throws TypeError in one sentence where an extra header cannot be sent or a proxy's address is none.
 */
export function createClient(options: ClientOptions): Client {
  const { timeoutMs, maxBodyBytes = MAX_BODY_BYTES } = options;
  const common = commonHeaders(options.headers, options.userAgent);
  const ways = createWays(options);
  const stopper = createStopper();
  const gate = createGate(options.concurrency, stopper);
  const recorder = createRecorder(createRedactor(options.secrets));
  let requests = 0;
  let retried = 0;

  const stop = (): void => stopper.stop();
  if (options.signal?.aborted === true) stop();
  options.signal?.addEventListener('abort', stop, { once: true });

  /** One attempt, in its place at the gate. */
  const attemptOnce = async (ask: Ask, request: WireRequest, attempt: number): Promise<Attempt> => {
    if (!(await gate.enter())) {
      // Never sent, yet whoever asked needs something to point to.
      const failure: Failure = { ...CANCELLED, unsent: true };
      return failed(ask, recorder.begin(ask, request, attempt).end({ failure }), failure);
    }
    try {
      requests += 1;
      if (attempt > 1) retried += 1;
      const record = recorder.begin(ask, request, attempt);
      const { dispatcher, proxy } = ways.to(request.origin);
      const result = await sendOnce(dispatcher, request, { timeoutMs, maxBodyBytes, proxy }, stopper);
      if (result.kind === 'failure') return failed(ask, record.end(result), result.failure);
      const receivedAt = performance.now();
      const content = await contentOf(result.response, maxBodyBytes);
      const exchange = record.end({ response: result.response, content, receivedAt });
      const ended = answered(ask, exchange, result.response, content, [record.sentAt, receivedAt]);
      // While the place is still held: nobody slips out before the gate is closed.
      if (ended.ending.kind === 'rate-limit') {
        gate.slowDown(waitBeforeNext(ended.ending, attempt, ask.resend) ?? 0, record.sentAt);
      } else {
        gate.calm();
      }
      return ended;
    } finally {
      gate.leave();
    }
  };

  const send = async (ask: Ask): Promise<Outcome> => {
    const request = wireRequest(ask, common);
    for (let attempt = 1; ; attempt += 1) {
      const { outcome, ending } = await attemptOnce(ask, request, attempt);
      const wait = waitBeforeNext(ending, attempt, ask.resend);
      if (wait === null || stopper.stopped) return outcome;
      // After a 429 it is the gate that waits, for everybody.
      if (ending.kind !== 'rate-limit') await stopper.sleep(wait);
    }
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
      const patience = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, CLOSE_MS);
      });
      await Promise.race([ways.destroy(), patience]);
      clearTimeout(timer);
    },
  };
}

/** What came of one attempt, and what that means for another. */
interface Attempt {
  readonly outcome: Outcome;
  readonly ending: Ending;
}

function failed(ask: Ask, exchange: Exchange, failure: Failure): Attempt {
  const outcome: NoAnswer = {
    kind: 'no-answer',
    ask,
    exchange,
    why: failure.kind,
    message: exchange.failure?.message ?? failure.message,
    ...(failure.unsent === undefined ? {} : { unsent: failure.unsent }),
    ...(failure.code === undefined ? {} : { code: failure.code }),
  };
  if (failure.kind === 'timeout') return { outcome, ending: { kind: 'timeout' } };
  return { outcome, ending: { kind: failure.dropped ? 'dropped' : 'final' } };
}

function answered(
  ask: Ask,
  exchange: Exchange,
  { status, headers }: WireResponse,
  { body }: Content,
  [sentAt, receivedAt]: readonly [number, number],
): Attempt {
  const header = (name: string): string | undefined => headerOf(headers, name);
  // A 408 speaks of the connection, not of the request (RFC 9110, section 15.5.9).
  if (status === 429 || status === 408 || (status >= 502 && status <= 504)) {
    const why = status === 429 ? 'rate-limit' : 'unavailable';
    const message =
      status === 429
        ? 'the target answered 429: too many requests'
        : `the target answered ${status}: not available`;
    return {
      outcome: { kind: 'no-answer', ask, exchange, why, message },
      ending: { kind: why, retryAfterMs: retryAfterMs(header('retry-after'), Date.now()) },
    };
  }
  if (!body.ok && body.unread === true) {
    const outcome: NoAnswer = { kind: 'no-answer', ask, exchange, why: 'too-large', message: body.problem };
    return { outcome, ending: { kind: 'final' } };
  }
  const mediaType = mediaTypeOf(headers);
  const outcome: Answer = {
    kind: 'answer',
    ask,
    exchange,
    status,
    header,
    mediaType,
    body,
    sentAt,
    receivedAt,
  };
  return { outcome, ending: { kind: 'answer' } };
}
