import type { FailureKind, Header } from '../../reports/exchange.ts';
import { headerOf } from './content.ts';
import type { Proxy } from './proxies.ts';
import type { NoAnswer } from './types.ts';

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

/** What is said of one reason, and what to do about it. */
interface Reason {
  /** Matches the reason as Node, OpenSSL or undici name it. */
  readonly of: RegExp;
  readonly kind: FailureKind;
  /** `{host}`, `{code}` and the like stand for what is known of the attempt. */
  readonly says: string;
  /** Another attempt may go better. */
  readonly dropped?: true;
  /** What the proxy on the way did, where the request had not gone out. */
  readonly proxy?: string;
  /** The next step, where it is not that of the kind. */
  readonly next?: string;
}

const certificate = (of: RegExp, says: string, next: string): Reason => {
  return { of, kind: 'tls', says: `the TLS certificate of {host} ${says} ({code})`, next };
};
const noTls = (of: RegExp, next: string = NEXT.tls): Reason => {
  return { of, kind: 'tls', says: 'no TLS connection with {host} ({code})', next };
};
const dropped = (of: RegExp, says: string, proxy: string): Reason => {
  return { of, kind: 'connection', says, dropped: true, proxy };
};
const broken = (of: RegExp, says: string): Reason => ({ of, kind: 'broken-http', says });

/** The next step for each way of not answering. */
const NEXT = {
  connection: 'Start it, or correct --base-url or PETSTORE_BASE_URL.',
  proxy: 'Start it, correct that variable, or leave the host of the target out of it with NO_PROXY.',
  tls: 'See that it speaks TLS at that port, or correct --base-url or PETSTORE_BASE_URL.',
  timeout: 'See that it is well, allow more with --timeout-ms, or correct --base-url or PETSTORE_BASE_URL.',
  'too-large': 'Correct --base-url or PETSTORE_BASE_URL.',
  'broken-http': 'Correct --base-url or PETSTORE_BASE_URL.',
  cancelled: 'Run again.',
  'rate-limit': 'Run again later, with a lower --concurrency or a key that may send more.',
  unavailable:
    'See that what stands behind that address is up, or let the run wait for it with --wait-ready, then run again.',
} as const satisfies Record<NoAnswer['why'], string>;

const RENEW = 'Have the certificate of the target renewed.';
const CLOCK = 'Set the clock of this machine, or of the one that made the certificate.';
const NAME =
  'Give an address whose host name it is for (--base-url or PETSTORE_BASE_URL), or have it made out for this one.';
const AUTHORITY =
  'Name the authority that signed it, as a PEM file, with NODE_EXTRA_CA_CERTS, or correct --base-url or PETSTORE_BASE_URL.';
const HTTP = 'What answers there speaks no TLS: begin the address with http://, or correct its port.';
const OLD =
  'It speaks no version of TLS from 1.2 on: let it offer one, or allow old ones with NODE_OPTIONS=--tls-min-v1.0.';
const ASKED = 'It asks for a client certificate that it knows: give one with --client-cert and --client-key.';

const CLOSED = /^(?:ECONNRESET|EPIPE|ECONNABORTED|UND_ERR_(?:SOCKET|CLOSED|DESTROYED))$/u;
/** What undici says in place of a code. */
const BAD = /^bad (?:response|upgrade)$/u;
const OTHER: Reason = { of: /^/u, kind: 'connection', says: 'the request to {host} failed ({code})' };

/** Every reason for no answer; the first that matches counts. */
const REASONS: readonly Reason[] = [
  certificate(/^CERT_HAS_EXPIRED$/u, 'has expired', RENEW),
  certificate(/^CERT_REVOKED$/u, 'is revoked', RENEW),
  certificate(/^CERT_NOT_YET_VALID$/u, 'is not valid yet', CLOCK),
  certificate(/ALTNAME_INVALID$/u, 'is for another host name{names}', NAME),
  certificate(/^DEPTH_ZERO_SELF_SIGNED/u, 'is self-signed', AUTHORITY),
  certificate(/SELF_SIGNED/u, 'is signed by a self-signed authority that is not trusted here', AUTHORITY),
  certificate(/^UNABLE_TO_(?:VERIFY|GET)/u, 'is signed by an authority that is not known here', AUTHORITY),
  noTls(/WRONG_VERSION_NUMBER|PACKET_LENGTH|RECORD_LAYER|HTTP_REQUEST/u, HTTP),
  noTls(/UNSUPPORTED_PROTOCOL|PROTOCOL_VERSION|VERSION_TOO_LOW/u, OLD),
  noTls(/CERTIFICATE_REQUIRED|HANDSHAKE_FAILURE|BAD_CERTIFICATE|UNKNOWN_CA|CERTIFICATE_UNKNOWN/u, ASKED),
  noTls(/^ERR_SSL|^ERR_TLS|^EPROTO$|^UND_ERR_PRX_TLS$/u),
  broken(/^HTTPParserError$|^HPE_/u, 'the answer is not HTTP/1.1{words}'),
  broken(BAD, 'the answer was none to this request (bad HTTP/1.1)'),
  {
    ...broken(/LENGTH_MISMATCH$/u, 'the body of the answer is not as long as its Content-Length says'),
    dropped: true,
  },
  {
    ...broken(
      /^CUT$/u,
      'the connection was closed after {received} bytes of the body, before the answer was complete',
    ),
    dropped: true,
  },
  { of: /^UND_ERR_HEADERS_OVERFLOW$/u, kind: 'too-large', says: 'the head of the answer is too large' },
  {
    of: /^UND_ERR_CONNECT_TIMEOUT$/u,
    kind: 'timeout',
    says: 'no complete answer within {timeoutMs} ms',
    proxy: 'did not take the connection in time',
  },
  dropped(CLOSED, 'the connection to {host} was closed before an answer came', 'closed the connection'),
  dropped(/^ECONNREFUSED$/u, 'connection refused by {host}', 'refused the connection'),
  dropped(
    /^EAI_AGAIN$/u,
    'the host name of {host} could not be looked up',
    'has a host name that is not known',
  ),
  {
    of: /^ENOTFOUND$/u,
    kind: 'connection',
    says: 'the host name of {host} is not known',
    proxy: 'has a host name that is not known',
  },
  dropped(
    /^(?:EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|ETIMEDOUT|EADDRNOTAVAIL)$/u,
    '{host} cannot be reached ({code})',
    'cannot be reached ({code})',
  ),
];

