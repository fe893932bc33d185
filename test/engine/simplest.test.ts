import { describe, expect, it } from 'vitest';
import { noCredential } from '../../src/engine/target/credentials.ts';
import type { CheckContext } from '../../src/engine/plan/context.ts';
import type { Reply } from '../../src/engine/target/replies.ts';
import { compareComplexity, isRepeatable, simplestFirst } from '../../src/engine/plan/simplest.ts';
import { present } from '../present.ts';
import type { Script } from './fake-client.ts';
import { FakeStore, ok, refusal } from './fake-store.ts';
import { benchOf } from './context-of.ts';
import { get, list, named, type Way } from './ways.ts';

const KEY = {
  ...noCredential,
  value: 'Bearer abc',
  kind: 'wrong-token' as const,
  label: 'random token',
};

async function reply(way: Way, answer?: Script): Promise<Reply> {
  const { context } = benchOf((ask) => answer ?? new FakeStore(3).answer(ask));
  return present(await way(context));
}

it.each<[boolean, string, Way, Script?]>([
  [true, 'a list', list({ limit: '0' }), refusal(400)],
  [true, 'an animal that was there', get(2n)],
  [true, 'a path that is no id', get('abc'), refusal(404)],
  [true, 'an id that is too large to be given by chance', get(2n ** 62n), refusal(404)],
  [true, 'what is refused for its key', get(9n, { credential: KEY }), refusal(401)],
  [true, 'an id past those that are counted', get(14227930600n), refusal(404)],
  [false, 'an id that no animal had', get(9n), refusal(404)],
  [false, 'one that was answered otherwise', get(9n), refusal(500)],
])('a request still means the same when it is sent again: %s for %s', async (repeatable, _, way, answer) => {
  expect(isRepeatable(await reply(way, answer))).toBe(repeatable);
});

describe('the simplest witness', () => {
  const body = (text: string) => async (context: CheckContext) =>
    context.api.create(text, { intent: 'invalid' });
  const typed =
    (contentType: string | null, text: string): Way =>
    async ({ api }) =>
      api.message(text, { contentType });
  const plain: Way = ({ creates }) => creates.plain('available');
  const faulty: Way = ({ creates }) => creates.invalid(() => 7);
  const many = list({ limit: 'many' });
  it.each<[string, Way, Way, Script?]>([
    ['of one parameter before two', list({ limit: '40' }), list({ limit: '4', status: 'sold' })],
    ['a shorter text', list({ limit: '4' }), list({ limit: '40' })],
    ['of two like it always the same', list({ limit: '4' }), list({ limit: '5' })],
    ['the key as it is before none', list({ limit: '40' }), list({}, noCredential)],
    ['no key before another one', list({}, noCredential), list({}, KEY)],
    ['a GET before a POST', list({ limit: '40', status: 'x' }), body('{}'), refusal(400)],
    ['a plain animal before an odd one', plain, named('A')],
    ['a plain spelling', plain, ({ creates }) => creates.plain(undefined, { spelling: 'spaced' })],
    ['an id that hints at no width', get(14227930600n), get(2n ** 32n + 1n), refusal(404)],
    ['such an id, though it is longer', get(4844315456528286666n), get(2n ** 53n - 1n), refusal(404)],
    ['an id before a word', get(2n ** 62n), get('b'), refusal(404)],
    ['no type before another one', typed(null, '{"a":1}'), typed('text/plain', 'a=1')],
    ['what is seen', body('["é"]'), body('["\u0085"]'), refusal(400)],
    ['a word before #5', many, list({ limit: '#5' }), refusal(400)],
    ['a word before --', many, list({ limit: '--' }), refusal(400)],
    ['a parameter with a value', many, list({ limit: '' }), refusal(400)],
    ['a plain text', body('["aaaa"]'), body('["é"]'), refusal(400)],
    ['a short body', body('["a"]'), body(`["${'a'.repeat(300)}"]`), refusal(400)],
    ['what no gateway refuses', get('a-long-word'), get('x', { segment: '%00' }), refusal(400)],
    ['what can be sent again', faulty, get(9n), refusal(404)],
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
    expect(Math.sign(compareComplexity(one, other))).toBe(sign);
  });
});
