import type { Header } from '../../reports/exchange.ts';
import { describe, expect, test } from 'vitest';
import type { OutgoingRequest } from '../../src/http/types.ts';
import { foreignServerNote, intermediaryMark } from '../../src/engine/silence/gateway.ts';
import { isOrdinaryRequest } from '../../src/engine/silence/ordinary.ts';
import type { Api } from '../../src/engine/target/api.ts';
import type { Reply } from '../../src/engine/target/replies.ts';
import { frameworkOfErrorPage } from '../../src/engine/silence/page.ts';
import { validCredential } from '../../src/engine/target/credentials.ts';
import { askOf, fakeClient } from './fake-client.ts';

const ask = (path: string, more: Partial<OutgoingRequest> = {}) => askOf(path, { operation: 'get', ...more });
const post = (body: string, more: Partial<OutgoingRequest> = {}) =>
  askOf('', { operation: 'create', method: 'POST', body, contentType: 'application/json', ...more });
const header = (value: string) =>
  ask('', { credential: { value, kind: 'malformed', label: 'odd', pieces: null, valid: false } });
const named = (name: string) => post(JSON.stringify({ name, categoryId: 1 }));
const long = '1'.repeat(5000);

describe('an ordinary request', () => {
  const PLAIN = [
    '',
    '/1',
    '/abc',
    '/-5',
    '/1e0',
    '/1_0',
    '/null',
    '?limit=0&status=sold',
    '?limit=1.5',
    '?limit=',
    `?limit=${'9'.repeat(255)}`,
  ];
  const ODD_PATHS = [
    '/1%00',
    '/1%0a',
    '/1%20',
    '/1%2Fx',
    '/1%5c',
    '/1%25',
    '/..',
    '/%2e%2E/x',
    '//1',
    '/1;1',
    '/*',
  ];
  const ODD = [
    ...ODD_PATHS,
    '/1.5',
    '/%zz',
    "/1'",
    '/__proto__',
    `/${'1'.repeat(256)}`,
    '?limit=1%2F2',
    '?limit=--',
    `?limit=${'9'.repeat(256)}`,
  ];
  test.each<readonly [boolean, OutgoingRequest]>([
    ...PLAIN.map((path) => [true, ask(path)] as const),
    ...[...ODD, `?limit=${long}`].map((path) => [false, ask(path)] as const),
    ...['Bearer', '', 'Bearer random-token', 'Basic dXNlcjpw=='].map(
      (value) => [true, header(value)] as const,
    ),
    ...['Bearer \u00e9', long, "Bearer ' OR '1'='1", 'Bearer {x}', 'Bearer aB3.or/x9', 'Bearer aB3--x9'].map(
      (value) => [false, header(value)] as const,
    ),
    ...['{"name":', '[]', '', '{"name":5}', '{"name":"Rex","categoryId":1}', '{"status":"unknown"}'].map(
      (body) => [true, post(body)] as const,
    ),
    ...['{"name":"\\u0041"}', '<pet>', `"${long}"`, '{"name":"\u00e9"}'].map(
      (body) => [false, post(body)] as const,
    ),
    [true, named('x'.repeat(300))],
    ...['<script>', 'javascript:x', 'mailto:x@example.com', '[b]x[/b]'].map(
      (name) => [false, named(name)] as const,
    ),
    ...['{\u2003"name":1}', '{\ufeff"name":1}', '{}\v', '{\f}', '{"status":"\u017fold"}'].map(
      (body) => [false, post(body)] as const,
    ),
    [true, post('{\r\n\t"name": 1,}')],
    [true, named('Rex: the third')],
    [false, post('{}', { chunked: true })],
    [false, post('{}', { contentType: 'text/plain' })],
    [false, post('{}', { contentType: null })],
    [true, post('{}', { contentType: 'application/json; charset=utf-8' })],
    [false, post('{}', { contentType: 'Application/JSON' })],
    [
      true,
      askOf('/1.5%20', { operation: 'message', method: 'POST', body: '{}', contentType: 'application/json' }),
    ],
  ])('%s: %j', (ordinary, request) => {
    expect(isOrdinaryRequest(request)).toBe(ordinary);
  });

  test('a valid key is ordinary, whatever it looks like', () => {
    expect(isOrdinaryRequest(ask('/1', { credential: validCredential("a{b}'c==") }))).toBe(true);
  });
});

const replyTo = async (
  request: OutgoingRequest,
  status: number,
  body: string,
  headers: readonly Header[],
): Promise<Reply> => {
  const outcome = await fakeClient(() => ({ status, body })).send(request);
  if (outcome.kind !== 'answer') throw new Error('no answer');
  const response = { status, statusText: '', headers, body, bodySize: body.length };
  const answer = { ...outcome, exchange: { ...outcome.exchange, response } };
  return { operation: 'get', id: '1', segment: '1', pet: undefined, outcome: answer, answer };
};
/** What the target answered before. */
const apiOf = (log: readonly Reply[]): Api => ({ log }) as unknown as Api;

