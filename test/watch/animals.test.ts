import { expect, test } from 'vitest';
import { configFromOptions } from '../../src/config/read.ts';
import { areAnimalsGone, visibilityOfAnimals } from '../../src/watch/animals.ts';
import { clientFor } from '../../src/run/open.ts';
import { answer, KEY, serveWith } from '../e2e/servers.ts';
import { closeLater } from '../later.ts';
import { present } from '../present.ts';
import { sampleEvidence } from '../reports/sample.ts';

const TAG = 'qkxwpm';
const ours = { id: 7, name: `Aab${TAG}` };
const other = { id: 7, name: 'Rex' };
const missing = { code: 'not_found', message: 'There is none.', status: 404 };

type Reply = readonly [status: number, body: unknown];

/** Whether the animals are gone on a server with this list, and this answer to the animal that was read before. */
async function gone(list: Reply, get: Reply, before: { listed?: boolean; read?: boolean } = {}) {
  const { listed = true, read = true } = before;
  const server = await serveWith(({ url }, response) => {
    const [status, body] = url === '/v1/pets/7' ? get : list;
    answer(response, status, body);
  });
  const config = configFromOptions({ baseUrl: server.baseUrl, apiKey: KEY });
  if (config.baseUrl === undefined) throw new Error('there is an address');
  const client = clientFor(config, new AbortController().signal, undefined);
  closeLater(() => client.close());
  const address = `${server.baseUrl}/pets/7`;
  return areAnimalsGone(client, config, TAG, { listed, ...(read ? { address } : {}) });
}

test.each<[what: string, list: Reply, get: Reply]>([
  ['nothing is stored', [200, []], [404, missing]],
  ['others are stored, one of them under the same id', [200, [other]], [200, other]],
])('the animals are gone if %s', async (_, list, get) => {
  expect(await gone(list, get)).toBe(true);
});

test.each<[what: string, list: Reply, get: Reply, before?: { listed?: boolean; read?: boolean }]>([
  ['a list shows one', [200, [ours]], [404, missing]],
  ['one is read', [200, []], [200, ours]],
  ['the list may go on', [200, Array.from({ length: 100 }, () => other)], [404, missing]],
  ['the list fails', [500, missing], [404, missing]],
  ['the list is not a list', [200, {}], [404, missing]],
  ['reading fails', [200, []], [401, missing]],
  ['no list showed one before', [200, []], [404, missing], { listed: false }],
  ['none was read before', [200, []], [404, missing], { read: false }],
])('the animals may be there if %s', async (_, list, get, before) => {
  expect(await gone(list, get, before)).toBe(false);
});

test('a round shows an animal by its name in a list, or by its address', () => {
  expect(visibilityOfAnimals(sampleEvidence, TAG)).toEqual({ listed: false });
  const sample = present(sampleEvidence[0]);
  const shows = (operation: 'list' | 'get', url: string, body: unknown) => ({
    ...sample,
    operation,
    request: { ...sample.request, url },
    response: { status: 200, statusText: 'OK', headers: [], body: JSON.stringify(body), bodySize: 0 },
  });
  const list = shows('list', 'http://h/pets', [other, ours]);
  const get = shows('get', 'http://h/pets/7', ours);
  expect(visibilityOfAnimals([list, shows('get', 'http://h/pets/8', other)], TAG)).toEqual({ listed: true });
  expect(visibilityOfAnimals([get], TAG)).toEqual({ listed: false, address: 'http://h/pets/7' });
});
