import type { Exchange } from '../../reports/exchange.ts';
import type { NoAnswer } from '../client/types.ts';
import { isPage, pageWords } from './page.ts';

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

const AUTHORITY =
  'Name the authority that signed it, as a PEM file, with NODE_EXTRA_CA_CERTS, or correct --base-url or PETSTORE_BASE_URL.';
const NO_TLS = 'What answers there speaks no TLS: begin the address with http://, or correct its port.';
const OLD =
  'It speaks no version of TLS from 1.2 on: let it offer one, or allow old ones with NODE_OPTIONS=--tls-min-v1.0.';
const CERTIFICATE =
  'It asks for a client certificate that it knows: give one with --client-cert and --client-key.';

/** The next step by the reason of Node or OpenSSL, where TLS failed. */
const TLS: readonly (readonly [code: RegExp, next: string])[] = [
  [/^CERT_(?:HAS_EXPIRED|REVOKED)$/u, 'Have the certificate of the target renewed.'],
  [/^CERT_NOT_YET_VALID$/u, 'Set the clock of this machine, or of the one that made the certificate.'],
  [
    /ALTNAME_INVALID$/u,
    'Give an address whose host name it is for (--base-url or PETSTORE_BASE_URL), or have it made out for this one.',
  ],
  [/SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET)/u, AUTHORITY],
  [/WRONG_VERSION_NUMBER|PACKET_LENGTH|RECORD_LAYER|HTTP_REQUEST/u, NO_TLS],
  [/UNSUPPORTED_PROTOCOL|PROTOCOL_VERSION|VERSION_TOO_LOW/u, OLD],
  [/CERTIFICATE_REQUIRED|HANDSHAKE_FAILURE|BAD_CERTIFICATE|UNKNOWN_CA|CERTIFICATE_UNKNOWN/u, CERTIFICATE],
];

/** One sentence or two on a target that was not reached: what happened, and what to do. */
export function unreachedWords(found: NoAnswer | undefined, where: string): string {
  if (found === undefined) return `The target could not be reached at ${where}: no answer came.`;
  return `The target could not be reached at ${where}: ${found.message}${shown(found.exchange)}. ${nextStep(found, where)}`;
}

/** What a gateway showed in the place of an answer. */
function shown({ response }: Exchange): string {
  return response !== null && isPage(response) ? `, with ${pageWords(response)}` : '';
}

function nextStep({ why, code = '', message }: NoAnswer, where: string): string {
  if (why === 'tls') return TLS.find(([pattern]) => pattern.test(code))?.[1] ?? NEXT.tls;
  // A port of TLS hangs up on plain HTTP, or answers with an alert.
  const abrupt = why === 'broken-http' || (why === 'connection' && message.includes('closed'));
  if (abrupt && where.startsWith('http:')) {
    return `If that port speaks TLS, begin the address with https://. ${NEXT[why]}`;
  }
  return NEXT[why];
}
