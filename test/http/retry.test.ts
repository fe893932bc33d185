import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { create, httpServer, read, tcpServer, testClient } from './servers.ts';

type Given = readonly [status: number, retryAfter?: string, body?: string] | 'dropped';

/** A server that gives these answers one after the other, the last one of them for good. */
async function script(...answers: readonly Given[]): ReturnType<typeof httpServer> {
  let next = 0;
  return httpServer((_, response) => {
    const answer = answers[Math.min(next, answers.length - 1)] ?? OK;
    next += 1;
    if (answer === 'dropped') {
      response.destroy();
      return;
    }
    const [status, retryAfter, body = '{}'] = answer;
    const type = { 'content-type': body.startsWith('<') ? 'text/html' : 'application/json' };
    response
      .writeHead(status, { ...type, ...(retryAfter !== undefined && { 'retry-after': retryAfter }) })
      .end(body);
  });
}

const PAST = 'Sun, 06 Nov 1994 08:49:37 GMT';
const OK: Given = [200];
const CAPTCHA = '<html><div class="g-recaptcha"></div></html>';

describe('what goes away is no obstacle', () => {
  type Row = [what: string, ask: typeof read, answers: readonly Given[]];
  it.each<Row>([
    ['a create after a 429 and seconds', create, [[429, '0'], OK]],
    ['a create after a 429 and a date', create, [[429, PAST], OK]],
    ['a create after a 429 alone', create, [[429], OK]],
    ['a create after a 403 that asks to wait', create, [[403, '0'], OK]],
    ['a read after the page of a bot shield', read, [[403, '0', CAPTCHA], [200, '0', CAPTCHA], OK]],
    ...[502, 503, 504, 520, 530].map((n): Row => [`a read after a ${n}`, read, [[n, '0'], [n, PAST], OK]]),
    ['a read after a dropped connection', read, ['dropped', 'dropped', OK]],
  ])('to %s', async (_, ask, answers) => {
    const client = testClient();
    const server = await script(...answers);
    const { length } = answers;
    const told = { kind: 'answer', status: 200, exchange: { attempt: length } };
    expect(await client.send(ask(server.url))).toMatchObject(told);
    expect(client.exchanges.map(({ id, attempt }) => [id, attempt])).toEqual(
      answers.map((_answer, at) => [`x${at + 1}`, at + 1]),
    );
    expect(client.traffic).toEqual({ requests: length, retried: length - 1 });
  });
});

describe('what stays is no answer', () => {
  const GONE = { why: 'unavailable' };
  type Row = [what: string, ask: typeof read, answer: Given, expected: object];
  it.each<Row>([
    ['429', read, [429, '0'], { why: 'rate-limit', exchange: { attempt: 6, response: { status: 429 } } }],
    ...[502, 503, 504].flatMap((status): Row[] => [
      [String(status), read, [status, '0'], { ...GONE, exchange: { attempt: 6, response: { status } } }],
      [String(status), create, [status, '0'], { ...GONE, exchange: { attempt: 1 } }],
    ]),
    ['a drop', read, 'dropped', { why: 'connection', exchange: { attempt: 4, response: null } }],
    ['a drop', create, 'dropped', { why: 'connection', exchange: { attempt: 1 } }],
  ])('%s, and no create is sent twice', async (_, ask, answer, expected) => {
    const server = await script(answer);
    const client = testClient();
    expect(await client.send(ask(server.url))).toMatchObject({ kind: 'no-answer', ...expected });
    expect(server.seen).toHaveLength(client.traffic.requests);
  });

  it.each([500, 501, 519, 531, 400, 404])('though a %d is one', async (status) => {
    const server = await script([status, '0']);
    expect(await testClient().send(read(server.url))).toMatchObject({ kind: 'answer', status });
  });
});

it('a 403 is an answer where others that are let through ask to wait too', async () => {
  const server = await script([200, '0'], [403, '0']);
  const client = testClient();
  await client.send(read(server.url));
  expect(await client.send(read(server.url))).toMatchObject({ kind: 'answer', status: 403 });
});

it.each([
  ['cf-mitigated', 'challenge', 'unavailable'],
  ['x-amzn-waf-action', 'captcha', 'unavailable'],
  ['x-vercel-mitigated', 'challenge', 'unavailable'],
  ['x-ratelimit-remaining', '0', 'rate-limit'],
])('a 403 with %s: %s is no answer of the service', async (name, value, why) => {
  const server = await httpServer((_, response) => response.writeHead(403, { [name]: value }).end('{}'));
  expect(await testClient().send(read(server.url, { exclusive: 'single' }))).toMatchObject({ why });
});

