export type Operation = 'list' | 'create' | 'get' | 'message';

/**
 * What an Authorization header had: `valid`, the key as the document writes it; `scheme-case`, the key after another
 * spelling of the scheme; `none`, no header; `wrong-token`, the bearer form with an invalid token; `malformed`, not
 * the bearer form.
 */
export type CredentialKind = 'valid' | 'scheme-case' | 'none' | 'wrong-token' | 'malformed';

/**
 * A part of a header value, without the key: plain text, the key, the base64 (RFC 4648, section 4) of other parts, or
 * a token that is not recorded, with a similar one in its place.
 */
export type CredentialPiece =
  | { readonly text: string }
  | { readonly key: true }
  | { readonly base64: readonly CredentialPiece[] }
  | { readonly alike: string };

export interface RecordedCredential {
  readonly kind: CredentialKind;
  /** A description: `valid key`, `none`, `Basic with the key`, `random token`, ... */
  readonly label: string;
  /** The parts of the header value; null if no header was sent. */
  readonly pieces: readonly CredentialPiece[] | null;
}

export type Header = readonly [name: string, value: string];

/** A request header in the evidence; `variable` stands for the value of a user's header in printed commands. */
export type SentHeader = readonly [name: string, value: string, variable?: string];

/** Why a request got no response; `proxy`: the proxy on the way refused it. */
export type NoResponseKind =
  'connection' | 'proxy' | 'tls' | 'timeout' | 'too-large' | 'broken-http' | 'cancelled';

/** One request and its response, redacted, as in the evidence. */
export interface Exchange {
  /** Id of the exchange: `x1`, `x2`, ... in the order of sending. */
  readonly id: string;
  /** Id of the check that sent the request, or another sender such as `preflight`. */
  readonly check: string;
  /** Names of the input classes that a property sent it for, several if one request combines inputs; absent otherwise. */
  readonly inputClasses?: readonly string[];
  readonly operation: Operation;
  /** Time of sending, ISO 8601. */
  readonly startedAt: string;
  /** Milliseconds from the start of the run to the sending. */
  readonly sentAt: number;
  /** Position of the exchange in the order in which exchanges ended. */
  readonly ended: number;
  /** Milliseconds from sending to the last byte of the response. */
  readonly durationMs: number;
  /** Number of the attempt, from 1; each retry is an exchange of its own. */
  readonly attempt: number;
  /** Id of the previous attempt; absent for the first. */
  readonly repeats?: string;
  readonly request: {
    readonly method: string;
    readonly url: string;
    /** True if the request line had the absolute URL (RFC 9112, section 3.2.2). */
    readonly absolute?: true;
    /** As sent, but with the credential's label in angle brackets as the Authorization value. */
    readonly headers: readonly SentHeader[];
    readonly credential: RecordedCredential;
    /** null if no body was sent. */
    readonly body: string | null;
  };
  /** null if no complete response came. */
  readonly response: {
    readonly status: number;
    readonly statusText: string;
    readonly headers: readonly Header[];
    /** The body as UTF-8 text, redacted. */
    readonly body: string;
    /** Size of the body in bytes, before decoding. */
    readonly bodySize: number;
    /** True if only the beginning of the body is kept. */
    readonly cut?: true;
    /** Why the body could not be parsed as JSON; absent if parsing succeeded. */
    readonly problem?: string;
    /** True if a limit of the kit prevented the parsing, and not the target. */
    readonly unread?: true;
  } | null;
  readonly failure: {
    readonly kind: NoResponseKind;
    readonly message: string;
    /** True if the request cannot have reached the target. */
    readonly unsent?: true;
    readonly code?: string;
  } | null;
}
