import { describe, expect, it } from 'vitest';
import { writeJson } from '../../src/json/json.ts';
import { noCredential } from '../../src/engine/target/credentials.ts';
import type { JsonObject } from '../../src/json/types.ts';
import { FakeStore, ok, refusal } from './fake-store.ts';
import type { Script } from './fake-client.ts';
import { benchOf } from './context-of.ts';

const PLAIN = { intent: 'valid' } as const;

describe('the budget for animals', () => {
  it.each<[string, Script, number]>([
    ['a 201', ok(201, { id: 1 }), 1],
    ['a 200', ok(200, {}), 1],
    ['a redirect', { status: 302 }, 1],
    ['a 400', refusal(400), 0],
    ['a 401', refusal(401), 0],
    ['a 499', { status: 499 }, 0],
    ['a 429 that stays', 'rate-limit', 0],
    ['a 500', refusal(500), 1],
    ['a 503 that stays, sent seven times', 'unavailable', 7],
    ['connections lost five times', 'connection', 5],
    ['connections that never came about', 'unsent', 0],
    ['no answer in time, twice', 'timeout', 2],
  ])('after %s', async (_, script, spent) => {
    const { api } = benchOf(() => script).context;
    await api.create('{}', PLAIN);
    expect({ spent: api.budget.spent, left: api.budget.left }).toEqual({ spent, left: 150 - spent });
  });

  it('keeps what a 503 refused, and does not count it as created', async () => {
    let sent = 0;
    const { api } = benchOf(() => ((sent += 1) === 1 ? 'unavailable' : ok(201, { id: 1 }))).context;
    await api.create('{}', PLAIN);
    expect(api.budget).toMatchObject({ spent: 2, created: 1, left: 148 });
  });

  it('sends nothing once it is used up, or where the run is read-only', async () => {
    for (const config of [{ maxCreated: 2 }, { maxCreated: 0 }, { readOnly: true }]) {
      const { client, context } = benchOf(new FakeStore().answer, config);
      const replies = await Promise.all([1, 2, 3, 4].map(() => context.api.create('{}', PLAIN)));
      expect(client.asks).toHaveLength(config.maxCreated ?? 0);
      expect(replies.filter((reply) => reply === undefined)).toHaveLength(4 - client.asks.length);
    }
  });

  it('leaves of odd animals what is needed, and refuses them nothing where they are refused', async () => {
    const odd = (script: Script) => {
      const { client, context } = benchOf(() => script, { maxCreated: 12 });
      const sending = Array.from({ length: 20 }, () => context.api.create('{}', { intent: 'borderline' }));
      return Promise.all(sending).then(() => ({ sent: client.asks.length, left: context.api.budget.left }));
    };
    expect(await odd(ok(201, {}))).toEqual({ sent: 3, left: 9 });
    expect(await odd(refusal(400))).toEqual({ sent: 20, left: 12 });
    const { client, context } = benchOf(() => ok(201, {}), { maxCreated: 12 });
    await Promise.all(Array.from({ length: 20 }, () => context.api.create('{}', { intent: 'invalid' })));
    expect(client.asks).toHaveLength(1);
  });

  it('keeps no reservation under way where the request could not be put together', async () => {
    const { api } = benchOf(() => Promise.reject(new TypeError('no header'))).context;
    await expect(api.create('{}', PLAIN)).rejects.toThrow('no header');
    expect(api.budget.left).toBe(149);
  });
});

describe('an animal whose request got no answer', () => {
  const SHOWN = ok(200, [{ id: 7, name: 'Q', categoryId: 1 }]);

  it.each<[string, readonly Script[], string]>([
    ['is not sent again once it is found', [SHOWN], 'POST GET'],
    // The read next to the second POST looks for nothing.
    ['nor where only the second look finds it', [ok(200, []), SHOWN, SHOWN], 'POST GET GET POST GET'],
    ['and is sent five times where it is not', [], 'POST GET GET POST GET POST GET GET POST GET POST'],
  ])('%s, though its name is not its alone', async (_, lists, sent) => {
    const shown = [...lists];
    const { client, context } = benchOf(({ method }) =>
      method === 'POST' ? 'connection' : (shown.shift() ?? ok(200, [])),
    );
    const submitted = { name: 'Q', categoryId: 1n };
    const reply = await context.api.create(writeJson(submitted), { ...PLAIN, submitted, marker: null });
    expect(client.asks.map(({ method }) => method).join(' ')).toBe(sent);
    expect(reply?.answer).toBeUndefined();
  });

  it('is answered the second time where every second request is refused', async () => {
    let sent = 0;
    const { client, context } = benchOf(({ method }) => {
      if ((sent += 1) % 2 === 0) return 'unavailable';
      return method === 'POST' ? ok(201, { id: 7 }) : ok(200, []);
    });
    await context.api.list();
    expect((await context.creates.plain('sold'))?.answer?.status).toBe(201);
    expect(client.asks.map(({ method }) => method).join(' ')).toBe('GET POST GET GET POST');
  });
});

it('sends an animal once after three that got no answer, until one is let in again', async () => {
  let open = false;
  const { client, context } = benchOf(({ method }) =>
    method !== 'POST' ? ok(200, []) : open ? ok(201, { id: 1 }) : 'connection',
  );
  const sent = async (): Promise<{ times: number; inVain: boolean }> => {
    const before = client.asks.length;
    await context.api.create('{}', PLAIN);
    const asks = client.asks.slice(before);
    return { times: asks.length, inVain: asks.some(({ noRetry }) => noRetry === true) };
  };
  for (let one = 0; one < 3; one += 1) expect(await sent()).toEqual({ times: 5, inVain: false });
  expect(await sent()).toEqual({ times: 1, inVain: true });
  open = true;
  expect(await sent()).toEqual({ times: 1, inVain: true });
  open = false;
  expect(await sent()).toEqual({ times: 5, inVain: false });
});

