import { createServer as createTlsServer } from 'node:tls';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { failureFromError } from '../../src/http/failures.ts';
import type { OutgoingRequest, Outcome } from '../../src/http/types.ts';
import { SELF_SIGNED } from './certificate.ts';
import { listening } from '../later.ts';
import { answering, create, httpServer, read, tcpServer, testClient } from './servers.ts';

function reasonOf(outcome: Outcome): string {
  return outcome.kind === 'no-answer' ? `${outcome.why}: ${outcome.message}` : `answer ${outcome.status}`;
}

describe('nobody there', () => {
  it('is said with the address', async () => {
    const outcome = await testClient().send(create('http://127.0.0.1:1/v1/pets'));
    expect(reasonOf(outcome)).toBe('connection: connection refused by 127.0.0.1:1');
    expect(outcome.exchange).toMatchObject({ response: null, failure: { kind: 'connection' } });
  });

  it.each([
    ['ENOTFOUND', 'connection: the host name of h:1 is not known'],
    ['EAI_AGAIN', 'connection: the host name of h:1 could not be looked up'],
    ['EHOSTUNREACH', 'connection: h:1 cannot be reached (EHOSTUNREACH)'],
    ['UND_ERR_CONNECT_TIMEOUT', 'timeout: no complete answer within 0.007 s'],
    ['CERT_HAS_EXPIRED', 'tls: the TLS certificate of h:1 has expired (CERT_HAS_EXPIRED)'],
    [
      'ERR_TLS_CERT_ALTNAME_INVALID',
      'tls: the TLS certificate of h:1 is for another host name (ERR_TLS_CERT_ALTNAME_INVALID)',
    ],
    ['ODD', 'connection: the request to h:1 failed (ODD)'],
  ])('is named by its reason: %s', (code, expected) => {
    const error = Object.assign(new Error('text with a secret'), { code });
    const progress = { host: 'h:1', timeoutMs: 7, head: false, received: 0, sent: true };
    for (const one of [error, new AggregateError([error])]) {
      const { kind, message } = failureFromError(one, progress);
      expect(`${kind}: ${message}`).toBe(expected);
    }
  });
});

describe('TLS', () => {
  it('fails for a self-signed certificate', async () => {
    const server = createTlsServer(SELF_SIGNED, (socket) => socket.end());
    server.on('tlsClientError', () => {});
    const host = `127.0.0.1:${await listening(server)}`;
    const client = testClient();
    const outcome = await client.send(read(`https://${host}/v1/pets`));
    expect(reasonOf(outcome)).toBe(
      `tls: the TLS certificate of ${host} is self-signed (DEPTH_ZERO_SELF_SIGNED_CERT)`,
    );
    expect(client.traffic.requests).toBe(1);
  });

  it('fails where the other side speaks none', async () => {
    const server = await httpServer((_, response) => response.end());
    const outcome = await testClient().send(read(`https://${new URL(server.url).host}/`));
    expect(outcome).toMatchObject({ kind: 'no-answer', why: 'tls' });
  });
});

