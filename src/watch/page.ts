import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { h } from 'preact';
import type { Exchange } from '../../reports/exchange.ts';
import type { Report } from '../../reports/model.ts';
import { renderHtml } from '../../reports/render/html/page.tsx';
import { drawPage } from '../../reports/render/page/document.tsx';
import { style } from '../../reports/render/page/style.ts';
import { inertLine } from '../../reports/text.ts';

const HOST = '127.0.0.1';

const HEADERS = {
  'Cache-Control': 'no-store',
  // The rest of its policy stands in each page; browsers take this part from a header alone.
  'Content-Security-Policy': "frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
} as const;

/** What the server adds to a page: a line that says what the session does, and a reload at the next report. */
const SCRIPT = `(() => {
  const line = document.getElementById('watch');
  const events = new EventSource('events');
  events.onmessage = ({ data }) => {
    const { count, text } = JSON.parse(data);
    if (String(count) === line.dataset.count) line.textContent = text;
    else location.reload();
  };
  events.onerror = () => {
    line.textContent = 'The watch has ended, or cannot be reached: this is what it showed last.';
  };
})();`;
const SCRIPT_HASH = createHash('sha256').update(SCRIPT, 'utf8').digest('base64');

/**
 * Serves the report of the last complete round on a free port of the loopback interface. A client that does not know its token gets nothing, and neither
 * does a page of another origin: the Host header must name this address, which it does not after DNS rebinding, and no
 * header lets others read.
 */
export async function openWatchPage() {
  const token = randomBytes(32).toString('base64url');
  const readers = new Set<ServerResponse>();
  let draw = emptyPage;
  let state = { count: 0, text: '' };

  const tell = (reader: ServerResponse): void => void reader.write(`data: ${JSON.stringify(state)}\n\n`);
  const become = (next: typeof state): void => {
    state = next;
    readers.forEach(tell);
  };
  const routes: Record<string, (response: ServerResponse) => void> = {
    'GET ': (response) => answer(response, 200, following(draw(), state.count), 'text/html'),
    'GET report.css': (response) => answer(response, 200, style, 'text/css'),
    'GET events': (response) => {
      response.writeHead(200, { ...HEADERS, 'Content-Type': 'text/event-stream' });
      tell(response);
      readers.add(response);
      response.once('close', () => readers.delete(response));
    },
  };

  const server = createServer((request, response) => {
    response.on('error', () => undefined);
    const { port } = server.address() as AddressInfo;
    const [, given = '', ...rest] = (request.url ?? '').split('/');
    const route = isEqual(given, token) ? `${request.method ?? ''} ${rest.join('/')}` : '';
    if (!isFor(request, port)) answer(response, 403, 'Not from here.\n');
    else if (Object.hasOwn(routes, route)) routes[route]?.(response);
    else answer(response, 404, 'There is nothing here.\n');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, HOST, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    /** On this machine alone, at an address that nobody can guess. */
    url: `http://${HOST}:${String(port)}/${token}/`,
    /** Shows another report, in every browser that has the page open. */
    show: (report: Report, evidence: readonly Exchange[]): void => {
      let page: string | undefined;
      draw = () => (page ??= renderHtml(report, evidence));
      become({ count: state.count + 1, text: '' });
    },
    /** Says in one line what the session does; the text may be a server's. */
    say: (line: string): void => {
      const text = inertLine(line, 600);
      if (text !== state.text) become({ ...state, text });
    },
    close: (): void => {
      server.close();
      server.closeAllConnections();
    },
  };
}

export type WatchPage = Awaited<ReturnType<typeof openWatchPage>>;

function emptyPage(): string {
  return drawPage({
    kind: 'report',
    title: 'petstore-conformance watch',
    skip: ['top', 'the state'],
    children: h('main', { id: 'top' }, h('h1', {}, 'No round has ended yet')),
  });
}

/** A page with the line and the script added, which its policy lets run and talk to this server. */
function following(page: string, count: number): string {
  const line = `<p class="watch" id="watch" role="status" data-count="${String(count)}"></p>`;
  return page
    .replace('script-src ', () => `connect-src 'self'; script-src 'sha256-${SCRIPT_HASH}' `)
    .replace('</body>', () => `${line}<script>${SCRIPT}</script></body>`);
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

function answer(response: ServerResponse, status: number, text: string, type = 'text/plain'): void {
  response.writeHead(status, { ...HEADERS, 'Content-Type': `${type}; charset=utf-8` }).end(text);
}
