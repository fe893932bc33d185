import type { Header, SentHeader } from '../../reports/exchange.ts';
import { headerVariable, isReserved } from '../extra-headers.ts';
import { presentConnection } from './connection.ts';
import type { WireRequest } from './transport.ts';
import type { Ask } from './types.ts';

const TOKEN = /^[!#$%&'*+\-.^_`|~\dA-Za-z]+$/u;
/** What undici can put on the wire, one byte for each character (RFC 9110, section 5.5). */
const VALUE = /^[\t\u0020-\u007e\u0080-\u00ff]*$/u;

/** The headers of every request: the client's own, and those that the user added, whose values are never shown. */
export interface CommonHeaders {
  readonly own: readonly Header[];
  readonly extra: readonly Header[];
}

/** What stands in evidence for the value of a header that the user added. */
const HIDDEN = '<given with --header>';

/**
 * The common headers; an extra one named Accept or User-Agent stands in for the client's own.
 * @throws TypeError, without the value, where one cannot be sent or is the client's own.
 */
export function commonHeaders(extra: readonly Header[], userAgent: string): CommonHeaders {
  const named = new Set(extra.map(([name]) => name.toLowerCase()));
  const own: Header[] = [
    ['accept', 'application/json'],
    ['user-agent', userAgent],
  ];
  for (const [name, value] of [...own, ...extra]) {
    if (!TOKEN.test(name) || isReserved(name))
      throw new TypeError(`Cannot send the extra header ${JSON.stringify(name)}.`);
    checkValue(name, value);
  }
  return { own: own.filter(([name]) => !named.has(name)), extra };
}

/**
 * The request as it is to go over the wire. Nothing is added beside Host, Content-Length and the common headers.
 * @throws TypeError, without the value, where the address or a header cannot be sent: a bug of whoever asks.
 */
export function wireRequest(ask: Ask, { own: fixed, extra }: CommonHeaders): WireRequest {
  if (!URL.canParse(ask.url))
    throw new TypeError(`Cannot send a request to ${JSON.stringify(ask.url)}: it is no address.`);
  const url = new URL(ask.url);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new TypeError(`Cannot send a request to ${JSON.stringify(ask.url)}: it is neither http nor https.`);
  }
  const own: Header[] = [];
  if (ask.credential.value !== null) own.push(['authorization', ask.credential.value]);
  if (typeof ask.contentType === 'string') own.push(['content-type', ask.contentType]);
  // undici reads it too, and keeps the connection no longer.
  if (presentConnection()?.last === true) own.push(['connection', 'close']);
  for (const [name, value] of own) checkValue(name, value);
  return {
    origin: url.origin,
    host: url.host,
    path: pathOf(ask.url, url),
    method: ask.method,
    headers: [...fixed, ...extra, ...own].flat(),
    hidden: new Map(extra.map((_, index) => [fixed.length + index, headerVariable(index + 1)])),
    body: typeof ask.body === 'string' ? Buffer.from(ask.body) : null,
  };
}

/** The path as it was given where that can be sent: URL would resolve `%2e%2e` and the like. */
function pathOf(text: string, url: URL): string {
  const raw = /^[a-z]+:\/\/[^/?#]*(\/[\u0021-\u007e]*)$/iu.exec(text)?.[1];
  return raw === undefined || /[#\\]/u.test(raw) ? url.pathname + url.search : raw;
}

function checkValue(name: string, value: string): void {
  if (!VALUE.test(value)) {
    throw new TypeError(
      `Cannot send the header ${name}: its value has a character that no header can carry.`,
    );
  }
}

/** The headers of the request as evidence shows them: the credential by its label, everything else as it is sent. */
export function shownHeaders(request: WireRequest, ask: Ask): readonly SentHeader[] {
  const shown: SentHeader[] = [['host', request.host]];
  for (let at = 0; at + 1 < request.headers.length; at += 2) {
    const name = request.headers[at] ?? '';
    const variable = request.hidden.get(at / 2);
    if (variable !== undefined) shown.push([name, HIDDEN, variable]);
    else if (name === 'authorization') shown.push([name, `<${ask.credential.label}>`]);
    else shown.push([name, request.headers[at + 1] ?? '']);
  }
  // undici sends a length with every POST, and with a GET only where there is a body.
  const length = request.body?.byteLength ?? 0;
  if (request.method === 'POST' || length > 0) shown.push(['content-length', String(length)]);
  return shown;
}
