import { maxHeaderSize } from 'node:http';
import type { NoResponseKind, Header } from '../../reports/exchange.ts';
import { headerOf } from './content.ts';
import type { Proxy } from './proxies.ts';
import { failureReasonOf } from './reasons.ts';

export interface AttemptFailure {
  readonly kind: NoResponseKind;
  /** One plain sentence without a full stop; contains no text of the request, and none of the response. */
  readonly message: string;
  /** True if the connection failed, so that another attempt may succeed. */
  readonly dropped: boolean;
  /** True if the request cannot have reached the target: no connection ever accepted it. */
  readonly unsent?: true;
  /** The error code of Node or undici, such as `CERT_HAS_EXPIRED`; absent if there is none. */
  readonly code?: string;
}

export interface AttemptProgress {
  /** `host:port` as in the address. */
  readonly host: string;
  readonly timeoutMs: number;
  readonly head: boolean;
  /** Bytes of the body that were received, and the number that the head of the response promised. */
  readonly received: number;
  readonly promised?: string | undefined;
  readonly sent: boolean;
  readonly proxy?: Proxy | undefined;
}

export function timeoutFailure(timeoutMs: number, sent: boolean): AttemptFailure {
  const message = `no complete answer within ${seconds(timeoutMs)}`;
  return { kind: 'timeout', message, dropped: false, ...(sent ? {} : { unsent: true }) };
}

/** Formats milliseconds for messages: `2.4 s`. */
function seconds(ms: number): string {
  return `${Number((ms / 1000).toPrecision(2))} s`;
}

export function tooLargeFailure(limit: number): AttemptFailure {
  const message = `the body of the answer is larger than ${limit} bytes`;
  return { kind: 'too-large', message, dropped: false };
}

export const CANCELLED_FAILURE: AttemptFailure = {
  kind: 'cancelled',
  message: 'the run was stopped',
  dropped: false,
};

/** Describes an error of undici, or of the socket below it. */
export function failureFromError(error: unknown, progress: AttemptProgress): AttemptFailure {
  const { name, code, message, names } = detailsOf(error);
  const { proxy, sent, head, host } = progress;
  const reason = failureReasonOf({ name, code, message }, head);
  // The parser of undici gives its reason in brackets.
  const words = / \([^()]*\)$/u.exec(message)?.[0] ?? '';
  const { received, promised } = progress;
  const of = /^\d{1,15}$/u.test(promised ?? '') ? ` of ${promised}` : '';
  const bytes = `${received}${of} ${of === '' && received === 1 ? 'byte' : 'bytes'}`;
  const within = seconds(progress.timeoutMs);
  const known: Record<string, unknown> = {
    ...progress,
    within,
    bytes,
    headers: maxHeaderSize,
    code: code || 'no code',
    names,
    words,
  };
  const filled = (text: string): string =>
    text.replaceAll(/\{(\w+)\}/gu, (_, which: string) => String(known[which]));
  const status = /Proxy (?:response|Authentication Required) \((\d{3})\)/u.exec(message)?.[1];
  // A failure before the tunnel is open, or before the request is sent, is the proxy's; only a TLS failure is the target's.
  const did =
    status === undefined ? !sent && reason.proxy : `refused to connect to ${host} with status ${status}`;
  return {
    ...(proxy !== undefined && typeof did === 'string'
      ? byProxy(proxy, filled(did), status === undefined && reason.dropped === true)
      : { kind: reason.kind, message: filled(reason.says), dropped: reason.dropped === true }),
    ...(code === '' ? {} : { code }),
    ...(sent ? {} : { unsent: true }),
  };
}

function byProxy({ host, variable }: Proxy, did: string, again: boolean): AttemptFailure {
  return { kind: 'proxy', message: `the proxy ${host}, which ${variable} names, ${did}`, dropped: again };
}

/** The failure if the proxy itself responded: a 407, or an error marked as its own (RFC 9209; squid has its own header). */
export function proxyResponseFailure(
  { status, headers }: { readonly status: number; readonly headers: readonly Header[] },
  { proxy, host }: Pick<AttemptProgress, 'proxy' | 'host'>,
): AttemptFailure | undefined {
  if (proxy === undefined) return undefined;
  const why = headerOf(headers, 'x-squid-error') ?? headerOf(headers, 'proxy-status');
  if (status !== 407 && (why === undefined || status < 400)) return undefined;
  const words = /^[\w .:;="/()-]{1,80}/u.exec(why ?? '')?.[0].trim() ?? '';
  const did = `refused to connect to ${host} with status ${status}${words === '' ? '' : ` (${words})`}`;
  return byProxy(proxy, did, status >= 502 && status <= 504);
}

interface Details {
  readonly name: string;
  readonly code: string;
  readonly message: string;
  readonly names: string;
}

/** If there are several errors, for example one for each address of a host, only the first counts. */
function detailsOf(error: unknown): Details {
  if (error instanceof AggregateError && error.errors.length > 0) return detailsOf(error.errors[0]);
  if (!(error instanceof Error)) return { name: '', code: '', message: '', names: '' };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  // The error for the TLS of a proxy wraps the real error.
  if (code === 'UND_ERR_PRX_TLS' && error.cause instanceof Error) return detailsOf(error.cause);
  const cert: unknown = 'cert' in error ? error.cert : undefined;
  const list = typeof cert === 'object' && cert !== null && 'subjectaltname' in cert && cert.subjectaltname;
  // Only plain host names are shown, because a certificate may contain any text.
  const found = typeof list === 'string' ? [...list.matchAll(/DNS:([\w.*-]{1,80})/gu)].slice(0, 3) : [];
  const names = found.length === 0 ? '' : ` (it is for ${found.map(([, name = '']) => name).join(', ')})`;
  return { name: error.name, code, message: error.message, names };
}
