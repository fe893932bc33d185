import { describe, expect, it } from 'vitest';
import { create, httpServer, read, testClient } from './servers.ts';

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