export function timedOut({ timeoutMs, sent }: Pick<Progress, 'timeoutMs' | 'sent'>): Failure {
  const message = `no complete answer within ${timeoutMs} ms`;
  return { kind: 'timeout', message, dropped: false, ...(sent ? {} : { unsent: true }) };
}

export function tooLarge(limit: number): Failure {
  const message = `the body of the answer is larger than ${limit} bytes`;
  return { kind: 'too-large', message, dropped: false };
}

export const CANCELLED: Failure = { kind: 'cancelled', message: 'the run was stopped', dropped: false };

/** Names the reason of an error that undici or the socket below it came up with. */
export function failureOf(error: unknown, progress: Progress): Failure {
  const { name, code, message, names } = detailsOf(error);
  const { proxy, sent, head, host } = progress;
  const why = BAD.test(message) ? message : head && CLOSED.test(code) ? 'CUT' : code || name;
  const reason = REASONS.find(({ of }) => of.test(why)) ?? OTHER;
  // undici's parser tells its reason in words of its own, in brackets.
  const words = / \([^()]*\)$/u.exec(message)?.[0] ?? '';
  const known: Record<string, unknown> = { ...progress, code: code || 'no code', names, words };
  const filled = (text: string): string =>
    text.replaceAll(/\{(\w+)\}/gu, (_, which: string) => String(known[which]));
  const status = /Proxy (?:response|Authentication Required) \((\d{3})\)/u.exec(message)?.[1];
  // Whatever fails before there is a tunnel, or a request on its way, fails at the proxy; only TLS is the target's.
  const did =
    status === undefined ? !sent && reason.proxy : `refused the way to ${host} with status ${status}`;
  return {
    ...(proxy !== undefined && typeof did === 'string'
      ? byProxy(proxy, filled(did), status === undefined && reason.dropped === true)
      : { kind: reason.kind, message: filled(reason.says), dropped: reason.dropped === true }),
    ...(code === '' ? {} : { code }),
    ...(sent ? {} : { unsent: true }),
  };
}

function byProxy({ host, variable }: Proxy, did: string, again: boolean): Failure {
  return { kind: 'proxy', message: `the proxy ${host}, which ${variable} names, ${did}`, dropped: again };
}

/**
 * The answer of the proxy itself in the place of one of the target's; undefined for any other. It asks for its own
 * credentials, or says that it is the one (RFC 9209; squid has a header of its own).
 */
export function proxysOwn(
  { status, headers }: { readonly status: number; readonly headers: readonly Header[] },
  { proxy, host }: Pick<Progress, 'proxy' | 'host'>,
): Failure | undefined {
  const why = headerOf(headers, 'x-squid-error') ?? headerOf(headers, 'proxy-status');
  if (proxy === undefined || (status !== 407 && (why === undefined || status < 400))) return undefined;
  const words = /^[\w .:;="/()-]{1,80}/u.exec(why ?? '')?.[0].trim() ?? '';
  const did = `refused the way to ${host} with status ${status}${words === '' ? '' : ` (${words})`}`;
  return byProxy(proxy, did, status >= 502 && status <= 504);
}

/**
 * What to do about a target that was not reached.
 * @param where its address
 */
export function nextStep({ why, code = '', message }: NoAnswer, where: string): string {
  if (why === 'tls') return REASONS.find(({ of }) => of.test(code))?.next ?? NEXT.tls;
  // A port of TLS hangs up on plain HTTP, or answers with an alert.
  const abrupt = why === 'broken-http' || (why === 'connection' && message.includes('closed'));
  const other = 'If that port speaks TLS, begin the address with https://. ';
  return `${abrupt && where.startsWith('http:') ? other : ''}${NEXT[why]}`;
}

/** What an error tells; `names` are the host names that a wrong certificate is for. */
interface Details {
  readonly name: string;
  readonly code: string;
  readonly message: string;
  readonly names: string;
}

/** Of several errors, as when both addresses of a host fail, the first one counts. */
function detailsOf(error: unknown): Details {
  if (error instanceof AggregateError && error.errors.length > 0) return detailsOf(error.errors[0]);
  if (!(error instanceof Error)) return { name: '', code: '', message: '', names: '' };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  // The error of a proxy's TLS holds the real one.
  if (code === 'UND_ERR_PRX_TLS' && error.cause instanceof Error) return detailsOf(error.cause);
  const cert: unknown = 'cert' in error ? error.cert : undefined;
  const list = typeof cert === 'object' && cert !== null && 'subjectaltname' in cert && cert.subjectaltname;
  // As far as they are plain ones.
  const found = typeof list === 'string' ? [...list.matchAll(/DNS:([\w.*-]{1,80})/gu)].slice(0, 3) : [];
  const names = found.length === 0 ? '' : ` (it is for ${found.map(([, name = '']) => name).join(', ')})`;
  return { name: error.name, code, message: error.message, names };
}
