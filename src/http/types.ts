import type { CredentialForm, Exchange, FailureKind, Header, Operation } from '../../reports/exchange.ts';
import type { ReadBody } from '../json/types.ts';

export interface Credential extends CredentialForm {
  /** The header's value; null sends no Authorization header at all. */
  readonly value: string | null;
  /** Whether the target has to accept it. */
  readonly valid: boolean;
}

/** One request to send, with raw control over what matters to a server. */
export interface Ask {
  readonly operation: Operation;
  readonly method: 'GET' | 'POST';
  /** Absolute address, query included. */
  readonly url: string;
  readonly credential: Credential;
  /** null sends no Content-Type header. */
  readonly contentType?: string | null;
  /** Value of the Accept header; null sends none. Default: that of every request. */
  readonly accept?: string | null;
  /** Writes the whole address on the request line (RFC 9112, section 3.2.2). */
  readonly absolute?: true;
  /** Further headers; one with the name of a common one stands in for that. */
  readonly headers?: readonly Header[];
  /** Writes the names of its headers in small letters (RFC 9110, section 5.1). */
  readonly smallNames?: true;
  /** Sends the body in two chunks, without a length (RFC 9112, section 7.1). */
  readonly chunked?: true;
  /** Sends the body in two pieces a moment apart, its length in front, as a network may cut it. */
  readonly inPieces?: true | undefined;
  /** null or absent sends no body; an empty string a body of no bytes with `Content-Length: 0`. */
  readonly body?: string | null;
  /** The request id in the User-Agent, the same for retries. Default: the id of its exchange. */
  readonly requestId?: string;
  /** `always` (reads): whatever says nothing of the request may be repeated; `refused`: a 429 alone. */
  readonly resend: 'always' | 'refused';
  /**
   * Goes out before all that wait, and nothing else does until it ended: `retrying`, so that a process that is
   * started again is given some seconds; `single`, with nothing else under way, and is never repeated by the client.
   */
  readonly exclusive?: 'retrying' | 'single';
  /** Others of its operation got no answer, however often: no more is waited for this one, nor is the pace slowed down. */
  readonly noRetry?: true;
}

/** A complete answer, exact and not redacted: for judging only, never for showing. */
export interface Answer {
  readonly kind: 'answer';
  readonly ask: Ask;
  /** The redacted record of it. */
  readonly exchange: Exchange;
  readonly status: number;
  /** Value of a header, case-insensitive; several are joined with `, `. */
  header(name: string): string | undefined;
  /** Essence of the media type in lower case, without parameters; undefined where none was declared. */
  readonly mediaType: string | undefined;
  readonly body: ReadBody;
  /** `performance.now()` when it was sent, and when the last byte came. */
  readonly sentAt: number;
  readonly receivedAt: number;
}

/** No answer that says anything about the requirement: a failure on the way, or a 429, 502, 503, 504 that stayed. */
export interface NoAnswer {
  readonly kind: 'no-answer';
  readonly ask: Ask;
  readonly exchange: Exchange;
  /** `rate-limit` for a 429 that stayed, `unavailable` for a 502, 503 or 504 that stayed. */
  readonly why: FailureKind | 'rate-limit' | 'unavailable';
  readonly message: string;
  /** True where the request cannot have reached the target. */
  readonly unsent?: true;
  /** The reason as Node or undici names it, such as `CERT_HAS_EXPIRED`. */
  readonly code?: string;
}

export type Outcome = Answer | NoAnswer;

export interface Traffic {
  /** Requests put on the wire, repetitions included. */
  readonly requests: number;
  readonly retried: number;
}

/** Sends requests to one target, paced and bounded, and records every one. */
export interface Client {
  send(ask: Ask): Promise<Outcome>;
  readonly traffic: Traffic;
  /** Every exchange so far, in the order in which they ended. */
  readonly exchanges: readonly Exchange[];
  onExchange(listener: (exchange: Exchange) => void): void;
  close(): Promise<void>;
}
