import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { expect, test } from 'vitest';
import { createListenerProbe, watchReachability } from '../../src/watch/reachability.ts';
import { listening } from '../later.ts';

const quiet = () => createServer((socket) => socket.on('error', () => undefined));

async function closed(server: Server): Promise<void> {
  server.close();
  await once(server, 'close');
}

test('what listens is another one after a restart, however quick, and nobody in between', async () => {
  const [one, two] = [quiet(), quiet()];
  const port = await listening(one);
  const look = createListenerProbe(`http://127.0.0.1:${String(port)}/v1`);
  const first = await look();
  expect(first).toBeDefined();
  expect(await look()).toBe(first);
  await closed(one);
  expect(await look()).toBeUndefined();
  await listening(two, port);
  const second = await look();
  expect(second).toBeDefined();
  // Elsewhere than on Linux a connection tells no more than that somebody is there.
  if (process.platform === 'linux') expect(second).not.toBe(first);
  await closed(two);
});

test('tells that a server went, and that it came back; a look that is alone is not believed', async () => {
  const end = new AbortController();
  // What each look sees; the last of them stays.
  const seen = ['one', undefined, 'one', undefined, undefined, 'two', 'two', 'three', 'two', 'three'];
  const look = () => Promise.resolve(seen.length > 1 ? seen.shift() : seen[0]);
  const said: boolean[] = [];
  for await (const isThere of watchReachability('http://127.0.0.1/v1', end.signal, look)) {
    said.push(isThere);
    if (said.length === 4) end.abort();
  }
  expect(said).toEqual([true, false, true, true]);
});

test.each([
  ['http://[::1]:9/v1', false],
  ['https://localhost/v1', false],
  ['http://petstore.example/v1', true],
])('whether nobody at %s may be behind a proxy: %s', async (address, there) => {
  const looks = watchReachability(address, AbortSignal.abort(), () => Promise.resolve(undefined));
  for await (const isThere of looks) expect(isThere).toBe(there);
});
