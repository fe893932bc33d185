import type { NoResponseKind } from '../../reports/exchange.ts';
import type { NoAnswer } from './types.ts';

/** The message for a reason of a failed attempt, and its next step. */
export interface FailureReason {
  readonly of: RegExp;
  readonly kind: NoResponseKind;
  /** The message; `{host}`, `{code}` and other placeholders are filled in from the attempt. */
  readonly says: string;
  readonly dropped?: true;
  /** What the proxy did, if the request was never sent. */
  readonly proxy?: string;
  /** The next step, if the usual next step for this kind of failure does not fit. */
  readonly next?: string;
}

type More = Pick<FailureReason, 'dropped' | 'proxy' | 'next'>;
const reason = (of: RegExp, kind: NoResponseKind, says: string, more: More = {}): FailureReason => {
  return { of, kind, says, ...more };
};
const certificate = (of: RegExp, says: string, next: string): FailureReason =>
  reason(of, 'tls', `the TLS certificate of {host} ${says} ({code})`, { next });
const noTls = (of: RegExp, next: string = NEXT.tls): FailureReason =>
  reason(of, 'tls', 'no TLS connection with {host} ({code})', { next });
const dropped = (of: RegExp, says: string, proxy: string): FailureReason =>
  reason(of, 'connection', says, { dropped: true, proxy });
const broken = (of: RegExp, says: string, more?: More): FailureReason =>
  reason(of, 'broken-http', says, more);

/** The next step after a response that is larger than the kit reads. */
export const NEXT_STEP_TOO_LARGE =
  'Make the target, or the gateway in front of it, send smaller answers: few clients and gateways accept an answer of this size.';

/** The next step for each reason of a missing response. */
const NEXT = {
  connection: 'Start the target, or correct --base-url or PETSTORE_BASE_URL.',
  proxy:
    'Start the proxy, correct the variable that names the proxy, or exclude the host of the target with NO_PROXY.',
  tls: 'Make sure that the target speaks TLS at its port, or correct --base-url or PETSTORE_BASE_URL.',
  timeout:
    'Check that the target is healthy, allow more time with --timeout-ms, or correct --base-url or PETSTORE_BASE_URL.',
  'too-large': NEXT_STEP_TOO_LARGE,
  'broken-http': 'Correct --base-url or PETSTORE_BASE_URL.',
  cancelled: 'Run again.',
  'rate-limit': 'Run again later, with a lower --concurrency or a key with a higher rate limit.',
  unavailable:
    'Make sure that the service behind the address is up, or wait for the service with --wait-ready, then run again.',
} as const satisfies Record<NoAnswer['why'], string>;

const RENEW = 'Renew the certificate of the target.';
const CLOCK = 'Correct the clock of this machine, or of the machine that made the certificate.';
const NAME =
  'Use an address whose host name is in the certificate (--base-url or PETSTORE_BASE_URL), or get a certificate for this host name.';
const AUTHORITY =
  'Name the authority that signed the certificate, as a PEM file, with NODE_EXTRA_CA_CERTS, or correct --base-url or PETSTORE_BASE_URL.';
const HTTP =
  'The server at this address does not speak TLS: begin the address with http://, or correct the port.';
const OLD =
  'The target supports no TLS version from 1.2 on: enable TLS 1.2, or allow old versions with NODE_OPTIONS=--tls-min-v1.0.';
const ASKED =
  'The target requires a client certificate that it trusts: give one with --client-cert and --client-key.';

const CLOSED = /^(?:ECONNRESET|EPIPE|ECONNABORTED|UND_ERR_(?:SOCKET|CLOSED|DESTROYED))$/u;
/** Messages of undici that are used in place of a code. */
const BAD = /^bad (?:response|upgrade)$/u;
const OTHER = reason(/^/u, 'connection', 'the request to {host} failed ({code})');
const NO_NAME = 'has a host name that is not known';
const CUT = {
  short: 'the response body is not as long as its Content-Length says',
  off: 'the connection was closed after {bytes} of the response body, before the response was complete',
} as const;

