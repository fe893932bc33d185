import type { Proxy } from './proxies.ts';
import type { FailureKind, Header } from '../../reports/exchange.ts';

/** Why an attempt got no complete answer. */
export interface Failure {
  readonly kind: FailureKind;
  /** One plain sentence without a full stop; holds nothing that was sent, nor anything of the answer's. */
  readonly message: string;
  /** Whether the connection did not hold, so that another attempt may go better. */
  readonly dropped: boolean;
  /** True where the request cannot have reached the target: there was never a connection that took it. */
  readonly unsent?: true;
  /** The reason as Node or undici names it, such as `CERT_HAS_EXPIRED`; absent where there is none. */
  readonly code?: string;
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
  /** Whether the request had gone out, at least in part. */
  readonly sent: boolean;
  /** The proxy on the way. */
  readonly proxy?: Proxy | undefined;
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

export function timedOut({ timeoutMs, sent }: Pick<Progress, 'timeoutMs' | 'sent'>): Failure {
  return {
    kind: 'timeout',
    message: `no complete answer within ${timeoutMs} ms`,
    dropped: false,
    ...(sent ? {} : { unsent: true }),
  };
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
  const details = detailsOf(error);
  const { code } = details;
  const failure = byProxy(details, progress) ?? reasonOf(details, progress);
  return { ...failure, ...(code === '' ? {} : { code }), ...(progress.sent ? {} : { unsent: true }) };
}

/** What the proxy on the way did, or did not. */
function byProxy({ code, message }: Details, { host, proxy, sent }: Progress): Failure | undefined {
  if (proxy === undefined) return undefined;
  const name = `the proxy ${proxy.host}, which ${proxy.variable} names,`;
  const said = (text: string, dropped = false): Failure => ({
    kind: 'proxy',
    message: `${name} ${text}`,
    dropped,
  });
  const status = /Proxy (?:response|Authentication Required) \((\d{3})\)/u.exec(message)?.[1];
  if (status !== undefined) return said(`refused the way to ${host} with status ${status}`);
  // Whatever fails before there is a tunnel, or a request on its way, fails at the proxy; only TLS is the target's.
  if (sent) return undefined;
  if (code === 'ECONNREFUSED') return said('refused the connection', true);
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return said('has a host name that is not known');
  if (UNREACHABLE.has(code)) return said(`cannot be reached (${code})`, true);
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return said('did not take the connection in time');
  if (CLOSED.has(code)) return said('closed the connection', true);
  return undefined;
}

/**
 * The answer of the proxy itself in the place of one of the target's; undefined for any other. It asks for its own
 * credentials, or says that it is the one (RFC 9209; squid has a header of its own).
 */
export function proxysOwn(
  { status, headers }: { readonly status: number; readonly headers: readonly Header[] },
  { proxy, host }: Pick<Progress, 'proxy' | 'host'>,
): Failure | undefined {
  if (proxy === undefined) return undefined;
  const header = (name: string) => headers.find(([one]) => one.toLowerCase() === name)?.[1];
  const why = header('x-squid-error') ?? header('proxy-status');
  if (status !== 407 && (why === undefined || status < 400)) return undefined;
  const words = /^[\w .:;="/()-]{1,80}/u.exec(why ?? '')?.[0].trim() ?? '';
  return {
    kind: 'proxy',
    message: `the proxy ${proxy.host}, which ${proxy.variable} names, refused the way to ${host} with status ${status}${words === '' ? '' : ` (${words})`}`,
    dropped: status >= 502 && status <= 504,
  };
}

function reasonOf({ name, code, message, names }: Details, progress: Progress): Failure {
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
    const other = names === '' ? '' : ` (it is for ${names})`;
    return {
      kind: 'tls',
      message: `the TLS certificate of ${host} ${fault}${other} (${code})`,
      dropped: false,
    };
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
  return connection(`the request to ${host} failed (${code || 'no code'})`, false);
}

/** What an error tells; `names` are the host names that a wrong certificate is for. */
interface Details {
  readonly name: string;
  readonly code: string;
  readonly message: string;
  readonly names: string;
}

const NOTHING: Details = { name: '', code: '', message: '', names: '' };

/** Of several errors, as when both addresses of a host fail, the first one counts. */
function detailsOf(error: unknown): Details {
  if (error instanceof AggregateError && error.errors.length > 0) return detailsOf(error.errors[0]);
  if (!(error instanceof Error)) return NOTHING;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  // The error of a proxy's TLS holds the real one.
  if (code === 'UND_ERR_PRX_TLS' && error.cause instanceof Error) return detailsOf(error.cause);
  return { name: error.name, code, message: error.message, names: namesOf(error) };
}

/** The DNS names of a certificate that is for another host, as far as they are plain ones. */
function namesOf(error: Error): string {
  const cert: unknown = 'cert' in error ? error.cert : undefined;
  const list =
    typeof cert === 'object' && cert !== null && 'subjectaltname' in cert ? cert.subjectaltname : '';
  const found = typeof list === 'string' ? [...list.matchAll(/DNS:([\w.*-]{1,80})/gu)] : [];
  return found
    .slice(0, 3)
    .map(([, name = '']) => name)
    .join(', ');
}
