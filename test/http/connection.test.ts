import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../../src/http/client.ts';
import { onAnyConnection, onConnection } from '../../src/http/connection.ts';
import type { Client } from '../../src/http/types.ts';
import { noCredential } from '../../src/engine/credentials.ts';

const sockets = new Map<Socket, number>();
const server = createServer(({ socket }, response) => {
  const number = sockets.get(socket) ?? sockets.size + 1;
  sockets.set(socket, number);
  response.setHeader('Content-Type', 'application/json').end(String(number));
});
let client: Client;
let url = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/v1/pets`;
  client = createClient({ timeoutMs: 10_000, concurrency: 8, headers: [], secrets: [], userAgent: 'test' });
});

afterAll(async () => {
  await client.close();
  server.close();
});

/** The number of the connection that a request came on. */
async function send(): Promise<string | undefined> {
  const what = { operation: 'list', method: 'GET', url, credential: noCredential, resend: 'always' } as const;
  return (await client.send(what)).exchange.response?.body;
}

function ask(own: number, last = false): Promise<string | undefined> {
  return onConnection({ own, last }, send);
}

describe('a connection of its own', () => {
  it('carries the requests of its number, one after another, and no others', async () => {
    const first = await ask(0);
    const other = await ask(1);
    expect(other).not.toBe(first);
    expect([await ask(0), await ask(0), await ask(1)]).toEqual([first, first, other]);
  });

  it('is closed behind a request that says so, and another one is opened and kept', async () => {
    const before = await ask(0);
    expect(await ask(0, true)).toBe(before);
    const after = await ask(0);
    expect(after).not.toBe(before);
    expect([await ask(0), await ask(0)]).toEqual([after, after]);
  });

  it('is not taken by what goes out on any', async () => {
    const own = await ask(0);
    const others = await onConnection({ own: 0, last: false }, () => onAnyConnection(() => send()));
    expect(others).not.toBe(own);
  });

  it('is named in evidence where it is closed', () => {
    const closing = client.exchanges.filter(({ request }) =>
      request.headers.some(([name, value]) => name === 'connection' && value === 'close'),
    );
    expect(closing).toHaveLength(1);
  });
});
