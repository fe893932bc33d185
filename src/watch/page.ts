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

const NOTHING = 'There is nothing here.\n';

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
  let sent: Partial<LiveParts> = {};
  let drawn: { readonly number: number; readonly html: string } | undefined;

  const tell = (reader: ServerResponse, parts: object): void => {
    if (reader.writableLength > MOST_BEHIND) reader.destroy();
    else reader.write(`event: parts\ndata: ${JSON.stringify(parts)}\n\n`);
  };
  const flush = (): void => {
    timer = undefined;
    if (readers.size === 0) return;
    const parts = renderParts(live());
    const news = Object.entries(parts).filter(([id, html]) => sent[id as keyof LiveParts] !== html);
    sent = parts;
    if (news.length > 0) for (const reader of readers) tell(reader, Object.fromEntries(news));
  };
  const listen = (response: ServerResponse): void => {
    response.writeHead(200, { ...HEADERS, 'Content-Type': 'text/event-stream' });
    // What changed since the page was drawn.
    tell(response, renderParts(live()));
    readers.add(response);
    response.once('close', () => readers.delete(response));
  };
  const report = (response: ServerResponse): void => {
    const { last } = live();
    if (last === undefined) {
      answer(response, 404, NOTHING);
      return;
    }
    if (drawn?.number !== last.number)
      drawn = { number: last.number, html: renderHtml(last.report, last.evidence) };
    answer(response, 200, drawn.html, 'text/html');
  };
  const routes: Record<string, (response: ServerResponse) => void> = {
    'GET ': (response) => answer(response, 200, renderLive(live()), 'text/html'),
    'GET events': listen,
    'GET report': report,
    'POST again': (response) => {
      again();
      answer(response, 204);
    },
  };

  const server = createServer((request, response) => {
    response.on('error', () => undefined);
    const { port } = server.address() as AddressInfo;
    const [, given = '', ...rest] = (request.url ?? '').split('/');
    const route = isEqual(given, word) ? `${request.method ?? ''} ${rest.join('/')}` : '';
    if (!isFor(request, port)) answer(response, 403, 'Not from here.\n');
    else if (Object.hasOwn(routes, route)) routes[route]?.(response);
    else answer(response, 404, NOTHING);
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
function isFor({ headers: { host = '', origin } }: IncomingMessage, port: number): boolean {
  const isOurs = [HOST, 'localhost'].some((name) => host === `${name}:${String(port)}`);
  return isOurs && (origin === undefined || origin === `http://${host}`);
}

function isEqual(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function answer(response: ServerResponse, status: number, text?: string, type = 'text/plain'): void {
  response.writeHead(status, { ...HEADERS, 'Content-Type': `${type}; charset=utf-8` }).end(text);
}
