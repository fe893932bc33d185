import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { TlsOptions } from 'node:tls';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { buildCli } from '../cli/build.ts';
import { EXPIRED } from '../http/certificate.ts';
import { reportIn } from '../e2e/kit.ts';
import { runWith } from '../e2e/runs.ts';
import { reference } from '../e2e/servers.ts';
import type { Config } from '../../src/config/types.ts';
import type { RunHooks } from '../../src/run/open.ts';
import { freePort } from '../free-port.ts';
import { listening, scratch } from '../later.ts';
import { programOf, startGateway, type Gateway } from './gateway.ts';
import { haproxy, nginx, squid, squidForward } from './gateways.ts';

/** Why a run could not begin; the report says the same of every requirement. */
async function refused(config: Partial<Config>, hooks: RunHooks = {}): Promise<string> {
  const quick = { messages: null, timeoutMs: 5000, consistencyMs: 100, runs: 1 };
  const { report, rows } = await runWith({ ...quick, ...config }, hooks);
  expect(report.verdict).toBe('inconclusive');
  for (const row of rows('inconclusive')) {
    expect(row.reason).toBe(report.aborted?.message);
    expect(row.next).toBeUndefined();
  }
  return report.aborted?.message ?? 'it began';
}

async function behindOf(gateway: Gateway) {
  const { baseUrl, key } = await reference();
  const origin = await startGateway(gateway, [new URL(baseUrl).host]);
  return { baseUrl: `${origin}/v1`, apiKey: key };
}

/** A certificate of its own, made with openssl. */
async function certificate(words: readonly string[]) {
  const folder = await scratch('cert');
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  execFileSync('openssl', ['req', '-x509', ...curve, '-keyout', key, '-out', cert, ...words], {
    stdio: 'pipe',
  });
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
}

const LOCAL = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
const has = (gateway: Gateway): boolean => programOf(gateway) !== undefined;

const GATE =
  /^A gateway at http:\S+ blocked the run: \/pets returned 403 Forbidden and the page "403 Forbidden" \(Server: nginx\/[\d.]+\)\. Allow this machine in the gateway, or send what it requires with --header or --client-cert\.$/u;
const LOGIN = 'auth_basic "Staging"; auth_basic_user_file /dev/null; proxy_pass http://behind;';
const SITE = 'default_type text/html; return 200 "<html><title>Log in &#124; Shop</title>";';

