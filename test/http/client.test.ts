import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { attributeRequestsTo, withRequestScope, requestScope } from '../../src/http/request-scope.ts';
import { noCredential } from '../../src/engine/target/credentials.ts';
import {
  answering,
  create,
  httpServer,
  KEY,
  odd,
  rawHeader,
  read,
  tcpServer,
  testClient,
} from './servers.ts';

describe('what is sent', () => {
  it('carries the key, asks for JSON, and asks for no compression', async () => {
    const server = await answering('[]');
    await testClient({ headers: [['X-Extra', 'yes']] }).send(read(`${server.url}/v1/pets?limit=3`));
    const [request] = server.seen;
    const headers = request?.rawHeaders ?? [];
    expect(request).toMatchObject({ method: 'GET', url: '/v1/pets?limit=3', body: '' });
    expect(rawHeader(headers, 'authorization')).toBe(`Bearer ${KEY}`);
    expect(rawHeader(headers, 'accept')).toBe('application/json');
    expect(rawHeader(headers, 'user-agent')).toBe('test/1 x1');
    expect(rawHeader(headers, 'x-extra')).toBe('yes');
    for (const name of ['accept-encoding', 'content-type', 'content-length', 'transfer-encoding']) {
      expect(rawHeader(headers, name), name).toBeUndefined();
    }
  });

  it.each<[what: string, headers: [string, string][], more: object, sent: string[], shown: string]>([
    ['its exchange, whose retries go by its name', [], {}, [1, 1, 3].map((n) => `test/1 x${n}`), 'test/1 x3'],
    ['what it is called', [], { requestId: 'x61' }, Array<string>(3).fill('test/1 x61'), 'test/1 x61'],
    ['what the user says alone', [['user-agent', 'me']], {}, ['me', 'me', 'me'], '<given with --header>'],
  ])('names in the User-Agent %s', async (_, headers, more, sent, shown) => {
    let answers = 0;
    const server = await httpServer((_request, response) => {
      answers += 1;
      response.writeHead(answers === 1 ? 502 : 200).end('[]');
    });
    const client = testClient({ headers });
    for (let n = 0; n < 2; n += 1) await client.send(read(server.url, more));
    expect(server.seen.map(({ rawHeaders }) => rawHeader(rawHeaders, 'user-agent'))).toEqual(sent);
    const last = client.exchanges.at(-1)?.request.headers ?? [];
    expect(last.find(([name]) => name.toLowerCase() === 'user-agent')?.[1]).toBe(shown);
  });

  it.each([
    ['no Authorization', noCredential, undefined],
    ['an empty one', odd(''), ''],
    ['an odd one', odd('bearer   x  y, "z" \u00e9'), 'bearer   x  y, "z" \u00e9'],
  ])('has %s', async (_, given, expected) => {
    const server = await answering();
    const outcome = await testClient().send(read(server.url, { credential: given }));
    expect(rawHeader(server.seen[0]?.rawHeaders ?? [], 'authorization')).toBe(expected);
    const shown = outcome.exchange.request.headers.filter(([name]) => name === 'Authorization');
    expect(shown).toEqual(expected === undefined ? [] : [['Authorization', `<${given.label}>`]]);
  });

  it.each([
    ['a body with another type', { contentType: 'text/plain', body: 'ä{' }, 'text/plain', '3', 'ä{'],
    ['a body without a type', { contentType: null, body: '{}' }, undefined, '2', '{}'],
    ['an empty body', { body: '' }, 'application/json', '0', ''],
    ['no body', { contentType: null, body: null }, undefined, '0', ''],
  ])('has %s', async (_, more, type, length, body) => {
    const server = await answering();
    const outcome = await testClient().send(create(server.url, more));
    expect(server.seen[0]?.body).toBe(body);
    for (const headers of [
      server.seen[0]?.rawHeaders ?? [],
      outcome.exchange.request.headers.flatMap(([name, value]) => [name, value]),
    ]) {
      expect(rawHeader(headers, 'content-type')).toBe(type);
      expect(rawHeader(headers, 'content-length')).toBe(length);
    }
    expect(outcome.exchange.request.body).toBe(more.body);
  });

  it('leaves the path as it is', async () => {
    const server = await answering();
    const client = testClient();
    for (const path of ['/v1/pets/%2e%2E/a', '/v1//pets/./9223372036854775808?x=%zz', '/?q=a%20b']) {
      await client.send(read(`${server.url}${path}`));
      expect(server.seen.at(-1)?.url).toBe(path);
    }
    await client.send(read(`${server.url}/ä b#c`));
    expect(server.seen.at(-1)?.url).toBe('/%C3%A4%20b');
  });

  it.each(['Bearer a\nb', 'Bearer a\r\nX-Evil: 1', 'a\u0000', 'a\u007f', 'Bearer \u20ac'])(
    'refuses %j as a header before anything is sent',
    async (value) => {
      const server = await answering();
      const client = testClient();
      const why =
        'Cannot send the header Authorization: its value has a character that is not allowed in a header.';
      const sending = client.send(read(server.url, { credential: odd(value) }));
      await expect(sending).rejects.toThrow(new TypeError(why));
      expect(server.seen).toEqual([]);
      expect(client.exchanges).toEqual([]);
    },
  );

  it('takes no extra header that cannot be sent', () => {
    expect(() => testClient({ headers: [['x', 'a\nb']] })).toThrow(TypeError);
  });
});

