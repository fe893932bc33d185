import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import type { Live } from '../../reports/live/live.ts';
import { renderLive } from '../../reports/render/live/page.tsx';
import { openWatchPage, type WatchPage } from '../../src/watch/page.ts';
import { mixed } from '../reports/sample.ts';
import { after } from './live.ts';

const live = after(1, mixed, undefined, { phase: 'judging', note: 'the server came back', number: 2 });

let page: WatchPage | undefined;
let asked = 0;
async function opened(state: () => Live = () => live): Promise<URL> {
  asked = 0;
  page = await openWatchPage(state, () => void (asked += 1));
  return new URL(page.url);
}
afterEach(() => page?.close());

async function get(url: URL, { path = url.pathname, method = 'GET', headers = {} } = {}) {
  const sent = request({ host: url.hostname, port: url.port, path, method, headers }).end();
  const [came] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: came.statusCode ?? 0, headers: came.headers, body: await text(came) };
}

test('is on the loopback interface alone, under a word that nobody can guess', async () => {
  const url = await opened();
  expect(url.hostname).toBe('127.0.0.1');
  expect(url.pathname).toMatch(/^\/[\w-]{43}\/$/u);
  const first = url.pathname;
  page?.close();
  expect((await opened()).pathname).not.toBe(first);
});

test('says what stands, with a policy that lets nothing else in, and lets no other origin read it', async () => {
  const url = await opened();
  const { status, headers, body } = await get(url);
  expect(status).toBe(200);
  expect(body).toBe(renderLive(live));
  expect(body).toMatch(
    /content="default-src 'none'; style-src 'sha256-[^' ]+'; script-src 'sha256-[^' ]+'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'"/u,
  );
  expect(headers).toMatchObject({
    'content-security-policy': "frame-ancestors 'none'",
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
  });
  expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  // Its own name on this machine is its address too.
  expect((await get(url, { headers: { host: `localhost:${url.port}` } })).status).toBe(200);
});

test.each(['/', '/favicon.ico', `/${'a'.repeat(43)}/`, '/../', '//', '/%00/'])(
  'gives nothing at %s',
  async (path) => {
    const { status, body } = await get(await opened(), { path });
    expect({ status, body }).toEqual({ status: 404, body: 'There is nothing here.\n' });
  },
);

test.each(['evil.example', 'evil.example:80', '127.0.0.1', '127.0.0.1.evil.example', 'localhost'])(
  'gives nothing to a request for the host %s, as after DNS rebinding',
  async (host) => {
    const url = await opened();
    for (const path of [url.pathname, `${url.pathname}events`])
      expect((await get(url, { headers: { host }, path })).status).toBe(403);
  },
);

test('judges again for the page itself, and for nobody else', async () => {
  const url = await opened();
  const path = `${url.pathname}again`;
  const ask = (headers: Record<string, string>, method = 'POST') => get(url, { path, method, headers });
  expect((await ask({ origin: 'https://evil.example' })).status).toBe(403);
  expect((await ask({ origin: 'null' })).status).toBe(403);
  expect((await ask({}, 'GET')).status).toBe(404);
  expect((await ask({}, 'OPTIONS')).status).toBe(404);
  expect(asked).toBe(0);
  expect((await ask({ origin: url.origin })).status).toBe(204);
  expect(asked).toBe(1);
});

test('has the whole report of the last round, and none before the first', async () => {
  const url = await opened();
  const { status, body, headers } = await get(url, { path: `${url.pathname}report` });
  expect(status).toBe(200);
  expect(body).toContain('Conformance report');
  expect(headers['content-security-policy']).toBe("frame-ancestors 'none'");
  page?.close();
  const { last: _, ...before } = live;
  const early = await opened(() => before);
  expect((await get(early, { path: `${early.pathname}report` })).status).toBe(404);
});

test('lets hostile text be text', () => {
  const hostile = '<img src=x onerror=alert(1)>"\'</script><script>alert(2)</script>\u202e';
  const html = renderLive({
    ...live,
    note: hostile,
    target: hostile,
    rows: live.rows.map((row) => ({ ...row, verdict: 'fail', reason: hostile, turn: 'red', fresh: true })),
  });
  expect(html).not.toContain('<img');
  expect(html.match(/<script/gu)).toHaveLength(1);
  expect(html).not.toContain('\u202e');
});
