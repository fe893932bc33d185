import { describe, expect, it } from 'vitest';
import { validCredential } from '../../src/engine/target/credentials.ts';
import { ENCODINGS } from './encodings.ts';
import { answering, create, httpServer, KEY, odd, read, tcpServer, testClient } from './servers.ts';

/** Every 8 characters of the key in a row, in every encoding that keeps them together. */
const PIECES = Array.from({ length: KEY.length - 7 }, (_, at) => KEY.slice(at, at + 8)).flatMap((piece) =>
  Object.entries(ENCODINGS)
    .filter(([name]) => !name.startsWith('base64'))
    .map(([, encode]) => encode(piece)),
);
const ENCODED_WHOLE = Object.values(ENCODINGS).map((encode) => encode(KEY));

function expectNoKey(value: unknown): void {
  for (const text of [JSON.stringify(value), ...strings(value)]) {
    const leaks = [...PIECES, ...ENCODED_WHOLE].filter((piece) => text.includes(piece));
    expect(leaks).toEqual([]);
  }
}

function strings(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(strings) : [];
}

describe('evidence holds no key', () => {
  it.each(Object.entries(ENCODINGS))('that a server echoes: %s', async (_, encode) => {
    const leak = encode(KEY);
    const server = await httpServer((request, response) => {
      response.setHeader('x-echo', leak);
      response.setHeader('x-all', String(request.headers.authorization));
      response.setHeader('www-authenticate', `Bearer error_description="${leak} is no key"`);
      response.end(JSON.stringify({ message: `no: ${leak}`, headers: request.rawHeaders }));
    });
    const client = testClient();
    const outcome = await client.send(read(server.url));
    expect(outcome).toMatchObject({ kind: 'answer', body: { ok: true } });
    expectNoKey(client.exchanges);
    expect(JSON.stringify(client.exchanges)).toContain('[redacted]');
    if (outcome.kind !== 'answer') throw new Error(outcome.message);
    expect(outcome.header('x-echo'), 'judged is what came').toBe(leak);
  });

  it('that a server puts into a status line or the name of a header', async () => {
    const key = 'token-of-plain-letters-42';
    const server = await tcpServer((socket) => {
      socket.end(`HTTP/1.1 401 No ${key} here\r\nX-${key}: 1\r\nContent-Length: 0\r\n\r\n`);
    });
    const client = testClient({ secrets: [key] });
    await client.send(read(server.url, { credential: validCredential(key) }));
    expect(client.exchanges[0]?.response).toMatchObject({ statusText: 'No [redacted] here' });
    expect(JSON.stringify(client.exchanges)).not.toContain(key);
  });

  it('that was sent: in the address, the body, an extra header', async () => {
    const server = await answering();
    const client = testClient({ headers: [['X-Gateway', `t ${KEY}`]] });
    const outcome = await client.send(
      create(`${server.url}/?key=${encodeURIComponent(KEY)}`, { body: JSON.stringify({ name: KEY }) }),
    );
    expect(outcome.exchange.request).toMatchObject({
      url: `${server.url}/?key=[redacted]`,
      body: '{"name":"[redacted]"}',
    });
    expect(outcome.exchange.request.headers).toContainEqual([
      'X-Gateway',
      '<given with --header>',
      'PETSTORE_HEADER_1',
    ]);
    expectNoKey(client.exchanges);
    expect(server.seen[0]?.body).toContain('T3st');
  });

  it('when the request fails, nor does the message', async () => {
    const client = testClient();
    const outcome = await client.send(read(`http://127.0.0.1:1/${encodeURIComponent(KEY)}`));
    expect(outcome.kind).toBe('no-answer');
    expectNoKey([client.exchanges, 'message' in outcome ? outcome.message : '']);
    const broken = await tcpServer((socket) => socket.end(`${KEY}\r\n\r\n`));
    const second = await client.send(read(broken.url));
    expectNoKey([client.exchanges, 'message' in second ? second.message : '']);
  });

  it('nor any other Authorization value', async () => {
    const server = await answering();
    const client = testClient();
    const value = `Basic ${Buffer.from(`user:${KEY}`).toString('base64')}`;
    const outcome = await client.send(read(server.url, { credential: odd(value, 'Basic with the key') }));
    expect(outcome.exchange.request.headers).toContainEqual(['Authorization', '<Basic with the key>']);
    expectNoKey(client.exchanges);
  });

  it('and text without it is as it came', async () => {
    const body = JSON.stringify({ name: 'Rex \\ "the" %41 & &amp; dog \u0007', id: 1 });
    const server = await answering(body);
    expect((await testClient().send(read(server.url))).exchange.response?.body).toBe(body);
  });
});
