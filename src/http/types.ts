import type {
  RecordedCredential,
  Exchange,
  NoResponseKind,
  Header,
  Operation,
} from '../../reports/exchange.ts';
import type { JsonParseResult } from '../json/types.ts';

export interface Credential extends RecordedCredential {
  /** Value of the Authorization header; null sends no Authorization header. */
  readonly value: string | null;
  /** True if the target must accept this value. */
  readonly valid: boolean;
}

/** One request to send, with control over its exact form on the wire. */
export interface OutgoingRequest {
  readonly operation: Operation;
  readonly method: 'GET' | 'POST';
  /** Absolute URL, with the query. */
  readonly url: string;
  readonly credential: Credential;
  /** null sends no Content-Type header. */
  readonly contentType?: string | null;
  /** Value of the Accept header; null sends none. Default: the value of every request. */
  readonly accept?: string | null;
  /** Sends the absolute URL on the request line (RFC 9112, section 3.2.2). */
  readonly absolute?: true;
  /** Further headers; a header with the name of a common one replaces it. */
  readonly headers?: readonly Header[];
  /** Sends header names in lower case (RFC 9110, section 5.1). */
  readonly lowercaseHeaderNames?: true;
  /** Sends the body in two chunks, without a length (RFC 9112, section 7.1). */
  readonly chunked?: true;
  /** Sends the body in two pieces, a short time apart, with a Content-Length; a network may split any body like this. */
  readonly inPieces?: true | undefined;
  /** null or absent sends no body; an empty string sends an empty body with `Content-Length: 0`. */
  readonly body?: string | null;
  /** The request id in the User-Agent, the same for retries. Default: the id of its exchange. */
  readonly requestId?: string;
  /** `always` (reads): may be retried after any missing response; `refused`: only after a rate limit, such as a 429. */
  readonly resend: 'always' | 'refused';
  /**
   * Sent before all waiting requests; no other request starts until it ends. `retrying`: retried for some seconds, since the
   * target may be restarting; `single`: sent when nothing else is in flight, and never retried by the client.
   */
  readonly exclusive?: 'retrying' | 'single';
  /** True if resending did not help earlier requests of this kind: the client then does not wait or slow down. */
  readonly noRetry?: true;
  /** True if earlier requests got a 503 again and again while others were answered: a 503 then does not mean a rate limit. */
  readonly noSlowdown?: true;
}

/** A complete response, exact and not redacted: for judging only, never for output. */
export interface Answer {
  readonly kind: 'answer';
  readonly ask: OutgoingRequest;
  readonly exchange: Exchange;
  readonly status: number;
  /** Value of a header, by case-insensitive name; repeated headers are joined with `, `. */
  header(name: string): string | undefined;
  /** Media type in lower case, without parameters; undefined if none was declared. */
  readonly mediaType: string | undefined;
  readonly body: JsonParseResult;
  /** When the request was sent and the last byte came, as in the evidence: a replay compares the same times. */
  readonly sentAt: number;
  readonly receivedAt: number;
}

/** No response that proves anything: a failed connection, or a 429, 502, 503 or 504 after the last attempt. */
export interface NoAnswer {
  readonly kind: 'no-answer';
  readonly ask: OutgoingRequest;
  readonly exchange: Exchange;
  /** `rate-limit`: a 429 after the last attempt; `unavailable`: a 502, 503 or 504 after the last attempt. */
  readonly why: NoResponseKind | 'rate-limit' | 'unavailable';
  readonly message: string;
  /** Set if the request cannot have reached the target. */
  readonly unsent?: true;
}

export type Outcome = Answer | NoAnswer;

export interface RequestCounts {
  /** Requests sent, retries included. */
  readonly requests: number;
  readonly retried: number;
}

/** Sends requests to one target at a bounded rate, and records every attempt. */
export interface Client {
  send(ask: OutgoingRequest): Promise<Outcome>;
  /** Counts of requests and retries so far; they grow while requests are sent. */
  readonly traffic: RequestCounts;
  /** Every exchange so far, in the order in which they ended. */
  readonly exchanges: readonly Exchange[];
  onExchange(listener: (exchange: Exchange) => void): void;
  /** Milliseconds on the clock of the exchanges' `sentAt`. */
  now(): number;
  close(): Promise<void>;
}
