import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { retryAfterMs, waitBeforeNext } from '../../src/client/retry.ts';
import { create, httpServer, read, tcpServer, testClient } from './servers.ts';

/** A server that gives these answers one after the other, and then 200s. */
async function script(
  ...answers: readonly (readonly [status: number, retryAfter?: string])[]
): ReturnType<typeof httpServer> {
  let next = 0;
  return httpServer((_, response) => {
    const [status, retryAfter] = answers[next] ?? [200];
    next += 1;
    if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter);
    response.writeHead(status).end('{}');
  });
}

const PAST = 'Sun, 06 Nov 1994 08:49:37 GMT';
const many = (status: number): (readonly [number, string])[] =>
  Array.from({ length: 20 }, () => [status, '0']);

describe('429', () => {
  it.each([
    ['seconds', '0'],
    ['a date', PAST],
    ['nothing', undefined],
  ])('is tried again, creates too, after %s', async (_, retryAfter) => {
    const server = await script(retryAfter === undefined ? [429] : [429, retryAfter]);
    const client = testClient();
    expect(await client.send(create(server.url))).toMatchObject({
      kind: 'answer',
      status: 200,
      exchange: { attempt: 2 },
    });
    expect(client.exchanges.map(({ id, attempt, response }) => [id, attempt, response?.status])).toEqual([
      ['x1', 1, 429],
      ['x2', 2, 200],
    ]);
    expect(client.traffic).toEqual({ requests: 2, retried: 1 });
  });

  it('that stays is no answer', async () => {
    const server = await script(...many(429));
    const client = testClient();
    expect(await client.send(read(server.url))).toMatchObject({
      kind: 'no-answer',
      why: 'rate-limit',
      exchange: { attempt: 6, response: { status: 429 }, failure: null },
    });
    expect(client.traffic).toEqual({ requests: 6, retried: 5 });
  });

  it('of many at once still lets everybody through', async () => {
    let budget = 0;
    const server = await httpServer((_, response) => {
      budget += 1;
      response.writeHead(budget % 3 === 0 ? 429 : 200, { 'retry-after': '0' }).end('{}');
    });
    const client = testClient({ concurrency: 8 });
    const outcomes = await Promise.all(Array.from({ length: 40 }, () => client.send(create(server.url))));
    expect(outcomes.map(({ kind }) => kind)).not.toContain('no-answer');
  });
});

it('lets nobody send anything while the target wants patience', async () => {
  const server = await httpServer((_, response) => response.writeHead(429, { 'retry-after': '10' }).end());
  const client = testClient({ concurrency: 2 });
  const first = client.send(read(`${server.url}/first`));
  while (client.exchanges.length === 0) await sleep(1);
  const second = client.send(read(`${server.url}/second`));
  await sleep(20);
  await client.close();
  expect((await Promise.all([first, second])).map(({ kind }) => kind)).toEqual(['no-answer', 'no-answer']);
  expect(server.seen.map(({ url }) => url)).toEqual(['/first']);
  expect(client.traffic).toEqual({ requests: 1, retried: 0 });
});

describe.each([502, 503, 504])('%d', (status) => {
  it('that goes away is no obstacle to a read', async () => {
    const server = await script([status, '0'], [status, PAST]);
    const client = testClient();
    expect(await client.send(read(server.url))).toMatchObject({ kind: 'answer', status: 200 });
    expect(client.traffic).toEqual({ requests: 3, retried: 2 });
  });

  it('that stays is no answer, and what came is in evidence', async () => {
    const server = await script(...many(status));
    const outcome = await testClient().send(read(server.url));
    expect(outcome).toMatchObject({ why: 'unavailable', exchange: { attempt: 6, response: { status } } });
  });

  it('never has a create sent twice', async () => {
    const server = await script([status, '0']);
    const outcome = await testClient().send(create(server.url));
    expect(outcome).toMatchObject({ why: 'unavailable', exchange: { attempt: 1, response: { status } } });
    expect(server.seen).toHaveLength(1);
  });
});

