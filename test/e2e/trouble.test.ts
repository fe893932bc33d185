import type { RequestListener } from 'node:http';
import { createServer, type Server } from 'node:net';
import { createServer as createTlsServer } from 'node:https';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { SELF_SIGNED } from '../http/certificate.ts';
import { freePort } from '../free-port.ts';
import { buildCli, FILES, judged } from './kit.ts';
import { answer, KEY, refuse, relay, serveWith, type Between } from './servers.ts';
import { listening } from '../later.ts';

const cli = await buildCli();

const env = { PETSTORE_API_KEY: KEY };

/** A run that could not begin: one sentence, exit 3, and a report that claims nothing. */
async function aborted(baseUrl: string, words: readonly string[] = []) {
  const run = await judged(cli, ['--base-url', baseUrl, ...words], env);
  const { report, code, stderr, files, stdout } = run;
  expect({ code, stderr, files }).toEqual({ code: 3, stderr: '', files: FILES });
  expect(report.verdict).toBe('inconclusive');
  expect(report.totals.pass + report.totals.fail + report.totals.warn).toBe(0);
  expect(stdout.replaceAll(/\s+/gu, ' ')).toContain(report.aborted?.message ?? 'a message');
  return { message: report.aborted?.message ?? '', cause: report.aborted?.cause };
}

describe.concurrent('a run that cannot begin says why in one sentence', () => {
  const at = async (server: Server, scheme = 'http') =>
    `${scheme}://127.0.0.1:${String(await listening(server))}/v1`;
  const answers = async (listener: RequestListener) => (await serveWith(listener)).baseUrl;
  const refuses = (status: number) => () => answers((_, response) => refuse(response, status));
  const ssh = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end('SSH-2.0-OpenSSH_9.2\r\n'));
  });
  const logIn: RequestListener = (_, response) =>
    void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<!doctype html><form>');

  test.each<readonly [what: string, target: () => Promise<string> | string, sentence: RegExp]>([
    [
      'nobody answers',
      async () => `http://127.0.0.1:${String(await freePort())}/v1`,
      /^The target could not be reached at .+: connection refused by .+\. Start the target, /u,
    ],
    [
      'an unknown host',
      () => 'http://petstore.invalid/v1',
      /the host name of petstore\.invalid.* (?:is not known|could not be looked up)\. /u,
    ],
    [
      'a certificate that nobody vouches for',
      () => at(createTlsServer(SELF_SIGNED), 'https'),
      /the TLS certificate of .+ is self-signed .+ Name the authority that signed the certificate, as a PEM file, with NODE_EXTRA_CA_CERTS/u,
    ],
    [
      'no answer in time',
      () => answers(() => undefined),
      /no complete answer within 0\.5 s\. .+--timeout-ms/u,
    ],
    ['what answers is no HTTP', () => at(ssh), /the answer is not HTTP\/1\.1/u],
    ['the key is refused', refuses(401), /rejected the key \(401\)\. .+PETSTORE_API_KEY/u],
    ['nothing is there', refuses(404), /^No Pet Store API at .+ends with the version prefix/u],
    ['too many requests', refuses(429), /429: too many requests\. Run again later/u],
    ['not available', refuses(503), /503: unavailable, or a rate limit\. Make sure that/u],
    ['a log-in page', () => answers(logIn), /^A web page, not the Pet Store API, is at /u],
  ])('%s', async (what, target, sentence) => {
    const words = what === 'no answer in time' ? ['--timeout-ms', '500'] : [];
    const { message, cause } = await aborted(await target(), words);
    expect(message).toMatch(sentence);
    if (what === 'nobody answers') expect(cause).toBe('network');
  });

  test('a redirect, which is not followed', async () => {
    const elsewhere = await serveWith((_, response) => answer(response, 200, []));
    const target = await serveWith((_, response) => {
      response.writeHead(302, { location: elsewhere.baseUrl }).end();
    });
    expect((await aborted(target.baseUrl)).message).toMatch(/redirects \/pets \(302\)/u);
    expect(elsewhere.seen).toEqual([]);
  });
});

