import { createServer, request as forward } from 'node:http';
import { connect } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listening } from '../later.ts';
import { SELF_SIGNED } from './certificate.ts';
import { answering, create, testClient } from './servers.ts';

/** A small forward proxy; `went` holds what went through it. */
async function proxyServer(): Promise<{ url: string; went: string[] }> {
  const went: string[] = [];
  const server = createServer((incoming, outgoing) => {
    went.push(`${incoming.method ?? ''} ${incoming.url ?? ''}`);
    const { method = 'GET', headers, url = '' } = incoming;
    const passing = forward(url, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(outgoing);
    });
    passing.on('error', () => outgoing.writeHead(502).end());
    incoming.pipe(passing);
  });
  server.on('connect', (incoming, socket) => {
    went.push(`CONNECT ${incoming.url ?? ''}`);
    const { hostname, port } = new URL(`http://${incoming.url ?? ''}`);
    const tunnel = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      tunnel.pipe(socket).pipe(tunnel);
    });
    for (const end of [socket, tunnel]) {
      end.on('error', () => {});
      onTestFinished(() => void end.destroy());
    }
  });
  const port = await listening(server);
  onTestFinished(() => server.closeAllConnections());
  return { url: `http://127.0.0.1:${port}`, went };
}

describe('a proxy', () => {
  it.each(['http_proxy', 'HTTP_PROXY'])(
    'is used where %s names it, and nothing is warned about',
    async (name) => {
      const warnings: Error[] = [];
      const warned = (warning: Error): void => void warnings.push(warning);
      process.on('warning', warned);
      onTestFinished(() => void process.off('warning', warned));
      const server = await answering('{"id":1}', {}, 201);
      const proxy = await proxyServer();
      const client = testClient({ env: { [name]: proxy.url } });
      const outcome = await client.send(create(`${server.url}/v1/pets`));
      expect(outcome).toMatchObject({ kind: 'answer', status: 201, body: { value: { id: 1 } } });
      expect(proxy.went).toEqual([`POST ${server.url}/v1/pets`]);
      expect(server.seen[0]?.body).toBe('{"name":"Rex","categoryId":1}');
      await client.close();
      expect(warnings).toEqual([]);
    },
  );

  it('tunnels https, whose certificate is still the target\u2019s', async () => {
    const server = createTlsServer(SELF_SIGNED);
    server.on('tlsClientError', () => {});
    const host = `127.0.0.1:${await listening(server)}`;
    const proxy = await proxyServer();
    const outcome = await testClient({ env: { HTTPS_PROXY: proxy.url } }).send(create(`https://${host}/`));
    expect(outcome).toMatchObject({ why: 'tls' });
    expect(proxy.went).toEqual([`CONNECT ${host}`]);
  });

  it.each([403, 407])('that refuses with %d is said, as what the proxy did', async (status) => {
    const server = createServer((_, response) => response.writeHead(status).end());
    server.on('connect', (_, socket) => socket.end(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\n\r\n`));
    const url = `http://127.0.0.1:${await listening(server)}`;
    onTestFinished(() => server.closeAllConnections());
    const client = testClient({ env: { HTTP_PROXY: url, HTTPS_PROXY: url } });
    const tunnel = await client.send(create('https://petstore.invalid/'));
    expect(tunnel).toMatchObject({
      why: 'proxy',
      message: `the proxy ${new URL(url).host}, which HTTPS_PROXY names, refused to connect to petstore.invalid with status ${status}`,
    });
    // A plain request is answered by the proxy in the target's place; only 407 cannot be the target's.
    const outcome = await client.send(create('http://petstore.invalid/'));
    expect(outcome).toMatchObject(status === 407 ? { why: 'proxy' } : { kind: 'answer', status });
  });

  it('that nobody is behind is said', async () => {
    const client = testClient({ env: { HTTP_PROXY: 'http://127.0.0.1:1' } });
    expect(await client.send(create('http://petstore.invalid/'))).toMatchObject({
      why: 'proxy',
      message: 'the proxy 127.0.0.1:1, which HTTP_PROXY names, refused the connection',
      unsent: true,
    });
  });

  it('with an address that is not valid is refused at once, without showing it', () => {
    const make = (value: string) => () => testClient({ env: { HTTP_PROXY: value } });
    for (const value of ['ftp://user:secret@h', 'http://user:secret@:99999', '::::']) {
      expect(make(value)).toThrow(
        'HTTP_PROXY is not the address of an HTTP proxy: give it as http://host:port, or unset it.',
      );
    }
    expect(make('proxy.example:3128')).not.toThrow();
  });
});
