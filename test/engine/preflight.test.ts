import { describe, expect, it, test } from 'vitest';
import { stoppedRespondingAbort } from '../../src/engine/silence/preflight.ts';
import { FakeStore, ok, refusal } from './fake-store.ts';
import { askOf, fakeClient, type Script } from './fake-client.ts';
import { benchOf } from './context-of.ts';

const LIST = ok(200, []);
const PAGE = { status: 200, body: '<html></html>', type: 'text/html' } as const;
const PET = ok(201, { id: 1, name: 'Rex', categoryId: 1 });

/** A target that answers each operation in one way. */
const target = (list: Script, create: Script, get: Script = refusal(404)) =>
  benchOf((ask) => (ask.operation === 'list' ? list : ask.operation === 'create' ? create : get));

describe('the question whether the run can begin', () => {
  it.each<[string, Script, Script, string | undefined, string]>([
    ['listing works', LIST, 'connection', undefined, ''],
    ['listing fails with a 500', refusal(500), 'connection', undefined, ''],
    ['listing is answered with a redirect', { status: 302 }, refusal(401), undefined, ''],
    ['listing is refused with 403', refusal(403), refusal(401), undefined, ''],
    [
      'listing works with a body that is not JSON',
      { status: 200, body: 'hello' },
      refusal(401),
      undefined,
      '',
    ],
    ['the key is refused by list and create alike', refusal(401), refusal(401), 'configuration', '--api-key'],
    ['the key is refused by list alone', refusal(401), PET, undefined, ''],
    ['list and create are absent', refusal(404), refusal(404), 'configuration', '--base-url'],
    ['list alone is absent', refusal(404), PET, undefined, ''],
    ['list is absent and create is refused', refusal(404), refusal(401), undefined, ''],
    ['there is a web page', PAGE, PAGE, 'configuration', 'HTML'],
    ['listing alone shows a web page', PAGE, PET, undefined, ''],
    [
      'a page is called one and holds JSON',
      { status: 200, body: '[]', type: 'text/html' },
      PAGE,
      undefined,
      '',
    ],
    [
      'a gateway refuses in HTML',
      { ...PAGE, status: 403 },
      { ...PAGE, status: 405 },
      'configuration',
      '--header',
    ],
    ['a gateway refuses listing alone', { ...PAGE, status: 403 }, PET, undefined, ''],
    ['the key may do nothing', refusal(403), refusal(403), 'configuration', '--api-key'],
    ['there is a web site', PAGE, { ...PAGE, status: 405 }, 'configuration', 'HTML'],
    ['there is a page for an error', { ...PAGE, status: 500 }, { ...PAGE, status: 500 }, undefined, ''],
    ['there is only a redirect', { status: 302 }, { status: 307 }, 'configuration', '302'],
    ['nobody answers', 'connection', 'connection', 'network', 'could not be reached'],
    ['TLS fails', 'tls', 'tls', 'network', 'could not be reached'],
    ['nothing comes in time', 'timeout', 'timeout', 'network', 'could not be reached'],
    ['a gateway stays away', 'unavailable', 'unavailable', 'network', 'could not be reached'],
    ['every answer is 429', 'rate-limit', 'rate-limit', 'rate-limit', '--concurrency'],
    ['listing alone gets no answer', 'timeout', PET, undefined, ''],
  ])('where %s', async (_, list, create, cause, word) => {
    const { session } = target(list, create);
    const abort = await session.preflight();
    expect(abort?.cause).toBe(cause);
    expect(abort?.message ?? '').toContain(word);
  });

  it('says it in words that name the address and never the key', async () => {
    for (const said of [
      refusal(401),
      refusal(404),
      PAGE,
      { status: 302 },
      'connection',
      'tls',
      'timeout',
    ] as const) {
      const abort = await target(said, said).session.preflight();
      expect(abort?.message).toContain('http://127.0.0.1:1/v1');
      expect(abort?.message).not.toContain('0123456789abcdef');
      expect(abort?.message).toMatch(/^[A-Z].*\.$/);
    }
  });

  it('asks once, and creates nothing where listing works', async () => {
    const { client, session } = benchOf(new FakeStore().answer);
    await Promise.all([session.preflight(), session.preflight()]);
    await session.world.baseline.unfilteredList();
    expect(client.asks.map(({ operation }) => operation)).toEqual(['list']);
  });

  it.each([{ readOnly: true }, { maxCreated: 0 }])('sends nothing but GET with %o', async (config) => {
    for (const status of [401, 404]) {
      const { client, session } = benchOf(() => refusal(status), config);
      expect((await session.preflight())?.cause).toBe('configuration');
      expect(client.asks.map(({ method }) => method)).toEqual(['GET', 'GET']);
    }
  });

  it('lets a read-only run begin where getting an animal shows that the trouble is with listing alone', async () => {
    const script = (list: Script, get: Script) =>
      benchOf((ask) => (ask.operation === 'list' ? list : get), { readOnly: true }).session.preflight();
    expect(await script(refusal(401), ok(200, {}))).toBeUndefined();
    expect(await script(refusal(404), refusal(401))).toBeUndefined();
    expect(await script('timeout', refusal(401))).toBeUndefined();
  });
});

test.each<[Script, string, string]>([
  [
    'rate-limit',
    'The target stopped accepting requests 0.0 s into the run. Last answered request: GET /v1/pets/2 (x2). Next one: GET /v1/pets/3 (x3). Error: nothing came: rate-limit. Run again later, with a lower --concurrency, or with a key that has a higher rate limit.',
    'before this was decided, nothing came: rate-limit',
  ],
  [
    'timeout',
    'The target stopped responding 0.0 s into the run. Last response: GET /v1/pets/2 (x2). First request without one: GET /v1/pets/3 (x3). Error: nothing came: timeout. Check its log, restart it, and run again.',
    'the target stopped responding before this was decided',
  ],
])('the words for a target that goes away with %s', async (said, message, reason) => {
  const client = fakeClient(({ url }) => (/[12]$/u.test(url) ? LIST : said));
  for (const id of ['/1', '/2', '/3', '/4']) await client.send(askOf(id));
  const last = await client.send(askOf('/5'));
  if (last.kind === 'answer') throw new Error('there is an answer');
  expect(stoppedRespondingAbort(last, client.exchanges)).toMatchObject({ message, undecided: { reason } });
});