const REASONS: readonly FailureReason[] = [
  certificate(/^CERT_HAS_EXPIRED$/u, 'has expired', RENEW),
  certificate(/^CERT_REVOKED$/u, 'is revoked', RENEW),
  certificate(/^CERT_NOT_YET_VALID$/u, 'is not valid yet', CLOCK),
  certificate(/ALTNAME_INVALID$/u, 'is for another host name{names}', NAME),
  certificate(/^DEPTH_ZERO_SELF_SIGNED/u, 'is self-signed', AUTHORITY),
  certificate(
    /SELF_SIGNED/u,
    'is signed by a self-signed authority that is not trusted on this machine',
    AUTHORITY,
  ),
  certificate(
    /^UNABLE_TO_(?:VERIFY|GET)/u,
    'is signed by an authority that is not known on this machine',
    AUTHORITY,
  ),
  noTls(/WRONG_VERSION_NUMBER|PACKET_LENGTH|RECORD_LAYER|HTTP_REQUEST/u, HTTP),
  noTls(/UNSUPPORTED_PROTOCOL|PROTOCOL_VERSION|VERSION_TOO_LOW/u, OLD),
  noTls(/CERTIFICATE_REQUIRED|HANDSHAKE_FAILURE|BAD_CERTIFICATE|UNKNOWN_CA|CERTIFICATE_UNKNOWN/u, ASKED),
  noTls(/^ERR_SSL|^ERR_TLS|^EPROTO$|^UND_ERR_PRX_TLS$/u),
  broken(/^HTTPParserError$|^HPE_/u, 'the answer is not HTTP/1.1{words}'),
  broken(BAD, 'the target sent something that is not an answer to this request (bad HTTP/1.1)'),
  broken(/LENGTH_MISMATCH$/u, CUT.short, { dropped: true }),
  broken(/^CUT$/u, CUT.off, { dropped: true }),
  reason(
    /^UND_ERR_HEADERS_OVERFLOW$/u,
    'too-large',
    'the headers of the answer are larger than {headers} bytes',
  ),
  reason(/^UND_ERR_CONNECT_TIMEOUT$/u, 'timeout', 'no complete answer within {within}', {
    proxy: 'did not accept the connection in time',
  }),
  dropped(CLOSED, 'the connection to {host} was closed before an answer came', 'closed the connection'),
  dropped(/^ECONNREFUSED$/u, 'connection refused by {host}', 'refused the connection'),
  dropped(/^EAI_AGAIN$/u, 'the host name of {host} could not be looked up', NO_NAME),
  reason(/^ENOTFOUND$/u, 'connection', 'the host name of {host} is not known', { proxy: NO_NAME }),
  dropped(
    /^(?:EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|ETIMEDOUT|EADDRNOTAVAIL)$/u,
    '{host} cannot be reached ({code})',
    'cannot be reached ({code})',
  ),
];

/** `head`: true if the head of a response was received. */
export function failureReasonOf(
  { name, code, message }: { readonly name: string; readonly code: string; readonly message: string },
  head: boolean,
): FailureReason {
  const why = BAD.test(message) ? message : head && CLOSED.test(code) ? 'CUT' : code || name;
  return REASONS.find(({ of }) => of.test(why)) ?? OTHER;
}

/** The next step for a target that could not be reached at `address`. */
export function nextStepIfUnreachable({ why, message, exchange }: NoAnswer, address: string): string {
  const code = exchange.failure?.code ?? '';
  if (why === 'tls') return REASONS.find(({ of }) => of.test(code))?.next ?? NEXT.tls;
  // A TLS port closes a plain HTTP connection, or responds with an alert.
  const abrupt = why === 'broken-http' || (why === 'connection' && message.includes('closed'));
  const other = 'If that port speaks TLS, begin the address with https://. ';
  return `${abrupt && address.startsWith('http:') ? other : ''}${NEXT[why]}`;
}
