import { describe, expect, test } from 'vitest';
import { errorOf, speakTo } from './speak.ts';

describe('POST /pets', () => {
  test.each<readonly [body: string, more: object]>([
    ['{"name":"Rex","categoryId":2,"status":"sold"}', { status: 'sold' }],
    ...['2', '2.0', '20e-1', '0.2E1', '2.000'].map(
      (two) => [`{"name":"Rex","categoryId":${two}}`, {}] as const,
    ),
  ])('%s is answered 201 with the animal', async (body, more) => {
    const { say } = await speakTo();
    const answer = await say('/pets', { method: 'POST', body });
    expect([answer.status, answer.headers['content-type']]).toEqual([201, 'application/json']);
    expect(answer.json).toEqual({ id: 1, name: 'Rex', categoryId: 2, ...more });
  });

  test.each(['9007199254740993', '9223372036854775807', '-9223372036854775808'])(
    'category %s comes back to the digit from every operation',
    async (category) => {
      const { say } = await speakTo({ firstId: 2n ** 53n + 1n });
      const made = await say('/pets', { method: 'POST', body: `{"name":"Rex","categoryId":${category}}` });
      const got = await say('/pets/9007199254740993');
      const listed = await say('/pets');
      const pet = `{"id":9007199254740993,"name":"Rex","categoryId":${category}}`;
      expect([made.text, got.text, listed.text]).toEqual([pet, pet, `[${pet}]`]);
    },
  );

  test.each<[what: string, body: string, status?: number, contentType?: string | null]>([
    ['no name', '{"categoryId":1}'],
    ['no category', '{"name":"Rex"}'],
    ['a number as name', '{"name":1,"categoryId":1}'],
    ['an empty name', '{"name":"","categoryId":1}'],
    ['a name of 201 characters', JSON.stringify({ name: 'x'.repeat(201), categoryId: 1 })],
    ['a string as category', '{"name":"Rex","categoryId":"1"}'],
    ['a fraction as category', '{"name":"Rex","categoryId":1.5}'],
    ['2^63 as category', '{"name":"Rex","categoryId":9223372036854775808}'],
    ['a vast exponent', '{"name":"Rex","categoryId":1e999999999}'],
    ['an unknown category', '{"name":"Rex","categoryId":6}'],
    ['an unknown status', '{"name":"Rex","categoryId":1,"status":"Sold"}'],
    ['null as status', '{"name":"Rex","categoryId":1,"status":null}'],
    ['an array', '[]'],
    ['null', 'null'],
    ['no body', ''],
    ['a trailing comma', '{"name":"Rex","categoryId":1,}'],
    ['a second value', '{"name":"Rex","categoryId":1}{}'],
    ['a leading zero', '{"name":"Rex","categoryId":01}'],
    ['a raw line feed in a string', '{"name":"a\nb","categoryId":1}'],
    ['deep nesting', `{"name":"Rex","categoryId":1,"x":${'['.repeat(200_000)}`],
    ['another media type', '{"name":"Rex","categoryId":1}', 415, 'text/plain'],
    ['no media type', '{"name":"Rex","categoryId":1}', 415, null],
    ['a body past the bound', JSON.stringify({ name: 'Rex', categoryId: 1, x: 'x'.repeat(1_100_000) }), 413],
  ])('%s is refused and stored nowhere', async (_, body, status = 400, contentType = 'application/json') => {
    const { say } = await speakTo();
    const answer = await say('/pets', { method: 'POST', body, contentType });
    expect([answer.status, answer.json]).toEqual([status, errorOf(status)]);
    expect((await say('/pets')).json).toEqual([]);
  });

  test('a name of 200 unusual characters is kept exactly', async () => {
    const { say } = await speakTo();
    const name = ` \u0000"\\<ü\u{1F600}${'x'.repeat(193)}`;
    const answer = await say('/pets', { method: 'POST', body: { name, categoryId: 1 } });
    expect(answer.json).toEqual({ id: 1, name, categoryId: 1 });
  });

  test('of duplicate members the last one counts, and unknown ones are passed over', async () => {
    const { say } = await speakTo();
    const body = '{"name":"A","name":"B","categoryId":1,"id":77,"__proto__":{"status":"sold"}}';
    expect((await say('/pets', { method: 'POST', body })).text).toBe('{"id":1,"name":"B","categoryId":1}');
  });

  test('animals added at the same moment get ids of their own', async () => {
    const { say } = await speakTo();
    const add = () => say('/pets', { method: 'POST', body: { name: 'Rex', categoryId: 1 } });
    const made = await Promise.all(Array.from({ length: 20 }, add));
    expect(new Set(made.map((answer) => answer.text)).size).toBe(20);
  });
});

describe('GET /pets', () => {
  const lengthOf = (json: unknown) => (Array.isArray(json) ? json.length : undefined);

  test.each([
    ['', 20],
    ['?limit=20', 20],
    ['?limit=1', 1],
    ['?limit=100', 100],
    ['?limit=99&status=sold', 30],
    ['?status=available', 20],
    ['?limit=5&status=pending', 5],
    ['?colour=red', 20],
  ])('%s brings %i of 120 animals', async (query, count) => {
    const { say } = await speakTo({ seedAnimals: 120 });
    const answer = await say(`/pets${query}`);
    expect([answer.status, lengthOf(answer.json)]).toEqual([200, count]);
  });
});

describe('GET /pets/{petId}', () => {
  test('a known animal comes with the announcement of the removal', async () => {
    const { say } = await speakTo({ seedAnimals: 1, asOf: '2030-12-05' });
    const answer = await say('/pets/1');
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({ id: 1, name: 'Seed 1', categoryId: 1, status: 'available' });
    expect(answer.headers['deprecation']).toMatch(/^@\d+$/);
    expect(answer.headers['sunset']).toBe('Thu, 05 Dec 2030 23:59:59 GMT');
  });

  test('after its removal it is gone', async () => {
    const { say } = await speakTo({ seedAnimals: 1, asOf: '2030-12-06' });
    const answer = await say('/pets/1');
    expect([answer.status, answer.json]).toEqual([410, errorOf(410)]);
  });
});

describe('everything else', () => {
  const limits = ['0', '-1', '101', '1e1', '1.0', 'ten', '', '9223372036854775808', '1&limit=2'];
  const ids = ['2', '4294967297', '-1', 'one', '1.0', '9223372036854775808', '%31%', '0x1'];
  test.each([
    ...limits.map((limit) => [`/pets?limit=${limit}`, 'GET', 400] as const),
    ['/pets?status=SOLD', 'GET', 400],
    ...ids.map((id) => [`/pets/${id}`, 'GET', 404] as const),
    ['/cats', 'GET', 404],
    ['/pets/', 'GET', 404],
    ['/pets/1/toys', 'GET', 404],
    ['/pets', 'DELETE', 405],
    ['/pets/1', 'PUT', 405],
    ['/pets', 'OPTIONS', 405],
  ] as const)('%s %s is answered %i with an Error', async (path, method, status) => {
    const { say } = await speakTo({ seedAnimals: 1 });
    const answer = await say(path, { method });
    expect([answer.status, answer.json]).toEqual([status, errorOf(status)]);
  });

  test('HEAD is GET without the body', async () => {
    const { say } = await speakTo({ seedAnimals: 1 });
    const answer = await say('/pets', { method: 'HEAD' });
    expect([answer.status, answer.text]).toEqual([200, '']);
  });
});
