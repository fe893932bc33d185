import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { expect, test, vi } from 'vitest';
import { listenerAt, placeOf } from '../../src/watch/listener.ts';
import { watchPresence } from '../../src/watch/presence.ts';

test.each([
  ['http://127.0.0.1:8080/v1', { host: '127.0.0.1', port: 8080 }],
  ['http://example.com/v1', { host: 'example.com', port: 80 }],
  ['https://[::1]/v1', { host: '::1', port: 443 }],
])('the place of %s', (address, place) => {
  expect(placeOf(address)).toEqual(place);
});

async function listening(port = 0): Promise<Server> {
  const server = createServer((socket) => socket.on('error', () => undefined));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

async function closed(server: Server): Promise<void> {
  server.close();
  await once(server, 'close');
}

test('what listens is another one after a restart, however quick, and nobody in between', async () => {
  const one = await listening();
  const { port } = one.address() as AddressInfo;
  const look = listenerAt({ host: '127.0.0.1', port });
  const first = await look();
  expect(first).toBeDefined();
  expect(await look()).toBe(first);
  await closed(one);
  expect(await look()).toBeUndefined();
  const two = await listening(port);
  const second = await look();
  expect(second).toBeDefined();
  // Elsewhere than on Linux a connection tells no more than that somebody is there.
  if (process.platform === 'linux') expect(second).not.toBe(first);
  await closed(two);
});

test('tells that a server went, and that it came back; a look that is alone is not believed', async () => {
  const said: string[] = [];
  const end = new AbortController();
  let there: string | undefined = 'one';
  let lie = false;
  const look = () => {
    if (!lie) return Promise.resolve(there);
    lie = false;
    return Promise.resolve(undefined);
  };
  const listener = { gone: () => void said.push('gone'), back: () => void said.push('back') };
  const watching = watchPresence(look, 'one', listener, end.signal);
  lie = true;
  await vi.waitFor(() => expect(lie).toBe(false), { timeout: 60_000 });
  there = undefined;
  await vi.waitFor(() => expect(said).toEqual(['gone']), { timeout: 60_000 });
  there = 'two';
  await vi.waitFor(() => expect(said).toEqual(['gone', 'back']), { timeout: 60_000 });
  there = 'three';
  await vi.waitFor(() => expect(said).toEqual(['gone', 'back', 'back']), { timeout: 60_000 });
  end.abort();
  await watching;
});
