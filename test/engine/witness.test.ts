import { describe, expect, it } from 'vitest';
import { credential, noCredential } from '../../src/engine/credentials.ts';
import type { Lab } from '../../src/engine/lab.ts';
import type { Reply } from '../../src/engine/replies.ts';
import { compareBurdens, isRepeatable, simplestFirst } from '../../src/engine/witness.ts';
import type { Script } from './fake-client.ts';
import { FakeStore, ok, refusal } from './fake-store.ts';
import { benchOf } from './lab-of.ts';

type Way = (lab: Lab) => Promise<Reply | undefined>;

const KEY = credential({ ...noCredential, value: 'Bearer abc', kind: 'wrong-token', label: 'random token' });

async function reply(way: Way, answer?: Script): Promise<Reply> {
  const { lab } = benchOf((ask) => answer ?? new FakeStore(3).answer(ask));
  const came = await way(lab);
  if (came === undefined) throw new Error('nothing was sent');
  return came;
}

describe('a request that still means the same when it is sent again', () => {
  it.each<[boolean, string, Way, Script?]>([
    [true, 'a list', ({ api }) => api.list({ limit: '0' }), refusal(400)],
    [true, 'an animal that was there', ({ api }) => api.get(2n)],
    [true, 'a path that is no id', ({ api }) => api.get('abc'), refusal(404)],
    [true, 'an id that is too large to be given by chance', ({ api }) => api.get(2n ** 62n), refusal(404)],
    [true, 'what is refused for its key', ({ api }) => api.get(9n, { credential: KEY }), refusal(401)],
    [false, 'an id that no animal had', ({ api }) => api.get(9n), refusal(404)],
    [false, 'one that was answered otherwise', ({ api }) => api.get(9n), refusal(500)],
  ])('%s: %s', async (repeatable, _, way, answer) => {
    expect(isRepeatable(await reply(way, answer))).toBe(repeatable);
  });
});

describe('the simplest witness', () => {
  const body = (text: string) => async (lab: Lab) => lab.api.create(text, { intent: 'faulty' });
  it.each<[string, Way, Way, Script?]>([
    [
      'of one parameter before two',
      ({ api }) => api.list({ limit: '40' }),
      ({ api }) => api.list({ limit: '4', status: 'sold' }),
    ],
    ['a shorter text', ({ api }) => api.list({ limit: '4' }), ({ api }) => api.list({ limit: '40' })],
    [
      'of two like it always the same',
      ({ api }) => api.list({ limit: '4' }),
      ({ api }) => api.list({ limit: '5' }),
    ],
    [
      'the key as it is before none',
      ({ api }) => api.list({ limit: '40' }),
      ({ api }) => api.list({}, { credential: noCredential }),
    ],
    [
      'no key before another one',
      ({ api }) => api.list({}, { credential: noCredential }),
      ({ api }) => api.list({}, { credential: KEY }),
    ],
    ['a GET before a POST', ({ api }) => api.list({ limit: '40', status: 'x' }), body('{}'), refusal(400)],
    [
      'a plain animal before an odd one',
      ({ creates }) => creates.plain('available'),
      ({ creates }) => creates.odd({ name: () => 'A' }),
    ],
    ['what is seen', body('["é"]'), body('["\u0085"]'), refusal(400)],
    ...['#5', '--'].map((signs): [string, Way, Way, Script] => [
      `a word before ${signs}`,
      ({ api }) => api.list({ limit: 'many' }),
      ({ api }) => api.list({ limit: signs }),
      refusal(400),
    ]),
    [
      'a parameter with a value',
      ({ api }) => api.list({ limit: 'many' }),
      ({ api }) => api.list({ limit: '' }),
      refusal(400),
    ],
    ['a plain text', body('["aaaa"]'), body('["é"]'), refusal(400)],
    ['a short body', body('["a"]'), body(`["${'a'.repeat(300)}"]`), refusal(400)],
    [
      'what no gateway refuses',
      ({ api }) => api.get('a-long-word'),
      ({ api }) => api.get('x', { segment: '%00' }),
      refusal(400),
    ],
    [
      'what can be sent again',
      ({ creates }) => creates.faulty(() => 7),
      ({ api }) => api.get(9n),
      refusal(404),
    ],
  ])('is %s', async (_, simple, other, answer) => {
    const [one, two] = [await reply(simple, answer), await reply(other, answer)];
    expect(simplestFirst([two, one], (some) => some)).toEqual([one, two]);
    expect(simplestFirst([one, two], (some) => some)).toEqual([one, two]);
  });

  it('adds no animal where a refused request shows the same', async () => {
    const refused = await reply(body(`["${'a'.repeat(300)}"]`), refusal(400));
    const added = await reply(({ creates }) => creates.plain(), ok(201, { id: 1 }));
    expect(simplestFirst([added, refused], (some) => some)).toEqual([refused, added]);
  });

  it.each<[readonly number[], readonly number[], number]>([
    [[1, 2], [1, 3], -1],
    [[2], [1, 9], 1],
    [[], [0], -1],
    [[0, 1], [0], 1],
    [[3], [3], 0],
  ])('%j beside %j', (one, other, sign) => {
    expect(Math.sign(compareBurdens(one, other))).toBe(sign);
  });
});
