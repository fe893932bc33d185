import type { Header, SentHeader } from '../../reports/exchange.ts';
import { headerVariable } from '../base/extra-headers.ts';
import { presentConnection } from './connection.ts';
import type { WireRequest } from './transport.ts';
import type { Ask } from './types.ts';

/** What undici can put on the wire, one byte for each character (RFC 9110, section 5.5). */
const VALUE = /^[\t\u0020-\u007e\u0080-\u00ff]*$/u;

/** A header as it is sent, and as evidence shows it. */
interface Line {
  readonly sent: Header;
  readonly shown: SentHeader;
}

/** What stands in evidence for the value of a header that the user added. */
const HIDDEN = '<given with --header>';

const line = (name: string, value: string, shown = value): Line => {
  if (!VALUE.test(value)) {
    throw new TypeError(
      `Cannot send the header ${name}: its value has a character that no header can carry.`,
    );
  }
  return { sent: [name, value], shown: [name, shown] };
};

/** The headers that every request has; the User-Agent of the client's own ends with what the request is called. */
export type CommonHeaders = (called: string) => readonly Line[];

/**
 * The headers of every request: the client's own, and those that the user added. One of these named Accept or User-Agent stands
 * in for the client's own.
 * @throws TypeError, without the value, where one cannot be sent.
 */
export function commonHeaders(extra: readonly Header[], userAgent: string): CommonHeaders {
  const named = new Set(extra.map(([name]) => name.toLowerCase()));
  const given = extra.map(([name, value], index): Line => ({
    ...line(name, value),
    shown: [name, HIDDEN, headerVariable(index + 1)],
  }));
  return (called) => {
    // Two products (RFC 9110, section 10.1.5): the log of a server finds the request by the second.
    const own = [line('accept', 'application/json'), line('user-agent', `${userAgent} ${called}`)];
    return [...own.filter(({ sent: [name] }) => !named.has(name)), ...given];
  };
}

/**
 * The request as it is to go over the wire. Nothing is added beside Host, Content-Length and the common headers.
 * @throws TypeError, without the value, where the address or a header cannot be sent: a bug of anyone who asks.
 */
export function wireRequest(ask: Ask, common: readonly Line[]): WireRequest {
  const { method, credential, contentType } = ask;
  const url = URL.canParse(ask.url) ? new URL(ask.url) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new TypeError(`Cannot send a request to ${JSON.stringify(ask.url)}: it is no address of HTTP.`);
  }
  const isOther = ({ sent: [name] }: Line): boolean => ask.accept === undefined || name !== 'accept';
  const lines = common.filter(isOther);
  if (typeof ask.accept === 'string') lines.push(line('accept', ask.accept));
  if (credential.value !== null) lines.push(line('authorization', credential.value, `<${credential.label}>`));
  if (typeof contentType === 'string') lines.push(line('content-type', contentType));
  // undici reads it too, and keeps the connection no longer.
  if (presentConnection()?.last === true) lines.push(line('connection', 'close'));
  const body = typeof ask.body === 'string' ? Buffer.from(ask.body) : null;
  const length = body?.byteLength ?? 0;
  return {
    origin: url.origin,
    host: url.host,
    path: pathOf(ask.url, url),
    method,
    headers: lines.flatMap(({ sent }) => sent),
    shown: [
      ['host', url.host],
      ...lines.map(({ shown }) => shown),
      // undici sends a length with every POST, and with a GET only where there is a body.
      ...(ask.chunked === true
        ? [['transfer-encoding', 'chunked'] as const]
        : method === 'POST' || length > 0
          ? [['content-length', String(length)] as const]
          : []),
    ],
    body,
    chunked: ask.chunked === true,
  };
}

/** The path as it was given where that can be sent: URL would resolve `%2e%2e` and the like. */
function pathOf(text: string, url: URL): string {
  const raw = /^[a-z]+:\/\/[^/?#]*(\/[\u0021-\u007e]*)$/iu.exec(text)?.[1];
  return raw === undefined || /[#\\]/u.test(raw) ? url.pathname + url.search : raw;
}
