import { expect, test } from 'vitest';
import type { Exchange } from '../../reports/exchange.ts';
import { sendAgain } from '../../src/replay/send.ts';
import { fakeClient } from '../engine/fake-client.ts';
import { exchange } from '../reports/fixture.ts';
import { configOf } from '../engine/config.ts';

const BASE = 'https://pets.example/v1';
const origin = { target: { baseUrl: BASE, messagesUrl: null, embedded: false } };

/** A request of then, and its answer. */
function sent(at: number, path: string, status: number, id?: number): Exchange {
  const method = path === '' ? 'POST' : 'GET';
  const plain = exchange(`x${String(at)}`);
  const [request, response] = [plain.request, plain.response ?? undefined];
  return exchange(`x${String(at)}`, {
    operation: path === '' ? 'create' : 'get',
    sentAt: at * 10,
    durationMs: 1,
    request: {
      ...request,
      method,
      url: `${BASE}/pets${path}`,
      body: path === '' ? '{"name":"Bello"}' : null,
    },
    response: response === undefined ? null : { ...response, status, body: JSON.stringify({ id }) },
  });
}

test.each([
  ['the id that comes next', '/9', '/42'],
  ['an id that 31 bits take for it', '/2147483657', '/2147483657'],
])('%s is asked for before the animal is added, and its own after', async (_, before, early) => {
  const animals = [{ id: 40 }, { id: 41 }].map((one) => ({ ...one, name: 'Rex' }));
  const [list] = [exchange('x1')];
  const held =
    list.response === null
      ? []
      : [{ ...list, response: { ...list.response, body: JSON.stringify(animals) } }];
  const client = fakeClient(({ method }) =>
    method === 'POST' ? { status: 201, body: '{"id":57}' } : { status: 404, body: '{}' },
  );
  const requests = [
    sent(1, before, 404),
    sent(2, '', 201, 9),
    sent(3, '/9', 404),
    sent(4, '/2147483657', 404),
    sent(5, '/10', 404),
  ];
  await sendAgain(requests, origin, configOf({ baseUrl: BASE }), client, { held });
  const asked = client.asks.map(({ url }) => new URL(url).pathname.replace('/v1/pets', ''));
  // What is no power of two away is asked for as it was.
  expect(asked).toEqual([early, '', '/57', '/2147483705', '/10']);
});
