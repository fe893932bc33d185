import type { FailureKind } from './types.ts';

/** Why an attempt got no complete answer. */
export interface Failure {
  readonly kind: FailureKind;
  /** One plain sentence without a full stop; holds nothing that was sent, nor anything of the answer's. */
  readonly message: string;
  /** Whether the connection did not hold, so that another attempt may go better. */
  readonly dropped: boolean;
}

/** What was known of the attempt when it failed. */
export interface Progress {
  /** `host:port` as in the address. */
  readonly host: string;
  readonly timeoutMs: number;
  /** Whether the head of an answer had come. */
  readonly head: boolean;
  /** Bytes of the body that had come. */
  readonly received: number;
}

const CERTIFICATE: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'has expired',
  CERT_NOT_YET_VALID: 'is not valid yet',
  CERT_REVOKED: 'is revoked',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'is signed by a self-signed authority that is not trusted here',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'is signed by an authority that is not known here',
  UNABLE_TO_GET_ISSUER_CERT: 'is signed by an authority that is not known here',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'is signed by an authority that is not known here',
  ERR_TLS_CERT_ALTNAME_INVALID: 'is for another host name',
};

const UNREACHABLE = new Set([
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'ENETDOWN',
  'ETIMEDOUT',
  'EADDRNOTAVAIL',
]);
const CLOSED = new Set([
  'ECONNRESET',
  'EPIPE',
  'ECONNABORTED',
  'UND_ERR_SOCKET',
  'UND_ERR_CLOSED',
  'UND_ERR_DESTROYED',
]);

export function timedOut({ timeoutMs }: Pick<Progress, 'timeoutMs'>): Failure {
  return { kind: 'timeout', message: `no complete answer within ${timeoutMs} ms`, dropped: false };
}

export function tooLarge(limit: number): Failure {
  return {
    kind: 'too-large',
    message: `the body of the answer is larger than ${limit} bytes`,
    dropped: false,
  };
}

export const CANCELLED: Failure = { kind: 'cancelled', message: 'the run was stopped', dropped: false };

/** Names the reason of an error that undici or the socket below it came up with. */
export function failureOf(error: unknown, progress: Progress): Failure {
  const { name, code, message } = detailsOf(error);
  const { host, head, received } = progress;
  const connection = (text: string, dropped = true): Failure => ({
    kind: 'connection',
    message: text,
    dropped,
  });
  const broken = (text: string, dropped = false): Failure => ({
    kind: 'broken-http',
    message: text,
    dropped,
  });

  const fault = CERTIFICATE[code];
  if (fault !== undefined) {
    return { kind: 'tls', message: `the TLS certificate of ${host} ${fault} (${code})`, dropped: false };
  }
  if (
    code.startsWith('ERR_SSL') ||
    code.startsWith('ERR_TLS') ||
    code === 'EPROTO' ||
    code === 'UND_ERR_PRX_TLS'
  ) {
    return { kind: 'tls', message: `no TLS connection with ${host} (${code})`, dropped: false };
  }
  // undici's parser tells its reason in words of its own, in brackets.
  if (name === 'HTTPParserError')
    return broken(`the answer is not HTTP/1.1${/ \([^()]*\)$/u.exec(message)?.[0] ?? ''}`);
  if (/^bad (response|upgrade)$/u.test(message))
    return broken('the answer was none to this request (bad HTTP/1.1)');
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') {
    return broken('the body of the answer is not as long as its Content-Length says', true);
  }
  if (code === 'UND_ERR_HEADERS_OVERFLOW') {
    return { kind: 'too-large', message: 'the head of the answer is too large', dropped: false };
  }
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return timedOut(progress);
  if (CLOSED.has(code)) {
    return head
      ? broken(
          `the connection was closed after ${received} bytes of the body, before the answer was complete`,
          true,
        )
      : connection(`the connection to ${host} was closed before an answer came`);
  }
  if (code === 'ECONNREFUSED') return connection(`connection refused by ${host}`);
  if (code === 'ENOTFOUND') return connection(`the host name of ${host} is not known`, false);
  if (code === 'EAI_AGAIN') return connection(`the host name of ${host} could not be looked up`);
  if (UNREACHABLE.has(code)) return connection(`${host} cannot be reached (${code})`);
  const proxy = /Proxy (?:response|Authentication Required) \((\d{3})\)/u.exec(message)?.[1];
  if (proxy !== undefined)
    return connection(`the proxy refused the way to ${host} with status ${proxy}`, false);
  return connection(`the request to ${host} failed (${code || 'no code'})`, false);
}

/** Of several errors, as when both addresses of a host fail, the first one counts. */
function detailsOf(error: unknown): { name: string; code: string; message: string } {
  if (error instanceof AggregateError && error.errors.length > 0) return detailsOf(error.errors[0]);
  if (!(error instanceof Error)) return { name: '', code: '', message: '' };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  // The error of a proxy's TLS holds the real one.
  if (code === 'UND_ERR_PRX_TLS' && error.cause instanceof Error) return detailsOf(error.cause);
  return { name: error.name, code, message: error.message };
}
