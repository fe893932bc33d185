import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { withRequestScope } from '../../src/http/request-scope.ts';
import { httpServer, read, testClient } from './servers.ts';

/** A server that answers with the number of the connection that a request came on, and who asks it. */
async function numbered() {
  const sockets = new Map<Socket, number>();
  const { url } = await httpServer(({ socket }, response) => {
    const number = sockets.get(socket) ?? sockets.size + 1;
    sockets.set(socket, number);
    response.end(String(number));
  });
  const client = testClient();
  const send = async () => (await client.send(read(url))).exchange.response?.body;
  return {
    client,
    send,
    ask: (own: number, last = false) => withRequestScope({ connection: { own, last } }, send),
  };
}

describe('a connection of its own', () => {
  it('carries the requests of its number, one after another, and no others', async () => {
    const { ask } = await numbered();
    const first = await ask(0);
    const other = await ask(1);
    expect(other).not.toBe(first);
    expect([await ask(0), await ask(0), await ask(1)]).toEqual([first, first, other]);
  });

  it('is closed behind a request that says so, as evidence has it, and another one is opened and kept', async () => {
    const { ask, client } = await numbered();
    const before = await ask(0);
    expect(await ask(0, true)).toBe(before);
    const after = await ask(0);
    expect(after).not.toBe(before);
    expect([await ask(0), await ask(0)]).toEqual([after, after]);
    const closing = client.exchanges.filter(({ request }) =>
      request.headers.some(([name, value]) => name === 'connection' && value === 'close'),
    );
    expect(closing.map(({ id }) => id)).toEqual(['x2']);
  });

  it('may carry a step that is not waited for long, where others are answered', async () => {
    const { url } = await httpServer((request, response) =>
      response.writeHead(request.url === '/odd' ? 503 : 200).end('[]'),
    );
    const client = testClient();
    const step = async (path: string) =>
      withRequestScope({ connection: { own: 0, last: false, isBrief: true } }, () =>
        client.send(read(`${url}${path}`)),
      );
    await step('/');
    expect((await step('/odd')).exchange.attempt).toBe(3);
  });

  it('is not taken by what goes out on any', async () => {
    const { ask, send } = await numbered();
    const own = await ask(0);
    const others = await withRequestScope({ connection: { own: 0, last: false } }, () =>
      withRequestScope({ connection: undefined }, () => send()),
    );
    expect(others).not.toBe(own);
  });
});