describe('what comes back', () => {
  const OK = 'HTTP/1.1 200 OK\r\n';
  it('is read exactly, with its headers and media type', async () => {
    const type = ['Content-Type', 'Application/JSON ; charset=utf-8'];
    const body = '\uFEFF{"id":9223372036854775807,"status":4e2}';
    const server = await answering(body, [...type, 'X-Two', 'a', 'x-two', 'b'], 201);
    const outcome = await testClient().send(create(server.url));
    if (outcome.kind !== 'answer') throw new Error(outcome.message);
    expect(outcome).toMatchObject({
      status: 201,
      mediaType: 'application/json',
      body: { ok: true, value: { id: 9223372036854775807n, status: 400 } },
      exchange: { id: 'x1', attempt: 1, failure: null },
    });
    expect(outcome.exchange.response).toMatchObject({ status: 201, statusText: 'Created', bodySize: 42 });
    expect(outcome.header('X-TWO')).toBe('a, b');
    expect(outcome.header('x-none')).toBeUndefined();
    expect(outcome.receivedAt).toBeGreaterThanOrEqual(outcome.sentAt);
    const two = outcome.exchange.response?.headers.filter(([name]) => /two/iu.test(name));
    expect(two?.map((header) => header.join())).toEqual(['X-Two,a', 'x-two,b']);
  });

  it('has no media type where none was declared', async () => {
    expect(await testClient().send(read((await answering()).url))).toMatchObject({ mediaType: undefined });
  });

  it('is a redirect, and not what it leads to', async () => {
    const elsewhere = await answering('[]');
    const server = await answering('', { location: elsewhere.url }, 307);
    expect(await testClient().send(create(server.url))).toMatchObject({ kind: 'answer', status: 307 });
    expect(elsewhere.seen).toEqual([]);
  });

  it.each([
    ['behind a hint', `HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n${OK}Content-Length: 2\r\n\r\n[]`],
    ['in chunks', `${OK}Transfer-Encoding: chunked\r\n\r\n1\r\n[\r\n1\r\n]\r\n0\r\n\r\n`],
    ['up to the end of the connection', 'HTTP/1.0 200 OK\r\n\r\n[]'],
  ])('is whole %s', async (_, text) => {
    const server = await tcpServer((socket) => void socket.end(text));
    const whole = { status: 200, body: { ok: true, value: [] } };
    expect(await testClient().send(read(server.url))).toMatchObject(whole);
  });

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['identity', (text: string) => text],
  ])('is unpacked though nobody asked for %s', async (encoding, pack) => {
    const server = await answering(pack('{"id":1}'), { 'content-encoding': encoding });
    expect(await testClient().send(read(server.url))).toMatchObject({
      body: { ok: true, value: { id: 1 } },
      exchange: { response: { body: '{"id":1}' } },
    });
  });

  it.each([
    ['gzip', 'no gzip', { status: 200, body: { ok: false } }],
    ['zstd, unknown here', '[]', { kind: 'no-answer', why: 'too-large' }],
    ['gzip', gzipSync(Buffer.alloc(5_000_000)), { kind: 'no-answer', why: 'too-large' }],
  ])(
    'is not JSON where its %s is broken, and no answer where only we cannot undo it',
    async (encoding, body, expected) => {
      const server = await answering(body, { 'content-encoding': encoding });
      expect(await testClient({ maxBodyBytes: 1_000_000 }).send(read(server.url))).toMatchObject(expected);
    },
  );

  it('is not JSON where it is not UTF-8, and shown all the same', async () => {
    const server = await answering(Buffer.from('["caf\u00e9"]', 'latin1'));
    const outcome = await testClient().send(read(server.url));
    expect(outcome).toMatchObject({
      body: { ok: false },
      exchange: { response: { body: '["caf\ufffd"]', bodySize: 8 } },
    });
  });
});

