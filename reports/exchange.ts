/** What a request is meant to do: the operation of the document that it addresses. */
export type Operation = 'list' | 'create' | 'get' | 'message';

/**
 * What an Authorization header was: `valid`, the configured key as the document writes it; `scheme-case`, the same behind
 * another spelling of the scheme; `none`, no header; `wrong-token`, of the bearer form with a token that is no valid key;
 * `malformed`, not of the bearer form.
 */
export type CredentialKind = 'valid' | 'scheme-case' | 'none' | 'wrong-token' | 'malformed';

/**
 * A piece of a header's value, written without the key: text as it stands, the configured key, the base64 (RFC 4648,
 * section 4) of other pieces, or a token that is not kept, with one that would do as well.
 */
export type CredentialPiece =
  | { readonly text: string }
  | { readonly key: true }
  | { readonly base64: readonly CredentialPiece[] }
  | { readonly alike: string };

/** All that evidence ever keeps of an Authorization header. */
export interface CredentialForm {
  readonly kind: CredentialKind;
  /** The kind in words: `valid key`, `none`, `Basic with the key`, `random token`, ... */
  readonly label: string;
  /** How it is written; null where no header was sent. */
  readonly pieces: readonly CredentialPiece[] | null;
}

export type Header = readonly [name: string, value: string];

/** A header of a request as evidence shows it; where the user gave it, the variable that stands for its value in commands. */
export type SentHeader = readonly [name: string, value: string, variable?: string];

/** Why a request got no answer; `proxy`: the proxy on the way did not let it through. */
export type FailureKind =
  'connection' | 'proxy' | 'tls' | 'timeout' | 'too-large' | 'broken-http' | 'cancelled';

/** One request and its response, redacted: this is what evidence shows. */
export interface Exchange {
  /** `x1`, `x2`, ... in the order of sending. */
  readonly id: string;
  /** The id of the check that sent it, or `preflight` and the like. */
  readonly check: string;
  readonly operation: Operation;
  /** ISO 8601 instant at which it was sent. */
  readonly startedAt: string;
  /** Milliseconds from the beginning of the run until it was sent. */
  readonly sentAt: number;
  /** Its number in the order in which exchanges ended. */
  readonly ended: number;
  /** Milliseconds to the last byte. */
  readonly durationMs: number;
  /** 1 for the first try; each repetition by the client is an exchange of its own. */
  readonly attempt: number;
  /** The exchange that it tries again; only from the second try on. */
  readonly repeats?: string;
  readonly request: {
    readonly method: string;
    readonly url: string;
    /** True where the whole address was on the request line (RFC 9112, section 3.2.2). */
    readonly absolute?: true;
    /** As sent; the Authorization value is replaced by the credential's label in angle brackets. */
    readonly headers: readonly SentHeader[];
    readonly credential: CredentialForm;
    /** null where no body was sent. */
    readonly body: string | null;
  };
  /** null where no complete answer came. */
  readonly response: {
    readonly status: number;
    readonly statusText: string;
    readonly headers: readonly Header[];
    /** UTF-8 text of the body, redacted. */
    readonly body: string;
    /** Bytes on the wire before decoding. */
    readonly bodySize: number;
    /** True where only the beginning of the body is kept. */
    readonly cut?: true;
    /** Why the body is not JSON, or cannot be read; only then. */
    readonly problem?: string;
    /** True where that is no fault of the target's. */
    readonly unread?: true;
  } | null;
  readonly failure: {
    readonly kind: FailureKind;
    readonly message: string;
    /** True where the request cannot have reached the target. */
    readonly unsent?: true;
    /** The reason as Node or undici names it. */
    readonly code?: string;
  } | null;
}
