import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import { headerOf } from './content.ts';
import {
  CANCELLED_FAILURE,
  failureFromError,
  proxyResponseFailure,
  timeoutFailure,
  tooLargeFailure,
  type AttemptFailure,
} from './failures.ts';
import type { Proxy } from './proxies.ts';
import type { Header, SentHeader } from '../../reports/exchange.ts';

/** Milliseconds between the two pieces of a body: long enough that they cannot arrive as one packet. */
const PAUSE_MS = 15;

export interface WireRequest {
  readonly origin: string;
  /** `host:port` as in the address, for messages and for the Host header. */
  readonly host: string;
  readonly path: string;
  readonly method: 'GET' | 'POST';
  /** Names and values of the headers, alternating; without Host and Content-Length, which undici adds. */
  readonly headers: string[];
  /** All headers as the evidence shows them: a label for the credential, and variables for the user's header values. */
  readonly shown: readonly SentHeader[];
  readonly body: Buffer | null;
  /** True if the body is sent in two chunks, without a Content-Length. */
  readonly chunked: boolean;
  /** True if the body is sent in two pieces a moment apart, with a Content-Length. */
  readonly inPieces: boolean;
}

export interface WireResponse {
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly Header[];
  readonly body: Buffer;
}

export type WireResult =
  | { readonly kind: 'response'; readonly response: WireResponse }
  | { readonly kind: 'failure'; readonly failure: AttemptFailure };

export interface TransportOptions {
  /** Milliseconds from connecting to the last byte. */
  readonly timeoutMs: number;
  readonly maxBodyBytes: number;
  readonly proxyTo?: (origin: string) => Proxy | undefined;
  readonly signal: AbortSignal;
}

/** Sends a request and collects the whole response; never rejects. A redirect is a response; 1xx responses are skipped. */
export function sendWireRequest(
  dispatcher: Dispatcher,
  { host, shown: _shown, chunked, inPieces, ...request }: WireRequest,
  { timeoutMs, maxBodyBytes, proxyTo, signal }: TransportOptions,
): Promise<WireResult> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let head: Omit<WireResponse, 'body'> | undefined;
    let received = 0;
    let done = false;
    let controller: Dispatcher.DispatchController | undefined;

    const finish = (result: WireResult): void => {
      if (done) return;
      done = true;
      clearTimeout(timer);
      signal.removeEventListener('abort', cancel);
      resolve(result);
      if (result.kind === 'failure') controller?.abort(new Error(result.failure.message));
    };
    const fail = (failure: AttemptFailure): void => finish({ kind: 'failure', failure });
    const failWith = (error: unknown): void => {
      if (done) return;
      const sent = controller !== undefined;
      const proxy = proxyTo?.(request.origin);
      const promised = head && headerOf(head.headers, 'content-length');
      fail(
        failureFromError(error, {
          host,
          timeoutMs,
          head: head !== undefined,
          received,
          promised,
          sent,
          proxy,
        }),
      );
    };
    const cancel = (): void =>
      fail(controller === undefined ? { ...CANCELLED_FAILURE, unsent: true } : CANCELLED_FAILURE);
    const timer = setTimeout(() => fail(timeoutFailure(timeoutMs, controller !== undefined)), timeoutMs);

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: (started) => {
        // The request was given up before a connection was free. The error makes undici keep the connection, and not send the
        // request.
        if (done) throw new Error('given up');
        controller = started;
      },
      onResponseStart: ({ rawHeaders }, status, _, statusText = '') => {
        if (status >= 200) head = { status, statusText, headers: headerList(rawHeaders) };
      },
      onResponseData: (_, chunk) => {
        if (done) return;
        received += chunk.length;
        if (received > maxBodyBytes) fail(tooLargeFailure(maxBodyBytes));
        else chunks.push(chunk);
      },
      onResponseEnd: () => {
        const refused = head && proxyResponseFailure(head, { host, proxy: proxyTo?.(request.origin) });
        if (head === undefined) failWith(new Error('no head'));
        else if (refused !== undefined) fail(refused);
        else finish({ kind: 'response', response: { ...head, body: Buffer.concat(chunks) } });
      },
      onResponseError: (_, error) => failWith(error),
    };

    signal.addEventListener('abort', cancel);
    if (signal.aborted) return cancel();
    try {
      const whole = request.body;
      const body =
        whole !== null && (chunked || inPieces)
          ? Readable.from(halves(whole, inPieces ? PAUSE_MS : 0))
          : whole;
      dispatcher.dispatch({ ...request, body }, handler);
    } catch (error) {
      failWith(error);
    }
  });
}

type RawHeaders = Dispatcher.DispatchController['rawHeaders'];

function headerList(raw: RawHeaders): readonly Header[] {
  if (!Array.isArray(raw)) return [];
  const headers: Header[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) headers.push([latin1(raw[at]), latin1(raw[at + 1])]);
  return headers;
}

function latin1(part: Buffer | string | undefined): string {
  return typeof part === 'string' ? part : (part?.toString('latin1') ?? '');
}

/** Splits a body in two: inside a multi-byte character; otherwise after its JSON, where a parser may stop; or in the middle. */
async function* halves(body: Buffer, pauseMs: number): AsyncGenerator<Buffer> {
  const wide = body.findIndex((byte) => byte > 0x7f);
  const behindValue = body.lastIndexOf('}') + 1;
  const isMore = behindValue > 0 && behindValue < body.length;
  const cut = wide >= 0 ? wide + 1 : isMore ? behindValue : Math.ceil(body.length / 2);
  yield body.subarray(0, cut);
  if (pauseMs > 0) await delay(pauseMs);
  yield body.subarray(cut);
}