describe('the record', () => {
  it('is in the order of ending, by names in the order of sending, and listeners hear of it', async () => {
    const waiting: (() => void)[] = [];
    const server = await httpServer((request, response) => {
      if (request.url === '/slow') waiting.push(() => response.end('{}'));
      else response.end('{}', () => waiting.forEach((answer) => answer()));
    });
    const client = testClient();
    const heard: string[] = [];
    client.onExchange((exchange) => heard.push(exchange.id));
    const slow = client.send(read(`${server.url}/slow`));
    while (waiting.length === 0) await sleep(1);
    await Promise.all([slow, client.send(read(`${server.url}/fast`))]);
    expect(client.exchanges.map(({ id, request }) => id + request.url.slice(-5))).toEqual([
      'x2/fast',
      'x1/slow',
    ]);
    expect(heard).toEqual(['x2', 'x1']);
    expect(client.traffic).toEqual({ requests: 2, retried: 0 });
  });

  it('names the check that sent the request, through concurrency and repetition', async () => {
    let refusals = 3;
    const server = await httpServer((_, response) => {
      refusals -= 1;
      response.writeHead(refusals < 0 ? 200 : 429, { 'retry-after': '0' }).end('{}');
    });
    const client = testClient();
    const checks = ['a', 'b', 'c'];
    await Promise.all(
      checks.map((check) =>
        attributeRequestsTo(check, async () => {
          await sleep(1);
          await client.send(read(`${server.url}/${check}`));
        }),
      ),
    );
    await client.send(read(`${server.url}/preflight`));
    expect(client.exchanges).toHaveLength(7);
    for (const { check, request } of client.exchanges) expect(request.url).toBe(`${server.url}/${check}`);
    expect(requestScope().check).toBe('preflight');
  });

  it('names the input classes that a request was sent for, but not those around another sender', async () => {
    const { url } = await httpServer((_, response) => response.end('{}'));
    const client = testClient();
    await attributeRequestsTo('a', async () => {
      await withRequestScope({ inputClasses: ['zero', 'negative'] }, async () => {
        await client.send(read(url));
        await attributeRequestsTo('population', () => client.send(read(url)));
      });
      await client.send(read(url));
    });
    expect(client.exchanges.map(({ check, inputClasses }) => [check, inputClasses])).toEqual([
      ['a', ['zero', 'negative']],
      ['population', undefined],
      ['a', undefined],
    ]);
  });
});

describe('concurrency', () => {
  it('never has more requests under way than allowed, to the last byte of each', async () => {
    let under = 0;
    let most = 0;
    const server = await httpServer((_, response) => {
      under += 1;
      most = Math.max(most, under);
      response.write('[');
      setTimeout(() => {
        under -= 1;
        response.end(']');
      }, 3);
    });
    const client = testClient({ concurrency: 3 });
    const outcomes = await Promise.all(Array.from({ length: 40 }, () => client.send(read(server.url))));
    expect(outcomes.every(({ kind }) => kind === 'answer')).toBe(true);
    expect(most).toBe(3);
  });

  it('keeps its connections', async () => {
    const text = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]';
    const server = await tcpServer((socket) => socket.write(text));
    const client = testClient({ concurrency: 2 });
    await Promise.all(Array.from({ length: 20 }, () => client.send(read(server.url))));
    expect(server.connections()).toBeLessThanOrEqual(2);
    expect(server.heads).toHaveLength(20);
  });
});
