import type { Exchange } from '../../reports/exchange.ts';
import { describe, expect, test } from 'vitest';
import type { Ask } from '../../src/http/types.ts';
import { looksLikeFirewall, gatewayMayRefuse, foreignServerNote } from '../../src/engine/silence/gateway.ts';
import { frameworkOf } from '../../src/engine/silence/page.ts';
import { credential } from '../../src/engine/target/credentials.ts';
import { exchange } from '../reports/fixture.ts';
import { askOf, fakeClient } from './fake-client.ts';

const ask = (path: string, more: Partial<Ask> = {}) => askOf(path, { operation: 'get', ...more });

const header = (value: string) =>
  ask('', { credential: credential({ value, kind: 'malformed', label: 'odd', pieces: null }) });
const long = '1'.repeat(5000);
const REFUSED = ['/1%00', '/1%0a', '/1%7F', '/1%2Fx', '/1%5c', '/1%25', '/..', '/%2e%2E/x'];
const TAKEN = [
  '',
  '/1',
  '/1.5',
  '/abc',
  '/1%20',
  '/%221%22',
  "/1'",
  '/1e0',
  '?limit=%00',
  '?limit=1%2F2&status=sold',
];

test.each([
  ...[...REFUSED, `/${long}`, `?limit=${long}`].map((path) => [true, ask(path)] as const),
  ...TAKEN.map((path) => [false, ask(path)] as const),
  ...['Bearer \u00e9', long].map((value) => [true, header(value)] as const),
  ...['Bearer', ''].map((value) => [false, header(value)] as const),
  [true, ask('', { body: '{}', chunked: true })] as const,
])('a gateway refuses by itself (%s): %j', (refused, request) => {
  expect(gatewayMayRefuse(request)).toBe(refused);
});

const named = (name: string) => ask('', { body: JSON.stringify({ name, categoryId: 1 }) });

const PAGE = '<html></html>';

test.each<readonly [boolean, Ask, number, string]>([
  [true, named('<script>'), 403, PAGE],
  [true, ask("/1'--"), 403, PAGE],
  [true, ask('?status=%3Cb%3E'), 406, ''],
  [true, header("Bearer ' OR '1'='1"), 403, PAGE],
  [false, header('Bearer random-token'), 403, PAGE],
  [false, named('<script>'), 403, '{"code":"x","message":"x","status":403}'],
  [false, named('<script>'), 400, PAGE],
  [false, named('Rex'), 403, PAGE],
  [false, ask('/1'), 403, PAGE],
])('a firewall takes it for an attack (%s): %j, answered with %d', async (attack, request, status, body) => {
  const outcome = await fakeClient(() => ({ status, body })).send(request);
  expect(outcome.kind === 'answer' && looksLikeFirewall({ outcome, answer: outcome })).toBe(attack);
});

// As Express 5.3 and Flask 2.2 answer, nginx 1.22 and Apache 2.4.
const EXPRESS = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Error</title>
</head>
<body>
<pre>Cannot GET /nope</pre>
</body>
</html>
`;
const FLASK =
  '<!doctype html>\n<html lang=en>\n<title>404 Not Found</title>\n<h1>Not Found</h1>\n<p>The requested URL was not found on the server.</p>\n';
const NGINX =
  '<html>\r\n<head><title>404 Not Found</title></head>\r\n<body>\r\n<center><h1>404 Not Found</h1></center>\r\n<hr><center>nginx/1.22.1</center>\r\n</body>\r\n</html>\r\n';
const APACHE =
  '<!DOCTYPE HTML PUBLIC "-//IETF//DTD HTML 2.0//EN">\n<html><head>\n<title>404 Not Found</title>\n</head><body>\n<h1>Not Found</h1>\n<p>The requested URL was not found on this server.</p>\n</body></html>\n';

test.each([
  [EXPRESS, 'Express'],
  [FLASK, 'Flask'],
  [NGINX, undefined],
  [APACHE, undefined],
  ['{"code":"x"}', undefined],
])('the page %j is the default one of %s', (body, framework) => {
  expect(frameworkOf({ body })).toBe(framework);
});

describe('whose answer it looks like', () => {
  const came = (status: number, body: string, server?: string): Exchange => {
    const headers = server === undefined ? [] : [['server', server] as const];
    return exchange('x1', { response: { status, statusText: '', headers, body, bodySize: body.length } });
  };
  const good = came(200, '[]', 'Kestrel');
  const refused = came(400, '{"code":"x"}', 'Kestrel');
  const page = '<html><head><title>403 Forbidden</title></head></html>';

  const BY_NGINX = "; that answer comes from nginx, not like the target's others";
  const BY_EXPRESS = '; that answer is the default error page of Express';
  const BY_A_PAGE = "; that answer is an HTML page, not like the target's others";

  test.each<readonly [what: string, proof: Exchange, others: readonly Exchange[], said: string]>([
    ['another Server', came(403, 'no', 'nginx/1.22.1'), [good], BY_NGINX],
    ['a page among refusals in JSON', came(403, page), [good, refused], BY_A_PAGE],
    ['a page of the same Server', came(403, page, 'Kestrel'), [good, refused], BY_A_PAGE],
    ['a page, as every refusal is', came(403, page, 'Kestrel'), [good, came(400, page, 'Kestrel')], ''],
    ['the page of a framework', came(404, EXPRESS, 'Kestrel'), [good, refused], BY_EXPRESS],
    ['no other answer', came(403, page, 'nginx'), [], ''],
    ['like the others', came(403, '{}', 'Kestrel'), [good, refused], ''],
    ['a Server that is hostile', came(403, '{}', '\u001b[31m<b>'), [good], ''],
  ])('%s', (_what, proof, others, said) => {
    expect(foreignServerNote(proof, others)).toBe(said);
  });
});