it.each([500, 501, 400, 404])('takes a %d for an answer', async (status) => {
  const server = await script([status, '0']);
  expect(await testClient().send(read(server.url))).toMatchObject({ kind: 'answer', status });
});

describe('a dropped connection', () => {
  it('is no obstacle to a read', async () => {
    let dropped = 0;
    const server = await tcpServer((socket) => {
      dropped += 1;
      if (dropped <= 2) socket.destroy();
      else socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]');
    });
    const client = testClient();
    expect(await client.send(read(server.url))).toMatchObject({ kind: 'answer', exchange: { attempt: 3 } });
    expect(client.exchanges[0]?.failure).toMatchObject({
      kind: 'connection',
      message: `the connection to ${server.url.slice(7)} was closed before an answer came`,
    });
  });

  it('that stays is no answer', async () => {
    const server = await tcpServer((socket) => socket.resetAndDestroy());
    expect(await testClient().send(read(server.url))).toMatchObject({
      why: 'connection',
      exchange: { attempt: 4 },
    });
  });

  it('never has a create sent twice, on a fresh connection or a kept one', async () => {
    let answers = 2;
    const server = await tcpServer((socket) => {
      answers -= 1;
      if (answers < 0) socket.destroy();
      else socket.write('HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\n{}');
    });
    const client = testClient({ concurrency: 1 });
    const kinds: string[] = [];
    for (let round = 0; round < 4; round += 1) kinds.push((await client.send(create(server.url))).kind);
    expect(kinds).toEqual(['answer', 'answer', 'no-answer', 'no-answer']);
    expect(server.heads).toHaveLength(4);
    expect(client.traffic).toEqual({ requests: 4, retried: 0 });
  });

  it('between two requests costs nothing', async () => {
    const server = await tcpServer((socket) =>
      socket.end('HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\n{}'),
    );
    const client = testClient({ concurrency: 1 });
    for (let round = 0; round < 5; round += 1) {
      expect(await client.send(create(server.url))).toMatchObject({ kind: 'answer', status: 201 });
      await sleep(5);
    }
    expect(server.heads).toHaveLength(5);
  });
});

it('holds no place while it waits for one request to be tried again', async () => {
  const server = await httpServer((request, response) => {
    response.writeHead(request.url === '/busy' ? 503 : 200, { 'retry-after': '9' }).end('{}');
  });
  const client = testClient({ concurrency: 1 });
  const busy = client.send(read(`${server.url}/busy`));
  expect(await client.send(read(server.url))).toMatchObject({ kind: 'answer' });
  await client.close();
  expect(await busy).toMatchObject({ why: 'cancelled', exchange: { attempt: 2 } });
  expect(client.traffic).toEqual({ requests: 2, retried: 0 });
});

describe('waitBeforeNext', () => {
  const limited = (retryAfter?: number) => ({ kind: 'rate-limit', retryAfterMs: retryAfter }) as const;

  it('doubles from 100 ms', () => {
    expect([1, 2, 3, 4, 5, 6].map((attempt) => waitBeforeNext(limited(), attempt, 'refused'))).toEqual([
      100,
      200,
      400,
      800,
      1600,
      null,
    ]);
  });

  it('waits as asked, up to a minute, and tries once more, sooner, where more is asked', () => {
    expect(waitBeforeNext(limited(2000), 3, 'always')).toBe(2000);
    expect(waitBeforeNext(limited(60_000), 1, 'always')).toBe(60_000);
    expect(waitBeforeNext(limited(1e12), 1, 'always')).toBe(10_000);
    expect(waitBeforeNext(limited(1e12), 2, 'always')).toBeNull();
    // A zero, or a clock that is off, does not make it hurry.
    expect(waitBeforeNext({ kind: 'unavailable', retryAfterMs: 0 }, 1, 'always')).toBe(100);
  });

  it('repeats nothing but a 429 where it may have had an effect', () => {
    for (const kind of ['dropped', 'timeout', 'final', 'answer'] as const) {
      expect(waitBeforeNext({ kind }, 1, 'refused')).toBeNull();
    }
    for (const kind of ['unavailable', 'busy'] as const) {
      expect(waitBeforeNext({ kind, retryAfterMs: 0 }, 1, 'refused')).toBeNull();
    }
  });

  it('tries a timeout once more', () => {
    expect(waitBeforeNext({ kind: 'timeout' }, 1, 'always')).toBe(100);
    expect(waitBeforeNext({ kind: 'timeout' }, 2, 'always')).toBeNull();
  });
});