describe('a gateway in front that does not let the run in', () => {
  test.for<readonly [what: string, gateway: Gateway, said: RegExp]>([
    ['an allow-list of nginx: its page, its Server, and what to do', nginx('', 'deny all;'), GATE],
    [
      'an allow-list of HAProxy, which has no Server',
      haproxy('http-request deny if TRUE'),
      /returned 403 Forbidden and the page "403 Forbidden"\. Allow this machine/u,
    ],
    [
      'basic authentication',
      nginx('', LOGIN),
      /401 Unauthorized and the page "401 Authorization Required".+a user and a password/u,
    ],
    [
      'a web site',
      nginx('', SITE),
      /^A web page, not the Pet Store API, is at .+the page "Log in &#124; Shop" \(Server: nginx.+--header to what a gateway requires\.$/u,
    ],
  ])('%s', async ([, gateway, said], { skip }) => {
    skip(!has(gateway), `${gateway.name} is not installed`);
    expect(await refused(await behindOf(gateway))).toMatch(said);
  });

  test.skipIf(!has(nginx()))('nothing behind it: the page of the 502 is quoted', async () => {
    const origin = await startGateway(nginx(), [`127.0.0.1:${String(await freePort())}`]);
    expect(await refused({ baseUrl: `${origin}/v1` })).toMatch(
      /answered 502: .+, with the page "502 Bad Gateway" \(Server: nginx.+--wait-ready/u,
    );
  });

  test.skipIf(!has(nginx()))('a header that it asks for opens the way', async () => {
    const door = nginx('', 'if ($http_x_gate != "open") { return 403; } proxy_pass http://behind;');
    const target = await behindOf(door);
    expect(await refused(target)).toMatch(/403 Forbidden.+--header/u);
    expect(await began({ ...target, header: [['X-Gate', 'open']] })).toBe('pass');
  });
});

/** The verdict on one plain requirement where a run begins. */
async function began(config: Partial<Config>, hooks: RunHooks = {}) {
  const only = ['version.prefix'];
  const { report, row } = await runWith({ messages: null, timeoutMs: 5000, only, ...config }, hooks);
  return report.aborted?.message ?? row('version.prefix')?.verdict;
}

describe('TLS says what to do', () => {
  const served = async (options: TlsOptions) => {
    const port = await listening(createServer(options, (_, response) => void response.end('[]')));
    return { baseUrl: `https://127.0.0.1:${String(port)}/v1` };
  };

  test.each([
    ['expired', () => EXPIRED, /has expired .+ Renew the certificate of the target\.$/u],
    [
      'for another host',
      () => certificate(['-subj', '/CN=shop.example', '-addext', 'subjectAltName=DNS:shop.example']),
      /is for another host name \(it is for shop\.example\) .+ Use an address whose host name is in the certificate/u,
    ],
  ])('a certificate of an authority that is known: %s', async (_what, make, words) => {
    const cli = await buildCli();
    const own = await make();
    const { baseUrl } = await served(own);
    const known = join(cli.cwd, 'ca.pem');
    writeFileSync(known, own.cert);
    const env = { PETSTORE_API_KEY: 'pk_0123456789abcdef', NODE_EXTRA_CA_CERTS: known };
    // Node reads that file when a process starts.
    const out = join(cli.cwd, 'report');
    const { code } = await cli.spawn(['run', '--out', out, '--base-url', baseUrl], env);
    const { report } = await reportIn(out);
    expect(code).toBe(3);
    expect(report.aborted?.message).toMatch(words);
  });

  test('an old protocol', async () => {
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
    const said = await refused(await served({ ...(await certificate(LOCAL)), ...old }));
    expect(said).toMatch(/supports no TLS version from 1\.2 on: enable TLS 1\.2/u);
  });

  test('a client certificate that it demands', async () => {
    const asks = { requestCert: true, rejectUnauthorized: true, maxVersion: 'TLSv1.2' } as const;
    const asking = await served({ ...(await certificate(LOCAL)), ...asks });
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(await refused(asking)).toMatch(/--client-cert/u);
  });

  test('http:// to a port of TLS', async () => {
    const { baseUrl } = await served(await certificate(LOCAL));
    expect(await refused({ baseUrl: baseUrl.replace('https', 'http') })).toMatch(
      /begin the address with https:\/\//u,
    );
  });

  test('https:// to a port without TLS', async () => {
    const { baseUrl } = await reference();
    expect(await refused({ baseUrl: baseUrl.replace('http', 'https') })).toMatch(
      /does not speak TLS: begin the address with http:\/\//u,
    );
  });
});

describe('a proxy is named as the proxy, with the variable that set it', () => {
  const target = { baseUrl: 'http://petstore.invalid/v1' };

  test('a dead one', async () => {
    const port = String(await freePort());
    expect(await refused(target, { env: { HTTP_PROXY: `http://127.0.0.1:${port}` } })).toContain(
      `the proxy 127.0.0.1:${port}, which HTTP_PROXY names, refused the connection. Start the proxy, correct the variable that names the proxy`,
    );
  });

  test.skipIf(!has(squid)).each([
    ['http_proxy', 'http://petstore.invalid/v1'],
    ['https_proxy', 'https://petstore.invalid/v1'],
  ])('one that refuses (%s)', async (variable, baseUrl) => {
    const proxy = await startGateway(squidForward('http_access deny all'), []);
    expect(await refused({ baseUrl }, { env: { [variable]: proxy } })).toMatch(
      RegExp(
        `proxy 127\\.0\\.0\\.1:\\d+, which ${variable} names, refused to connect to petstore\\.invalid.* with status 403`,
        'u',
      ),
    );
  });

  test.skipIf(!has(squid))('one that does not reach the target', async () => {
    const proxy = await startGateway(squidForward('http_access allow all'), []);
    const baseUrl = `http://127.0.0.1:${String(await freePort())}/v1`;
    expect(await refused({ baseUrl }, { env: { http_proxy: proxy } })).toMatch(
      /the proxy .+, which http_proxy names, refused to connect to .+ with status 503 \(ERR_CONNECT_FAIL/u,
    );
  });

  test.skipIf(!has(squid))('one that lets through is not named', async () => {
    const { baseUrl, key } = await reference();
    const proxy = await startGateway(squidForward('http_access allow all'), []);
    expect(await began({ baseUrl, apiKey: key }, { env: { http_proxy: proxy } })).toBe('pass');
  });
});
