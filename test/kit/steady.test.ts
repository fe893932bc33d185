import { setImmediate as tick } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { steadyClient } from '../../src/kit/steady.ts';
import type { Ask, Client, NoAnswer } from '../../src/client/types.ts';
import { noCredential } from '../../src/kit/credentials.ts';
import { fakeClient, type FakeClient, type Script } from './fake-client.ts';
import { FakeStore } from './fake-store.ts';

const ASK: Ask = {
  operation: 'list',
  method: 'GET',
  url: 'http://127.0.0.1:1/v1/pets',
  credential: noCredential,
  resend: 'always',
};

/** Requests that it lets through at once. */
const MOST = 4;

interface Watched {
  readonly steady: Client;
  readonly inner: FakeClient;
  readonly gone: NoAnswer[];
}

/** A watched client for a target that answers by the number of the request, from 1; once it is gone, nothing is sent. */
function watched(answer: (n: number) => Script): Watched {
  const gone: NoAnswer[] = [];
  let sent = 0;
  const inner = fakeClient(() => (gone.length > 0 ? 'cancelled' : answer((sent += 1))));
  const steady = steadyClient(inner, MOST, (silence) => void gone.push(silence));
  return { inner, gone, steady };
}

async function sendInARow(client: Client, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await client.send(ASK);
}

const OK: Script = { status: 200, body: '[]' };

describe('a target that answered and stops', () => {
  it('is noticed after eight silent requests in a row and one more try, once', async () => {
    const { steady, inner, gone } = watched((n) => (n === 1 ? OK : 'timeout'));
    await sendInARow(steady, 8);
    expect(gone).toEqual([]);
    await sendInARow(steady, 1);
    expect(gone).toMatchObject([{ why: 'timeout' }]);
    expect(inner.asks).toHaveLength(10);
    await sendInARow(steady, 20);
    expect(gone).toHaveLength(1);
  });

  it('is noticed once where all that was under way goes silent together', async () => {
    const { steady, gone } = watched((n) => (n === 1 ? OK : 'connection'));
    await steady.send(ASK);
    await Promise.all(Array.from({ length: 40 }, () => steady.send(ASK)));
    expect(gone).toHaveLength(1);
  });
});

describe('a target that is not gone', () => {
  it.each<[string, (n: number) => Script]>([
    ['answers now and then', (n) => (n % 8 === 1 ? OK : 'timeout')],
    ['answers the one more try', (n) => (n === 1 || n === 10 ? OK : 'timeout')],
    ['was stopped by us', (n) => (n === 1 ? OK : 'cancelled')],
    ['sends more than the kit takes', (n) => (n === 1 ? OK : 'too-large')],
    ['answers with errors', () => ({ status: 500 })],
    ['never answered a read at all', () => 'timeout'],
  ])('since it %s', async (_, answer) => {
    const { steady, gone } = watched(answer);
    await sendInARow(steady, 15);
    expect(gone).toEqual([]);
  });
});

it('lets no more requests through at once than it was told, and none is lost', async () => {
  let underWay = 0;
  let widest = 0;
  const inner = fakeClient(async () => {
    widest = Math.max(widest, (underWay += 1));
    await tick();
    underWay -= 1;
    return OK;
  });
  const steady = steadyClient(inner, MOST, () => {});
  const outcomes = await Promise.all(Array.from({ length: 30 }, () => steady.send(ASK)));
  expect(outcomes).toHaveLength(30);
  expect(widest).toBe(MOST);
});

it('lets the next one through where a request could not be put together', async () => {
  const steady = steadyClient(
    fakeClient(() => Promise.reject(new TypeError('no header'))),
    1,
    () => {},
  );
  await expect(steady.send(ASK)).rejects.toThrow('no header');
  await expect(steady.send(ASK)).rejects.toThrow('no header');
});

it('hands everything else on', async () => {
  const { steady, inner } = watched(() => OK);
  expect(await steady.send(ASK)).toMatchObject({ kind: 'answer', status: 200 });
  expect(steady.traffic).toEqual({ requests: 1, retried: 0 });
  expect(steady.exchanges).toBe(inner.exchanges);
  await expect(
    steadyClient(fakeClient(new FakeStore().answer), MOST, () => {}).close(),
  ).resolves.toBeUndefined();
});