// As Express 5.3 and Flask 2.2 answer.
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

describe('the mark of an intermediary', () => {
  const ERROR = '{"code":"x","message":"x","status":400}';
  const OWN: readonly Header[] = [
    ['Server', 'Kestrel'],
    ['Date', 'now'],
    ['X-Request-Id', '1'],
    ['Content-Type', 'application/json'],
  ];
  const NGINX = '<html><head><title>400</title></head><body><center>nginx</center></body></html>';

  const without = (name: string) => OWN.filter(([own]) => own !== name);
  const typed = (type: string): readonly Header[] => [...without('Content-Type'), ['Content-Type', type]];
  const ODD = ask("/1'--");
  test.each<
    readonly [
      mark: string | undefined,
      what: string,
      request: OutgoingRequest,
      status: number,
      body: string,
      headers: readonly Header[],
    ]
  >([
    [undefined, 'the service itself', ODD, 400, ERROR, OWN],
    [undefined, 'JSON of the service that is not an Error', ODD, 400, '{}', OWN],
    [undefined, 'the page of a framework', ODD, 400, EXPRESS, typed('text/html')],
    [undefined, 'a success without a header', ODD, 200, '{}', without('Date')],
    [undefined, 'a page to an ordinary request', ask('/1'), 404, NGINX, [['Server', 'nginx']]],
    [
      'Server: awselb',
      'another Server',
      ODD,
      403,
      '{"message":"Forbidden"}',
      [['Server', 'awselb/2.0'], ...without('Server')],
    ],
    [
      'Server: awselb',
      'a success of another Server',
      ODD,
      200,
      '{}',
      [['Server', 'awselb/2.0'], ...without('Server')],
    ],
    ['a Via header', 'another way', ODD, 400, ERROR, [...OWN, ['Via', '1.1 varnish']]],
    ['the header x-squid-error', 'a header of refusals', ODD, 400, ERROR, [...OWN, ['X-Squid-Error', 'ERR']]],
    [
      'an X-Cache header that says so',
      'a CDN',
      ODD,
      400,
      ERROR,
      [...OWN, ['X-Cache', 'Error from cloudfront']],
    ],
    ['the page "400" (Server: Kestrel)', 'a page with a title', ODD, 400, NGINX, OWN],
    ['a web page (Server: Kestrel)', 'any other page', ODD, 400, '<html><body>No.</body></html>', OWN],
    ['status 403 and no JSON object', 'a text', ODD, 403, 'no', OWN],
    ['no x-request-id header', 'a header less', ODD, 400, '{}', without('X-Request-Id')],
    ['headers in another order', 'another order', ODD, 400, '{}', OWN.toReversed()],
    ['Content-Type text/plain', 'another type', ODD, 400, 'no', typed('text/plain')],
  ])('%s: %s', async (mark, _what, request, status, body, headers) => {
    const before = [
      await replyTo(ask('/1'), 200, '{"id":1}', [...OWN, ['ETag', '"1"']]),
      await replyTo(ask('/2'), 404, ERROR, OWN),
      // What a gateway said, or what is not ordinary, is not the service's.
      await replyTo(ask('/3'), 404, NGINX, [['Server', 'nginx']]),
      await replyTo(ask('/4'), 403, '{"message":"Forbidden"}', [['Server', 'awselb/2.0']]),
      await replyTo(ask('/*'), 200, '{}', [['Server', 'awselb/2.0']]),
    ];
    const reply = await replyTo(request, status, body, headers);
    expect(intermediaryMark(reply, apiOf(before))).toBe(mark);
  });

  test('a refusal of a message looks like the refusals of ordinary messages, whatever their body', async () => {
    const message = (body: string, contentType = 'application/json') =>
      askOf('', { operation: 'message', method: 'POST', body, contentType });
    const replyToMessage = async (...args: Parameters<typeof replyTo>): Promise<Reply> => ({
      ...(await replyTo(...args)),
      ...({ operation: 'message', body: '', intent: 'invalid', sent: undefined, object: undefined } as const),
    });
    const told = await replyToMessage(message('{"message":"x"}'), 202, '{}', OWN);
    const missing = await replyToMessage(message('{}'), 400, 'No.', typed('text/plain'));
    const xml = (headers: readonly Header[]) =>
      replyToMessage(message('<m/>', 'text/xml'), 415, 'No.', headers);
    const alike = await xml(typed('text/plain'));
    expect(intermediaryMark(alike, apiOf([told]))).toBe('Content-Type text/plain');
    expect(intermediaryMark(alike, apiOf([told, missing]))).toBeUndefined();
    expect(intermediaryMark(await xml([['Content-Type', 'text/plain']]), apiOf([told, missing]))).toBe(
      'no server header',
    );
  });

  test('nothing is learnt from nothing', async () => {
    const reply = await replyTo(ODD, 400, '{}', [['Server', 'nginx']]);
    expect(intermediaryMark(reply, apiOf([]))).toBeUndefined();
  });
});