describe('HTTP that is broken', () => {
  const OK = 'HTTP/1.1 200 OK\r\n';
  const SHORT = 'the response body is not as long as its Content-Length says';
  const CUT =
    'the connection was closed after 4 of 10 bytes of the response body, before the response was complete';
  it.each([
    ['nonsense', 'nonsense\r\n\r\n', 1, /^the answer is not HTTP\/1\.1 \(.+\)$/u],
    ['an odd header', `${OK}a b c\r\n\r\n`, 1, ''],
    ['a bad chunk', `${OK}Transfer-Encoding: chunked\r\n\r\nzz\r\n`, 1, ''],
    ['two lengths', `${OK}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, 4, ''],
    ['a body that is cut short', `${OK}Content-Length: 10\r\n\r\n{"a"`, 4, CUT],
    ['a last body that is cut short', `${OK}Connection: close\r\nContent-Length: 10\r\n\r\n{"a"`, 4, SHORT],
    ['a chunked body that is cut short', `${OK}Transfer-Encoding: chunked\r\n\r\n5\r\n{"a"`, 4, ''],
  ])('is no answer, and told by what is wrong with it: %s', async (_, text, attempts, message) => {
    const server = await tcpServer((socket) => socket.end(text));
    expect(await testClient().send(read(server.url))).toMatchObject({
      kind: 'no-answer',
      why: 'broken-http',
      message: expect.stringMatching(message) as string,
      exchange: { attempt: attempts, response: null, failure: { kind: 'broken-http' } },
    });
  });
});

describe('time and size', () => {
  it.each<[string, (ask: string) => OutgoingRequest, number]>([
    ['a read once more', read, 2],
    ['a create no more', create, 1],
  ])('limits the time to the last byte, and tries %s', async (_, ask, attempts) => {
    const server = await httpServer((_request, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write(' '), 5);
      response.on('close', () => clearInterval(drip));
    });
    const client = testClient({ timeoutMs: 60 });
    expect(reasonOf(await client.send(ask(server.url)))).toBe('timeout: no complete answer within 0.06 s');
    expect(client.exchanges.map(({ attempt }) => attempt)).toHaveLength(attempts);
  });

  it('limits the time for the head too', async () => {
    const server = await tcpServer(() => {});
    expect(await testClient({ timeoutMs: 40 }).send(create(server.url))).toMatchObject({ why: 'timeout' });
  });

  it('goes on after a timeout', async () => {
    const server = await httpServer((request, response) => {
      if (request.url !== '/hang') response.end('{}');
    });
    const client = testClient({ timeoutMs: 200, concurrency: 1 });
    await client.send(create(`${server.url}/hang`));
    expect(await client.send(create(server.url))).toMatchObject({ kind: 'answer', status: 200 });
  });

  it('limits the size of a body, and of a head', async () => {
    const server = await answering('x'.repeat(2000));
    const client = testClient({ maxBodyBytes: 1999 });
    expect(reasonOf(await client.send(read(server.url)))).toBe(
      'too-large: the body of the answer is larger than 1999 bytes',
    );
    expect(client.traffic.requests).toBe(1);
    expect(await testClient({ maxBodyBytes: 2000 }).send(read(server.url))).toMatchObject({ kind: 'answer' });
    const large = await answering('', { a: 'x'.repeat(20_000) });
    expect(await testClient().send(read(large.url))).toMatchObject({ why: 'too-large' });
  });
});

describe('a run that is stopped', () => {
  it('ends what is under way and what waits, and sends nothing more', async () => {
    const server = await tcpServer(() => {});
    const abort = new AbortController();
    const client = testClient({ concurrency: 2, signal: abort.signal });
    const sending = Array.from({ length: 5 }, () => client.send(read(server.url)));
    while (server.heads.length < 2) await sleep(1);
    abort.abort();
    const outcomes = await Promise.all(sending);
    expect(outcomes.map(reasonOf)).toEqual(Array.from({ length: 5 }, () => 'cancelled: the run was stopped'));
    expect(client.traffic.requests).toBe(2);
    expect(client.exchanges).toHaveLength(5);
    expect(reasonOf(await client.send(read(server.url)))).toBe('cancelled: the run was stopped');
    expect(server.heads).toHaveLength(2);
  });

  it('ends a wait for a target that asked for patience', async () => {
    const server = await answering('', { 'retry-after': '10' }, 429);
    const abort = new AbortController();
    const client = testClient({ signal: abort.signal });
    const sending = client.send(read(server.url));
    while (client.exchanges.length === 0) await sleep(1);
    abort.abort();
    expect(await sending).toMatchObject({ why: 'cancelled' });
  });

  it('is closed at any time, twice too', async () => {
    const server = await tcpServer(() => {});
    const client = testClient();
    const sending = client.send(read(server.url));
    while (server.heads.length === 0) await sleep(1);
    await client.close();
    await client.close();
    expect(await sending).toMatchObject({ why: 'cancelled' });
  });
});
