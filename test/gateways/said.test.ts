import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TlsOptions } from 'node:tls';
import { join } from 'node:path';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { buildCli } from '../cli/build.ts';
import { EXPIRED } from '../http/certificate.ts';
import { reportIn } from '../e2e/kit.ts';
import { reference } from '../e2e/servers.ts';
import type { Config } from '../../src/config/types.ts';
import { openRun, type RunHooks } from '../../src/run/open.ts';

import { freePort } from '../free-port.ts';
import { configOf } from '../engine/config.ts';
import { programOf, startGateway, type Gateway } from './gateway.ts';
import { apache, haproxy, nginx, squid, squidForward } from './gateways.ts';

/** Why a run could not begin; the report says the same of every requirement. */
async function refused(config: Partial<Config>, hooks: RunHooks = {}): Promise<string> {
  const opened = openRun(
    configOf({ messages: null, timeoutMs: 5000, consistencyMs: 100, runs: 1, ...config }),
    hooks,
  );
  const { report, crashes } = await opened.finish();
  expect(crashes).toEqual([]);
  expect(report.verdict).toBe('inconclusive');
  for (const row of report.requirements.filter(({ verdict }) => verdict === 'inconclusive')) {
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
function certificate(words: readonly string[]): { readonly key: string; readonly cert: string } {
  const folder = mkdtempSync(join(inject('shared'), 'cert-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  execFileSync('openssl', ['req', '-x509', ...curve, '-keyout', key, '-out', cert, ...words], {
    stdio: 'pipe',
  });
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
}

const LOCAL = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
const has = (gateway: Gateway): boolean => programOf(gateway) !== undefined;

describe('a gateway in front that does not let the run in', () => {
  test.skipIf(!has(nginx()))('an allow-list of nginx: its page, its Server, and what to do', async () => {
    const message = await refused(await behindOf(nginx('', 'deny all;')));
    expect(message).toMatch(
      /^Something in front of the interface at http:\S+ does not let the run in: \/pets is answered with 403 Forbidden and the page "403 Forbidden" \(Server: nginx\/[\d.]+\)\. Let it take requests from this machine, or give it what it asks for with --header or --client-cert\.$/u,
    );
  });

  test.skipIf(!has(haproxy()))('an allow-list of HAProxy, which has no Server', async () => {
    const message = await refused(await behindOf(haproxy('http-request deny if TRUE')));
    expect(message).toMatch(/answered with 403 Forbidden and the page "403 Forbidden"\. Let it take/u);
  });

  test.skipIf(!has(apache))('basic authentication', async () => {
    const location = 'auth_basic "Staging"; auth_basic_user_file /dev/null; proxy_pass http://behind;';
    const message = await refused(await behindOf(nginx('', location)));
    expect(message).toMatch(
      /401 Unauthorized and the page "401 Authorization Required".+a user and a password/u,
    );
  });

  test.skipIf(!has(nginx()))('a web site', async () => {
    const site = 'default_type text/html; return 200 "<html><title>Log in &#124; Shop</title>";';
    const message = await refused(await behindOf(nginx('', site)));
    expect(message).toMatch(
      /^There is a web page at .+the page "Log in &#124; Shop" \(Server: nginx.+--header\.$/u,
    );
  });

  test.skipIf(!has(nginx()))('nothing behind it: the page of the 502 is quoted', async () => {
    const origin = await startGateway(nginx(), [`127.0.0.1:${String(await freePort())}`]);
    const message = await refused({ baseUrl: `${origin}/v1` });
    expect(message).toMatch(
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
  const opened = openRun(configOf({ messages: null, timeoutMs: 5000, only, ...config }), hooks);
  const { report } = await opened.finish();
  return report.aborted?.message ?? report.requirements.find(({ id }) => id === 'version.prefix')?.verdict;
}

describe('TLS says what to do', () => {
  const served = async (options: TlsOptions) => {
    const server = createServer(options, (_, response) => void response.end('[]')).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    return { baseUrl: `https://127.0.0.1:${String((server.address() as AddressInfo).port)}/v1` };
  };

  test('unknown authority', async () => {
    const message = await refused(await served(certificate(LOCAL)));
    expect(message).toMatch(
      /is self-signed .+ Name the authority that signed it, as a PEM file, with NODE_EXTRA_CA_CERTS/u,
    );
  });

  test.each([
    ['expired', () => EXPIRED, /has expired .+ Have the certificate of the target renewed\.$/u],
    [
      'for another host',
      () => certificate(['-subj', '/CN=shop.example', '-addext', 'subjectAltName=DNS:shop.example']),
      /is for another host name \(it is for shop\.example\) .+ Give an address whose host name it is for/u,
    ],
  ])('a certificate of an authority that is known: %s', async (_what, make, words) => {
    const cli = await buildCli();
    const own = make();
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
    const old: TlsOptions = {
      ...certificate(LOCAL),
      minVersion: 'TLSv1',
      maxVersion: 'TLSv1.1',
      ciphers: 'DEFAULT@SECLEVEL=0',
    };
    expect(await refused(await served(old))).toMatch(
      /speaks no version of TLS from 1\.2 on: let it offer one/u,
    );
  });

  test('a client certificate that it demands', async () => {
    const own = certificate(LOCAL);
    const asking = await served({
      ...own,
      requestCert: true,
      rejectUnauthorized: true,
      maxVersion: 'TLSv1.2',
    });
    const env = process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    onTestFinished(() => {
      if (env === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
      else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = env;
    });
    expect(await refused(asking)).toMatch(/--client-cert/u);
  });

  test('http:// to a port of TLS', async () => {
    const { baseUrl } = await served(certificate(LOCAL));
    expect(await refused({ baseUrl: baseUrl.replace('https', 'http') })).toMatch(
      /begin the address with https:\/\//u,
    );
  });

  test('https:// to a port without TLS', async () => {
    const { baseUrl } = await reference();
    expect(await refused({ baseUrl: baseUrl.replace('http', 'https') })).toMatch(
      /speaks no TLS: begin the address with http:\/\//u,
    );
  });
});

describe('a proxy is named as the proxy, with the variable that set it', () => {
  const target = { baseUrl: 'http://petstore.invalid/v1' };

  test('a dead one', async () => {
    const port = String(await freePort());
    const message = await refused(target, { env: { HTTP_PROXY: `http://127.0.0.1:${port}` } });
    expect(message).toMatch(
      new RegExp(
        `the proxy 127\\.0\\.0\\.1:${port}, which HTTP_PROXY names, refused the connection\\. Start it, correct that variable`,
        'u',
      ),
    );
  });

  test.skipIf(!has(squid)).each([
    ['http_proxy', 'http://petstore.invalid/v1'],
    ['https_proxy', 'https://petstore.invalid/v1'],
  ])('one that refuses (%s)', async (variable, baseUrl) => {
    const proxy = await startGateway(squidForward('http_access deny all'), []);
    const message = await refused({ baseUrl }, { env: { [variable]: proxy } });
    expect(message).toMatch(
      new RegExp(
        `the proxy 127\\.0\\.0\\.1:\\d+, which ${variable} names, refused the way to petstore\\.invalid.* with status 403`,
        'u',
      ),
    );
  });

  test.skipIf(!has(squid))('one that does not reach the target', async () => {
    const proxy = await startGateway(squidForward('http_access allow all'), []);
    const baseUrl = `http://127.0.0.1:${String(await freePort())}/v1`;
    const message = await refused({ baseUrl }, { env: { http_proxy: proxy } });
    expect(message).toMatch(
      /the proxy .+, which http_proxy names, refused the way to .+ with status 503 \(ERR_CONNECT_FAIL/u,
    );
  });

  test.skipIf(!has(squid))('one that lets through is not named', async () => {
    const { baseUrl, key } = await reference();
    const proxy = await startGateway(squidForward('http_access allow all'), []);
    expect(await began({ baseUrl, apiKey: key }, { env: { http_proxy: proxy } })).toBe('pass');
  });
});