describe('a 409', () => {
  /** Two requests at once, twice; the first answers are 409, so many of them. */
  async function twoAtOnce(refused: number) {
    let sent = 0;
    const server = await httpServer((_, response) => {
      response.writeHead((sent += 1) <= refused ? 409 : 200);
      setTimeout(() => response.end('{}'), 5);
    });
    const client = testClient({ concurrency: 2 });
    const two = () => Promise.all([create, read].map((ask) => client.send(ask(server.url))));
    const outcomes = [...(await two()), ...(await two())];
    return { statuses: outcomes.map(({ exchange }) => exchange.response?.status), ...client.traffic };
  }

  it('beside another request is sent once more alone, and what comes then counts', async () => {
    expect(await twoAtOnce(2)).toEqual({ statuses: [200, 200, 200, 200], requests: 6, retried: 2 });
  });

  it('stands where it is refused alone too, and is sent again only a few times in a row', async () => {
    expect(await twoAtOnce(9)).toEqual({ statuses: [409, 409, 409, 409], requests: 8, retried: 4 });
  });

  it('stands where nothing else was in flight', async () => {
    const server = await script([409]);
    const client = testClient();
    expect(await client.send(create(server.url))).toMatchObject({ kind: 'answer', status: 409 });
    expect(client.traffic.requests).toBe(1);
  });
});

it('a limit of connections is named where a read is still dropped', async () => {
  let under = 0;
  let most = 8;
  const server = await httpServer((_, response) => {
    under += 1;
    const isOver = under > most;
    setTimeout(() => {
      under -= 1;
      if (isOver) response.destroy();
      else response.end('[]');
    }, 5);
  });
  const client = testClient({ concurrency: 8 });
  await Promise.all(Array.from({ length: 8 }, () => client.send(read(server.url))));
  most = 2;
  await Promise.all(Array.from({ length: 40 }, () => client.send(read(server.url))));
  most = 0;
  expect(await client.send(read(server.url))).toMatchObject({
    message: expect.stringContaining('Try a lower --concurrency') as string,
  });
});

it('a 429 of many at once still lets everybody through', async () => {
  let budget = 0;
  const server = await httpServer((_, response) => {
    budget += 1;
    response.writeHead(budget % 3 === 0 ? 429 : 200, { 'retry-after': '0' }).end('{}');
  });
  const client = testClient({ concurrency: 8 });
  const outcomes = await Promise.all(Array.from({ length: 40 }, () => client.send(create(server.url))));
  expect(outcomes.map(({ kind }) => kind)).not.toContain('no-answer');
});

it('lets nobody send anything while the target wants patience', async () => {
  const server = await script([429, '10']);
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

it('never sends a create twice where a kept connection is dropped', async () => {
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
});

it('a connection that is dropped between two requests costs nothing', async () => {
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
    const server = await script([503, '3600']);
    expect(await testClient().send(create(server.url))).toMatchObject({
      why: 'unavailable',
      message: 'the target answered 503: unavailable, or a rate limit, and asks for a wait of 3600 s',
    });
  });

  it("reads a date by the target's own clock", async () => {
    const [date, then] = ['Sun, 06 Nov 1994 08:00:00 GMT', 'Sun, 06 Nov 1994 09:00:00 GMT'];
    const server = await httpServer((_, response) =>
      response.writeHead(503, { date, 'retry-after': then }).end(),
    );
    expect(await testClient().send(create(server.url))).toMatchObject({
      message: 'the target answered 503: unavailable, or a rate limit, and asks for a wait of 3600 s',
    });
  });
});

it('gives an operation up once three of its requests used up all their attempts, until one is answered', async () => {
  let isUp = false;
  const server = await httpServer((request, response) =>
    response.writeHead(isUp || request.method === 'POST' ? 200 : 503).end('[]'),
  );
  const client = testClient();
  const attempts = async () => (await client.send(read(server.url))).exchange.attempt;
  expect(await Promise.all([attempts(), attempts(), attempts()])).toEqual([6, 6, 6]);
  expect(await client.send(create(server.url))).toMatchObject({ status: 200 });
  expect(await attempts()).toBe(1);
  isUp = true;
  expect(await attempts()).toBe(1);
  isUp = false;
  expect(await attempts()).toBe(6);
});

it('gives nothing up where requests are answered at their third attempt', async () => {
  const refused: readonly Given[] = [[429], [429], [400]];
  const server = await script(...refused, ...refused, ...refused, ...refused);
  const client = testClient();
  const attempts = [];
  for (let n = 0; n < 4; n += 1) attempts.push((await client.send(create(server.url))).exchange.attempt);
  expect(attempts).toEqual([3, 3, 3, 3]);
});

it.each([
  ['slows the others down', {}, false],
  ['slows nothing down where the input is known to be the reason', { noSlowdown: true }, true],
] as const)('a 503 to a create %s', async (_, known, isFull) => {
  let together = 0;
  let most = 0;
  const server = await httpServer((request, response) => {
    most = Math.max(most, (together += 1));
    setTimeout(() => {
      together -= 1;
      response.writeHead(request.method === 'POST' ? 503 : 200).end('[]');
    }, 200);
  });
  const client = testClient({ concurrency: 8 });
  await client.send(create(server.url, known));
  await Promise.all(Array.from({ length: 8 }, () => client.send(read(server.url))));
  expect(most === 8).toBe(isFull);
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
