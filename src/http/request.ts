import type { Header, SentHeader } from '../../reports/exchange.ts';
import { headerEnvVariable } from '../base/extra-headers.ts';
import { requestScope } from './request-scope.ts';
import type { WireRequest } from './transport.ts';
import type { OutgoingRequest } from './types.ts';

/** Header values that undici can send, one byte for each character (RFC 9110, section 5.5). */
const VALUE = /^[\t\u0020-\u007e\u0080-\u00ff]*$/u;

interface Line {
  readonly sent: Header;
  readonly shown: SentHeader;
}

const HIDDEN = '<given with --header>';

const line = (name: string, value: string, shown = value): Line => {
  if (!VALUE.test(value)) {
    throw new TypeError(
      `Cannot send the header ${name}: its value has a character that is not allowed in a header.`,
    );
  }
  return { sent: [name, value], shown: [name, shown] };
};

/** The same header with its name in lower case, as in HTTP/2 (RFC 9113, section 8.2). */
function inSmallLetters({ sent: [name, value], shown: [, ...rest] }: Line): Line {
  const small = name.toLowerCase();
  return { sent: [small, value], shown: [small, ...rest] };
}

/** The headers of every request; the client's own User-Agent ends with the request id. */
export type CommonHeadersFor = (requestId: string) => readonly Line[];

/** Returns the headers of every request; the user's replace Accept and User-Agent. Throws a TypeError for an invalid value. */
export function createCommonHeaders(extra: readonly Header[], userAgent: string): CommonHeadersFor {
  const named = new Set(extra.map(([name]) => name.toLowerCase()));
  const given = extra.map(([name, value], index): Line => ({
    ...line(name, value),
    shown: [name, HIDDEN, headerEnvVariable(index + 1)],
  }));
  return (requestId) => {
    // Two products (RFC 9110, section 10.1.5): the second identifies the request in a server log.
    const own = [line('Accept', 'application/json'), line('User-Agent', `${userAgent} ${requestId}`)];
    return [...own.filter(({ sent: [name] }) => !named.has(name.toLowerCase())), ...given];
  };
}

/** Builds a request; adds only Host, Content-Length and `common`. Throws a TypeError for an invalid address or header. */
export function buildWireRequest(ask: OutgoingRequest, common: readonly Line[]): WireRequest {
  const { method, credential, contentType } = ask;
  const url = URL.canParse(ask.url) ? new URL(ask.url) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new TypeError(`Cannot send a request to ${JSON.stringify(ask.url)}: it is not an HTTP address.`);
  }
  const agent = common.find(({ shown: [name, value] }) => name === 'User-Agent' && value !== HIDDEN);
  const further = (ask.headers ?? []).map(([name, value]) =>
    // The run's own User-Agent stays behind another one, so that the owner of the target can find the request in the logs.
    line(name, name === 'User-Agent' && agent !== undefined ? `${value} ${agent.sent[1]}` : value),
  );
  const named = new Set(further.map(({ sent: [name] }) => name));
  const isOther = ({ sent: [name] }: Line): boolean =>
    !named.has(name) && (ask.accept === undefined || name !== 'Accept');
  const asked = [...common.filter(isOther), ...further];
  if (typeof ask.accept === 'string') asked.push(line('Accept', ask.accept));
  if (credential.value !== null) asked.push(line('Authorization', credential.value, `<${credential.label}>`));
  if (typeof contentType === 'string') asked.push(line('Content-Type', contentType));
  const lines = ask.lowercaseHeaderNames === true ? asked.map(inSmallLetters) : asked;
  // With a header `DedicatedConnection: close`, undici too closes the connection after the response.
  if (requestScope().connection?.last === true) lines.push(line('connection', 'close'));
  const body = typeof ask.body === 'string' ? Buffer.from(ask.body) : null;
  const length = body?.byteLength ?? 0;
  const inPieces = ask.inPieces === true && length > 0;
  return {
    origin: url.origin,
    host: url.host,
    path: `${ask.absolute === true ? url.origin : ''}${pathOf(ask.url, url)}`,
    method,
    // undici does not know the length of a body that is sent in pieces.
    headers: [...lines.flatMap(({ sent }) => sent), ...(inPieces ? ['content-length', String(length)] : [])],
    shown: [
      ['host', url.host],
      ...lines.map(({ shown }) => shown),
      // undici adds the Content-Length itself: to every POST, but to a GET only if it has a body.
      ...(ask.chunked === true
        ? [['transfer-encoding', 'chunked'] as const]
        : method === 'POST' || length > 0
          ? [['content-length', String(length)] as const]
          : []),
    ],
    body,
    chunked: ask.chunked === true,
    inPieces,
  };
}

/** The path as it was given, if it can be sent: URL would resolve `%2e%2e` and the like. */
function pathOf(text: string, url: URL): string {
  const raw = /^[a-z]+:\/\/[^/?#]*(\/[\u0021-\u007e]*)$/iu.exec(text)?.[1];
  return raw === undefined || /[#\\]/u.test(raw) ? url.pathname + url.search : raw;
}