describe.concurrent('a target that goes wrong in the middle of a run', () => {
  const AFTER = 60;
  const later =
    (then: Between): Between =>
    (pass, incoming, response, number) => {
      if (number <= AFTER) pass();
      else then(pass, incoming, response, number);
    };
  const words = ['--timeout-ms', '300', '--consistency-ms', '100'];

  test.each<readonly [what: string, then: Between]>([
    ['hangs', () => undefined],
    ['answers what is no HTTP', (_, { socket }) => void socket.end('\u0000\u0001\r\n\r\n')],
    [
      'sends a head without end',
      (_, { socket }) =>
        void socket.end(`HTTP/1.1 200 OK\r\n${`x-a: ${'b'.repeat(8000)}\r\n`.repeat(20)}\r\n`),
    ],
  ])('%s: the run ends soon, and says so', async (_what, then) => {
    const target = await relay(later(then));
    const { code, stderr, report, files } = await judged(cli, ['--base-url', target.baseUrl, ...words], env);
    expect({ code, stderr, files }).toEqual({ code: 3, stderr: '', files: FILES });
    expect(report.verdict).toBe('inconclusive');
    expect(report.totals.fail).toBe(0);
  });

  test('dies: the sentence says what to do', async () => {
    const target = await relay(later((_, { socket }) => void socket.destroy()));
    // Dropped at once, whatever the time limit.
    const { report, stdout, code, files } = await judged(cli, ['--base-url', target.baseUrl], env);
    expect({ code, files, fail: report.totals.fail }).toEqual({ code: 3, files: FILES, fail: 0 });
    expect(report.aborted?.message).toMatch(
      /^The target stopped responding [\d.]+ s into the run\. Last response: (?:GET|POST) \S+ \(x\d+\)\. First request without one: /u,
    );
    expect(stdout).toContain('The target stopped responding');
    expect(target.seen.length).toBeLessThan(250);
  });

  test('is restarted: the run goes on once it is back', async () => {
    let backAt = 0;
    const target = await relay(
      later((pass, { socket }, _response, number) => {
        if (number === AFTER + 1) backAt = performance.now() + 1500;
        if (performance.now() < backAt) socket.destroy();
        else pass();
      }),
    );
    const { report, code } = await judged(cli, ['--base-url', target.baseUrl], env);
    expect(report.aborted).toBeUndefined();
    expect(report.totals).toMatchObject({ fail: 0, inconclusive: 0 });
    expect(code).toBe(0);
  });

  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
  const all: readonly string[] = [];
  // What is large is read eight megabytes far each time: fewer requests meet it.
  const fewer = ['--only', 'get.*', '--only', 'list.status.unknown'];
  test.each<readonly [what: string, scope: readonly string[], then: Between]>([
    ['answers with 500', all, (_, __, response) => refuse(response, 500)],
    [
      'answers with a bomb',
      fewer,
      (_, __, response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(bomb);
      },
    ],
    [
      'answers without end',
      fewer,
      (_, __, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        const more = (): void => {
          while (!response.destroyed && response.write(' '.repeat(65_536)));
          response.once('drain', more);
        };
        more();
      },
    ],
    ['answers with what is deep', fewer, (_, __, response) => void response.end('['.repeat(200_000))],
    [
      'answers nonsense',
      all,
      (_, __, response, number) => {
        const texts = [
          'null',
          '1e400',
          '{"id":1e99,"name":{},"categoryId":-0}',
          '"\\ud800"',
          '',
          '[null,{}]',
        ];
        const status = [200, 201, 400, 299, 599][number % 5] ?? 200;
        response.writeHead(status, { 'content-type': 'application/json' }).end(texts[number % texts.length]);
      },
    ],
  ])('%s: it is never the kit that fails', async (_what, scope, then) => {
    const target = await relay(later(then));
    // Nothing hangs: a busy machine is given its time.
    const given = ['--base-url', target.baseUrl, '--consistency-ms', '100', ...scope];
    const { code, stderr, files } = await judged(cli, given, env);
    expect(target.seen.length).toBeGreaterThan(AFTER + 20);
    expect([1, 3]).toContain(code);
    expect({ stderr, files }).toEqual({ stderr: '', files: FILES });
  });
});
