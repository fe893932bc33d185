import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { h } from 'preact';
import type { Exchange } from '../../reports/exchange.ts';
import type { Report } from '../../reports/model.ts';
import { renderHtml } from '../../reports/render/html/page.tsx';
import { renderPageDocument } from '../../reports/render/page/document.tsx';
import { style } from '../../reports/render/page/style.ts';
import { safeLine } from '../../reports/text.ts';

const HOST = '127.0.0.1';

const HEADERS = {
  'Cache-Control': 'no-store',
  // Browsers accept frame-ancestors only in a header; the page itself contains the rest of the policy.
  'Content-Security-Policy': "frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
} as const;

/** Script added to the page: shows the state of the session, and reloads the page for a new report. */
const SCRIPT = `(() => {
  const line = document.getElementById('watch');
  const events = new EventSource('events');
  events.onmessage = ({ data }) => {
    const { count, text } = JSON.parse(data);
    if (String(count) === line.dataset.count) line.textContent = text;
    else location.reload();
  };
  events.onerror = () => {
    line.textContent = 'The watch has ended, or cannot be reached: this page shows its last report.';
  };
})();`;
const SCRIPT_HASH = createHash('sha256').update(SCRIPT, 'utf8').digest('base64');

/**
 * Serves the last complete report on a free port of the loopback interface. Access needs the token in the URL. Pages of other
 * origins cannot read the report: the server checks the Host header, which also prevents DNS rebinding, and sends no CORS
 * header.
 */
export async function serveWatchPage() {
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
  server.listen(0, HOST);
  await once(server, 'listening');
  // A connection that cannot be accepted must not end the watch.
  server.on('error', () => undefined);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${HOST}:${String(port)}/${token}/`,
    /** Shows another report in all open browsers. */
    show: (report: Report, evidence: readonly Exchange[]): void => {
      let page: string | undefined;
      draw = () => (page ??= renderHtml(report, evidence));
      become({ count: state.count + 1, text: '' });
    },
    /** Shows the state of the session in one line, which may contain text of the server. */
    say: (line: string): void => {
      const text = safeLine(line, 600);
      if (text !== state.text) become({ ...state, text });
    },
    close: (): void => {
      server.close();
      server.closeAllConnections();
    },
  };
}

export type WatchPage = Awaited<ReturnType<typeof serveWatchPage>>;

function emptyPage(): string {
  return renderPageDocument({
    kind: 'report',
    title: 'petstore-conformance watch',
    skip: ['top', 'the state'],
    children: h('main', { id: 'top' }, h('h1', {}, 'No round has ended yet')),
  });
}

/** Adds the state line and the script to a page, and allows both in its policy. */
function following(page: string, count: number): string {
  const line = `<p class="watch" id="watch" role="status" data-count="${String(count)}"></p>`;
  return page
    .replace('script-src ', () => `connect-src 'self'; script-src 'sha256-${SCRIPT_HASH}' `)
    .replace('</body>', () => `${line}<script>${SCRIPT}</script></body>`);
}

/** True if the Host header of a request names this server, and the request has no Origin header of another server. */
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
