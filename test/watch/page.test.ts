import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { renderHtml } from '../../reports/render/html/page.tsx';
import { serveWatchPage, type WatchPage } from '../../src/watch/page.ts';
import { mixed, sampleEvidence } from '../reports/sample.ts';

let page: WatchPage | undefined;
async function opened(): Promise<URL> {
  page = await serveWatchPage();
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

test('is the report of the last round, with a policy that lets nothing in but one script more, which talks to this server', async () => {
  const url = await opened();
  expect((await get(url)).body).toContain('No round has ended yet');
  page?.show(mixed, sampleEvidence);
  const { status, headers, body } = await get(url);
  expect(status).toBe(200);
  expect(body).toMatch(
    /content="default-src 'none'; style-src 'sha256-[^' ]+' 'self'; connect-src 'self'; script-src 'sha256-[^' ]+' 'sha256-[^' ]+'; base-uri 'none'; form-action 'none'"/u,
  );
  const added =
    /connect-src 'self'; |(?<=script-src )'sha256-[^' ]+' |<p class="watch".*?<\/script>(?=<\/body>)/gsu;
  expect(body.replaceAll(added, '')).toBe(renderHtml(mixed, sampleEvidence));
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

test('proves nothing to another origin, and takes nothing but reads', async () => {
  const url = await opened();
  for (const origin of ['https://evil.example', 'null'])
    expect((await get(url, { headers: { origin } })).status).toBe(403);
  for (const method of ['POST', 'OPTIONS']) expect((await get(url, { method })).status).toBe(404);
});

test('tells those who listen what the session does, and which report there is', async () => {
  const url = await opened();
  const sent = request(new URL('events', url)).end();
  const [came] = (await once(sent, 'response')) as [IncomingMessage];
  const next = async () =>
    JSON.parse(String(await once(came, 'data')).replace('data: ', '')) as { count: number; text: string };
  expect(await next()).toEqual({ count: 0, text: '' });
  page?.say('Round 1: the first look\n\u202e');
  const said = await next();
  expect(said.count).toBe(0);
  expect(said.text).toMatch(/^Round 1: the first look[^\n\u202e]*$/u);
  page?.show(mixed, sampleEvidence);
  expect(await next()).toEqual({ count: 1, text: '' });
});