describe('retryAfterMs', () => {
  const now = Date.UTC(1994, 10, 6, 8, 49, 30);
  it.each([
    ['0', 0],
    [' 120 ', 120_000],
    ['Sun, 06 Nov 1994 08:49:37 GMT', 7000],
    ['Sunday, 06-Nov-94 08:49:37 GMT', 7000],
    ['Sun Nov  6 08:49:37 1994', 7000],
    ['Sun, 06 Nov 1994 08:49:00 GMT', 0],
    ['-1', undefined],
    ['1.5', undefined],
    ['soon', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('%j: %s', (header, expected) => {
    expect(retryAfterMs(header, now)).toBe(expected);
  });
});

describe('a target that refuses for long', () => {
  it.each([
    ['an hour', '3600'],
    ['a week', '604800'],
  ])('and asks for %s is waited for once, and the rest is refused at once', async (_, retryAfter) => {
    let reads = 0;
    const server = await httpServer((request, response) => {
      if (request.method === 'GET') {
        reads += 1;
        response.end('[]');
      } else response.writeHead(429, { 'retry-after': retryAfter }).end('{}');
    });
    const abort = new AbortController();
    const client = testClient({ signal: abort.signal });
    const creates = Array.from({ length: 20 }, () => client.send(create(server.url)));
    // What is not refused goes on all the while.
    for (let count = 0; count < 30; count += 1) await client.send(read(server.url));
    expect(reads).toBe(30);
    expect(client.traffic.requests).toBeLessThan(40);
    abort.abort();
    await Promise.all(creates);
  });

  it('says how long it asks to wait', async () => {
    const server = await httpServer((_, response) =>
      response.writeHead(503, { 'retry-after': '3600' }).end('{}'),
    );
    expect(await testClient().send(create(server.url))).toMatchObject({
      why: 'unavailable',
      message: 'the target answered 503: not available (a rate limit?), and asks for a wait of 3600 s',
    });
  });
});

describe('a request that failed time and again', () => {
  it('is tried once more when the target has nothing else to do', async () => {
    let busy = 0;
    const server = await httpServer((request, response) => {
      if (request.url !== '/busy') response.end('[]');
      else response.writeHead((busy += 1) > 6 ? 200 : 503).end('{}');
    });
    const client = testClient();
    await client.send(read(server.url));
    expect(await client.send(read(`${server.url}/busy`))).toMatchObject({
      status: 200,
      exchange: { attempt: 7 },
    });
  });

  it('is given up in the end', async () => {
    const server = await httpServer((request, response) =>
      response.writeHead(request.url === '/busy' ? 503 : 200).end('[]'),
    );
    const client = testClient();
    await client.send(read(server.url));
    expect(await client.send(read(`${server.url}/busy`))).toMatchObject({
      why: 'unavailable',
      exchange: { attempt: 8 },
    });
  });

  it('is not waited for where the target never answered', async () => {
    const client = testClient();
    expect(await client.send(read('http://127.0.0.1:1/'))).toMatchObject({ exchange: { attempt: 4 } });
  });
});

it('a quota that is used up, with no word on when, costs a bounded time', async () => {
  let left = 5;
  const server = await httpServer((_, response) =>
    response.writeHead((left -= 1) >= 0 ? 201 : 429).end('{}'),
  );
  const client = testClient({ concurrency: 8 });
  const outcomes = await Promise.all(Array.from({ length: 60 }, () => client.send(create(server.url))));
  expect(outcomes.filter(({ kind }) => kind === 'answer')).toHaveLength(5);
  expect(client.traffic.requests).toBeLessThan(120);
});
