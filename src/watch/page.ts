import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Live } from '../../reports/live/live.ts';
import { renderHtml } from '../../reports/render/html/page.tsx';
import { renderLive, renderParts, type LiveParts } from '../../reports/render/live/page.tsx';

const HOST = '127.0.0.1';
/** Milliseconds between two tellings: a check that ends every millisecond must not cost a page each. */
const FRAME_MS = 150;
/** Bytes that a reader may lag behind before it is let go; it comes back by itself. */
const MOST_BEHIND = 8 * 1024 * 1024;

const HEADERS = {
  'Cache-Control': 'no-store',
  // The rest of its policy stands in each page; this a browser takes from here alone.
  'Content-Security-Policy': "frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
} as const;

/** The local page of a session of watching. */
export interface WatchPage {
  /** Where it is: on this machine alone, under a word that nobody can guess. */
  readonly url: string;
  /** To be called where something has changed; as often as one likes. */
  changed(): void;
  /** Ends it at once. */
  close(): void;
}

/**
 * Serves the page on a free port of the loopback interface. Whoever does not know its word gets nothing, and neither does
 * a page of another origin: the name that the request was sent to has to be this one's, as DNS rebinding would have
 * another, and no header lets others read.
 * @param live where the session stands
 * @param again called where somebody asks for another round
 */
export async function openWatchPage(live: () => Live, again: () => void): Promise<WatchPage> {
  const word = randomBytes(32).toString('base64url');
  const readers = new Set<ServerResponse>();
  let timer: NodeJS.Timeout | undefined;
  let sent: LiveParts | undefined;
  let drawn: { readonly number: number; readonly html: string } | undefined;

  const flush = (): void => {
    timer = undefined;
    if (readers.size === 0) return;
    const parts = renderParts(live());
    const news = Object.entries(parts).filter(([id, html]) => sent?.[id as keyof LiveParts] !== html);
    sent = parts;
    if (news.length > 0) for (const reader of readers) tell(reader, Object.fromEntries(news));
  };
  const tell = (reader: ServerResponse, parts: object): void => {
    if (reader.writableLength > MOST_BEHIND) reader.destroy();
    else reader.write(`event: parts\ndata: ${JSON.stringify(parts)}\n\n`);
  };
  const listen = (response: ServerResponse): void => {
    response.writeHead(200, { ...HEADERS, 'Content-Type': 'text/event-stream' });
    // What changed since the page was drawn.
    tell(response, renderParts(live()));
    readers.add(response);
    response.once('close', () => readers.delete(response));
  };
  const page = (response: ServerResponse, html: string): void => {
    response.writeHead(200, { ...HEADERS, 'Content-Type': 'text/html; charset=utf-8' });
    response.end(html);
  };
  const report = (response: ServerResponse): void => {
    const { last } = live();
    if (last === undefined) {
      refuse(response, 404);
      return;
    }
    if (drawn?.number !== last.number) {
      drawn = { number: last.number, html: renderHtml(last.report, last.evidence) };
    }
    page(response, drawn.html);
  };

  const server = createServer((request, response) => {
    response.on('error', () => undefined);
    const { port } = server.address() as AddressInfo;
    if (!isFor(request, port)) {
      refuse(response, 403);
      return;
    }
    const [, given = '', ...rest] = (request.url ?? '').split('/');
    if (!isEqual(given, word)) {
      refuse(response, 404);
      return;
    }
    switch (`${request.method ?? ''} ${rest.join('/')}`) {
      case 'GET ':
        page(response, renderLive(live()));
        return;
      case 'GET events':
        listen(response);
        return;
      case 'GET report':
        report(response);
        return;
      case 'POST again':
        again();
        response.writeHead(204, HEADERS).end();
        return;
      default:
        refuse(response, 404);
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, HOST, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${HOST}:${String(port)}/${word}/`,
    changed: () => void (timer ??= setTimeout(flush, FRAME_MS).unref()),
    close: () => {
      clearTimeout(timer);
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Whether a request was sent to this very address, and by nothing of another origin. */
function isFor({ headers }: IncomingMessage, port: number): boolean {
  const names = [`${HOST}:${String(port)}`, `localhost:${String(port)}`];
  const { host, origin } = headers;
  if (host === undefined || !names.includes(host)) return false;
  return origin === undefined || origin === `http://${host}`;
}

function isEqual(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { ...HEADERS, 'Content-Type': 'text/plain' });
  response.end(status === 403 ? 'Not from here.\n' : 'There is nothing here.\n');
}