// As nginx 1.22 and Apache 2.4 answer.
const NGINX =
  '<html>\r\n<head><title>404 Not Found</title></head>\r\n<body>\r\n<center><h1>404 Not Found</h1></center>\r\n<hr><center>nginx/1.22.1</center>\r\n</body>\r\n</html>\r\n';
const APACHE =
  '<!DOCTYPE HTML PUBLIC "-//IETF//DTD HTML 2.0//EN">\n<html><head>\n<title>404 Not Found</title>\n</head><body>\n<h1>Not Found</h1>\n<p>The requested URL was not found on this server.</p>\n</body></html>\n';

/** The start of the default page of each framework, shortened. */
const RAILS = `<!doctype html>
<html lang="en"><head><title>The page you were looking for doesn't exist (404 Not found)</title></head>
<body>
    <!-- This file lives in public/404.html -->
    <main>`;
const LARAVEL = `<!DOCTYPE html>
<html lang="en"><head><title>Not Found</title></head>
    <body class="antialiased">
        <div class="relative flex items-top justify-center min-h-screen bg-gray-100 sm:items-center sm:pt-0">`;
const SYMFONY = `<!DOCTYPE html>
<html lang="en"><head><title>An Error Occurred: Not Found</title></head>
<body>
<div class="container">
    <h1>Oops! An Error Occurred</h1>
    <h2>The server returned a "404 Not Found".</h2>`;
const DJANGO = `
<!doctype html>
<html lang="en">
<head>
  <title>Bad Request (400)</title>
</head>
<body>
  <h1>Bad Request (400)</h1><p></p>
</body>
</html>
`;
const TORNADO = '<html><title>404: Not Found</title><body>404: Not Found</body></html>';
const BOTTLE = `<!DOCTYPE HTML PUBLIC "-//IETF//DTD HTML 2.0//EN">
<html><head><title>Error: 404 Not Found</title></head>
<body>
    <h1>Error: 404 Not Found</h1>
    <p>Sorry, the requested URL <tt>&#039;http://127.0.0.1/x&#039;</tt> caused an error:</p>`;

test.each([
  [EXPRESS, 'Express'],
  [FLASK, 'Flask'],
  [RAILS, 'Rails'],
  [LARAVEL, 'Laravel'],
  [SYMFONY, 'Symfony'],
  [DJANGO, 'Django'],
  [TORNADO, 'Tornado'],
  [BOTTLE, 'Bottle'],
  [NGINX, undefined],
  [APACHE, undefined],
  ['{"code":"x"}', undefined],
  // Pages of firewalls that have a title or a style like that of a framework.
  [
    '<html><head><title>Access denied (403)</title></head><body><h1>Access denied</h1></body></html>',
    undefined,
  ],
  [
    '<html><head><title>Forbidden</title></head><body class="antialiased"><h1>No</h1></body></html>',
    undefined,
  ],
  ['<html><head><title>Sorry</title></head><body><h1>Oops! An Error Occurred</h1></body></html>', undefined],
  ['<html><head><title>Error</title></head><body><pre>Blocked: 7f3a</pre></body></html>', undefined],
  ['<html><head><title>Error: 403 Forbidden</title></head><body><h1>Blocked</h1></body></html>', undefined],
  ['<h1>Not Found</h1><p>The requested resource was not found on this server.</p>', undefined],
  [
    '<!doctype html><html lang="en"><title>403 Forbidden</title><h1>Blocked</h1><p>7f3a</p></html>',
    undefined,
  ],
])('the page %j is the default one of %s', (body, framework) => {
  expect(frameworkOfErrorPage({ body })).toBe(framework);
});

test.each<readonly [what: string, status: number, body: string, server: string | undefined, said: string]>([
  [
    'another Server',
    403,
    'no',
    'nginx/1.22.1',
    "; that answer comes from nginx, not like the target's others",
  ],
  [
    'a page',
    403,
    '<html><title>403 Forbidden</title>',
    undefined,
    '; that answer is the page "403 Forbidden"',
  ],
  ['a page that is no error', 200, EXPRESS, undefined, '; that answer is the page "Error"'],
  ['a page of nginx', 404, NGINX, 'nginx', '; that answer is the page "404 Not Found" (Server: nginx)'],
  ['the page of a framework', 404, EXPRESS, 'Kestrel', '; that answer is the default error page of Express'],
  ['the page of another one', 404, FLASK, undefined, '; that answer is the default error page of Flask'],
  ['like the others', 403, '{}', 'Kestrel', ''],
  ['a Server that is hostile', 403, '{}', '\u001b[31m<b>', ''],
])('whose answer it looks like: %s', async (_what, status, body, server, said) => {
  const answered = (code: number, text: string, name: string | undefined) =>
    replyTo(ask('/1'), code, text, name === undefined ? [] : [['server', name]]);
  const api = apiOf([await answered(200, '{"id":1}', 'Kestrel')]);
  expect(foreignServerNote(await answered(status, body, server), api)).toBe(said);
});
