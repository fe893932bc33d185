import { describe, expect, it } from 'vitest';
import type { Socket } from 'node:net';
import { setImmediate as tick } from 'node:timers/promises';
import { create, read, tcpServer, testClient } from './servers.ts';

const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';
const HINTS = 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n';
const ANSWER = 'HTTP/1.1 201 Created\r\nContent-Length: 8\r\n\r\n{"id":1}';

/** Writes texts one by one, each in a segment of its own as far as the system lets it. */
async function inTurn(socket: Socket, texts: Iterable<string>): Promise<void> {
  socket.setNoDelay(true);
  for (const text of texts) {
    socket.write(text);
    await tick();
  }
}

describe('informational answers that nobody asked for', () => {
  it.each([
    ['a 100', CONTINUE],
    ['two of them', CONTINUE + CONTINUE],
    ['a 100 with headers, and a hint', `HTTP/1.1 100 Continue\r\nX-A: b\r\n\r\n${HINTS}`],
    ['a hint, and a 100 behind it', HINTS + CONTINUE],
    ['one of HTTP/1.0, with bare line feeds', 'HTTP/1.0 100 Go on\n\n'],
    ['one without a reason', 'HTTP/1.1 102\r\n\r\n'],
  ])('are passed over: %s', async (_, interim) => {
    const whole = await tcpServer((socket) => void socket.write(interim + ANSWER));
    const apart = await tcpServer((socket) => void inTurn(socket, [interim, ANSWER]));
    for (const server of [whole, apart]) {
      const client = testClient({ concurrency: 1 });
      for (const ask of [create(server.url), read(server.url), create(server.url)]) {
        const told = { kind: 'answer', status: 201, body: { value: { id: 1 } } };
        expect(await client.send(ask)).toMatchObject(told);
      }
      expect(client.traffic).toEqual({ requests: 3, retried: 0 });
      expect(server.connections()).toBe(1);
    }
  });

  it('are text like any other inside of a body', async () => {
    const body = JSON.stringify(CONTINUE);
    const head = `HTTP/1.1 200 OK\r\nContent-Length: ${String(body.length)}\r\n\r\n`;
    const server = await tcpServer((socket) => void inTurn(socket, head + body));
    expect(await testClient().send(read(server.url))).toMatchObject({ body: { value: CONTINUE } });
  });

  it.each([
    [
      'a 101, which is a promise',
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
    ],
    ['a head without an end', `HTTP/1.1 100 ${'x'.repeat(40_000)}`],
    ['what only looks like one', 'HTTP/1.1 1000 \r\n\r\n'],
  ])('are not passed over where it is %s', async (_, text) => {
    const server = await tcpServer((socket) => void socket.end(text + ANSWER));
    expect(await testClient().send(create(server.url))).toMatchObject({ kind: 'no-answer' });
  });

  it('alone are no answer', async () => {
    const server = await tcpServer((socket) => void socket.end(CONTINUE));
    expect(await testClient().send(create(server.url))).toMatchObject({
      why: 'connection',
      message: expect.stringMatching(/^the connection to \S+ was closed before an answer came$/u) as string,
    });
  });
});