describe('requests', () => {
  it('go to the addresses of the document, with the valid key unless told otherwise', async () => {
    const { client, context } = benchOf(new FakeStore().answer);
    await context.api.list();
    await context.api.list({ limit: '1.5', status: 'a&b' });
    await context.api.get('a/../b', { credential: noCredential });
    await context.api.get(2n ** 63n - 1n);
    await context.api.create(writeJson({ categoryId: 2n ** 63n - 1n }), PLAIN);
    await context.api.create(null, { ...PLAIN, contentType: null });
    await context.api.message('{}');
    const root = 'http://127.0.0.1:1';
    expect(client.asks.map(({ method, url }) => `${method} ${url}`)).toEqual([
      `GET ${root}/v1/pets`,
      `GET ${root}/v1/pets?limit=1.5&status=a%26b`,
      `GET ${root}/v1/pets/a%2F..%2Fb`,
      `GET ${root}/v1/pets/9223372036854775807`,
      `POST ${root}/v1/pets`,
      `POST ${root}/v1/pets`,
      `POST ${root}/messages`,
    ]);
    const labels = client.asks.map(({ credential }) => credential.label);
    expect(labels).toEqual(labels.map((_, at) => (at === 2 ? 'none' : 'valid key')));
    const body = '{"categoryId":9223372036854775807}';
    expect(client.asks[4]).toMatchObject({ body, contentType: 'application/json' });
    expect(client.asks[5]).toMatchObject({ body: null, contentType: null });
  });

  it('send what may store an animal again only after it was refused', async () => {
    const { client, context } = benchOf(new FakeStore().answer);
    await context.api.list();
    await context.api.get(1n);
    await context.api.create('{}', PLAIN);
    await context.api.message('{}');
    expect(client.asks.map(({ resend }) => resend)).toEqual(['always', 'always', 'refused', 'refused']);
  });

  it('to messages are a bug of anyone who asks where the profile is not claimed', async () => {
    const { api } = benchOf(new FakeStore().answer, { messages: null }).context;
    await expect(api.message('{}')).rejects.toThrow('not claimed');
  });
});

it('reads ids exactly, and only where they are int64', async () => {
  const idIn = async (body: string) =>
    (await benchOf(() => ({ status: 201, body })).context.api.create('{}', PLAIN))?.id;
  const texts = ['9223372036854775807', '9223372036854775808', '"7"', '7.0'].map((id) => `{"id":${id}}`);
  const ids = await Promise.all([...texts, '[7]'].map(idIn));
  expect(ids).toEqual([2n ** 63n - 1n, undefined, undefined, 7n, undefined]);
});

describe('a 200 to a create', () => {
  const submitted = { name: 'Rex', categoryId: 1n, status: 'sold' } as const;
  const equal = { intent: 'borderline', submitted, marker: null } as const;
  const rex = { id: 7, name: 'Rex', categoryId: 1, status: 'sold' };

  /** The outcome of a create that is answered 200, after a get that showed an animal. */
  async function after(shown: JsonObject, answer: JsonObject, code = 200) {
    const { context } = benchOf((ask) => (ask.operation === 'get' ? ok(200, shown) : ok(code, answer)));
    await context.api.get('7');
    const reply = await context.api.create('{}', equal);
    return {
      repeats: reply?.repeats,
      added: context.population.animals().length,
      spent: context.api.budget.spent,
    };
  }
  const added = { repeats: undefined, added: 1, spent: 1 };

  it('shows the animal that is there, where that was shown before with all that was sent: none was added', async () => {
    expect(await after(rex, rex)).toEqual({ repeats: true, added: 0, spent: 0 });
  });

  it('may show it with another status by then', async () => {
    expect(await after(rex, { ...rex, status: 'available' })).toEqual({ repeats: true, added: 0, spent: 0 });
  });

  it.each<[string, JsonObject, JsonObject, number?]>([
    ['that id was shown with another status', { ...rex, status: 'available' }, rex],
    ['that id was shown with another name', { ...rex, name: 'Max' }, rex],
    ['that id was shown without its status', { id: 7, name: 'Rex', categoryId: 1 }, rex],
    ['that id was never shown', { ...rex, id: 8 }, rex],
    ['it shows another animal than the one that was sent', { ...rex, name: 'Max' }, { ...rex, name: 'Max' }],
    ['it is a 201', rex, rex, 201],
  ])('adds one where %s', async (_, shown, answer, code) => {
    expect(await after(shown, answer, code)).toEqual(added);
  });

  /** Which of two equal creates sent at once is said to repeat the other. */
  async function atOnce(statuses: readonly [number, number], first: 0 | 1) {
    let sent = 0;
    const { context } = benchOf(async () => {
      const at = (sent += 1) - 1;
      for (let turns = at === first ? 0 : 9; turns > 0; turns -= 1) await Promise.resolve();
      return ok(statuses[at] ?? 0, rex);
    });
    const replies = await Promise.all([1, 2].map(() => context.api.create('{}', equal)));
    return { repeats: replies.map((reply) => reply?.repeats), added: context.population.animals().length };
  }

  it.each([0, 1] as const)(
    'repeats the 201 to an equal create at the same moment, answer %i first',
    async (first) => {
      expect(await atOnce([201, 200], first)).toEqual({ repeats: [undefined, true], added: 1 });
      expect(await atOnce([200, 201], first)).toEqual({ repeats: [true, undefined], added: 1 });
      expect(await atOnce([201, 201], first)).toEqual({ repeats: [undefined, undefined], added: 2 });
    },
  );
});
