import { describe, expect, it } from 'vitest';
import { noCredential } from '../../src/engine/target/credentials.ts';
import type { Reply } from '../../src/engine/target/replies.ts';
import {
  onlyOverlappingText,
  sharedTraitText,
  type SharedTraitContext,
} from '../../src/engine/verbs/shared-traits.ts';
import { FakeStore, refusal } from './fake-store.ts';
import { benchOf } from './context-of.ts';
import { get, list as listWith, named, type Way } from './ways.ts';

const list = (limit?: number, status?: string) =>
  listWith({ ...(limit !== undefined && { limit: String(limit) }), ...(status !== undefined && { status }) });
const all = (from: number, to: number): readonly Way[] =>
  Array.from({ length: to - from + 1 }, (_, at) => list(from + at));

const keyless = listWith({}, noCredential);

const NO_CLASS: SharedTraitContext = { log: [], again: [], classOf: () => undefined, isAboutStatus: true };

const sent =
  (body: string): Way =>
  async ({ api }) =>
    api.create(body, { intent: 'invalid' });

const called =
  (name: string): Way =>
  async ({ api }) =>
    api.create('{}', { intent: 'borderline', submitted: { name, categoryId: 1n } });

async function answered(ways: readonly Way[], answer = new FakeStore(3).answer): Promise<readonly Reply[]> {
  const { context } = benchOf(answer);
  const came = await Promise.all(ways.map((way) => way(context)));
  return came.filter((reply) => reply !== undefined);
}

async function told(
  failing: readonly Way[],
  passing: readonly Way[],
  known: SharedTraitContext = NO_CLASS,
  failed = refusal(400),
): Promise<string | undefined> {
  return sharedTraitText(await answered(failing, () => failed), await answered(passing), known);
}

describe('what those that show a flaw share', () => {
  it.each<[string, readonly Way[], readonly Way[]]>([
    ['every limit above 50', all(51, 100), all(1, 50)],
    ['every limit below 10', all(1, 9), all(10, 100)],
    ['every limit from 60 on, and none up to 50', all(60, 100), [...all(1, 50), list()]],
    ['every limit up to 5, and none from 9 on', all(1, 5), all(9, 20)],
    [
      'every name length above 4',
      [named('aaaaa'), named('a😀aaaa')],
      [named('a'), named('ab'), named('😀bcd')],
    ],
    ['exactly those with status sold', [list(3, 'sold'), list(7, 'sold')], [list(5), list(4, 'pending')]],
    ['exactly those with a limit', [list(3), list(7)], [list(), list(undefined, 'sold')]],
    ['exactly those with a limit', [list(3), list(7)], [list(undefined, 'sold'), list(undefined, 'pending')]],
    [
      'exactly those with non-ASCII text',
      [called('é'), called('bé')],
      [called('b'), called('c'), called('dd')],
    ],
    ['exactly those with Authorization: none', [keyless, keyless], [list(), list(4)]],
    [
      'exactly those where the body sent is not JSON',
      [sent('Rex'), sent('[][]')],
      [sent('7'), list(), get(1n)],
    ],
    ['exactly those where the body sent is JSON', [sent('{}'), sent('7')], [sent('{'), sent('[')]],
    ['exactly those where no body was sent', [list(), sent('')], [sent('['), sent('7')]],
    ['exactly those of GET /pets/{petId}', [get('x'), get(1n)], [list(), list(4)]],
  ])('%s', async (words, failing, passing) => {
    expect(await told(failing, passing)).toBe(words);
  });

  it('is the status of the answers, where that is not what is wrong', async () => {
    const ways = [list(3), get(1n), list(9)];
    expect(await told(ways, [list(4), get(2n)], { log: [], again: [], isAboutStatus: false })).toBe(
      'exactly those answered with 400',
    );
    expect(await told(ways, [list(4), get(2n)])).toBeUndefined();
  });

  it.each([
    [['in its middle, altered', 'true'], '"in its middle, altered", true; none of 2 other classes'],
    [
      [...'abcdefghijkl'],
      `${[...'abcdefghijkl'].map((one) => `"${one}"`).join(', ')}; none of 2 other classes`,
    ],
    [[...'abcdefghijklm'], '"a", "b", "c", "d", "e", "f" and 7 more; none of 2 other classes'],
  ])('is the classes of input %j', async (classes, words) => {
    const failing = await answered(classes.map((_, at) => get(`x${String(at)}`)));
    const passing = await answered([get('z'), get('a')]);
    const classOf = (reply: Reply) => classes[failing.indexOf(reply)] ?? reply.outcome.exchange.id;
    expect(sharedTraitText(failing, passing, { ...NO_CLASS, classOf })).toBe(words);
  });

  it('is the ids of the animals that were asked for', async () => {
    const { context } = benchOf(new FakeStore().answer);
    for (let made = 0; made < 6; made += 1) await context.creates.plain('sold');
    const animals = new Map(context.population.animals().map((animal) => [String(animal.id), animal]));
    const [failing, passing] = [
      [5n, 6n],
      [1n, 2n, 3n],
    ].map((ids) => ids.map((id) => get(id)));
    expect(await told(failing ?? [], passing ?? [], { ...NO_CLASS, animals })).toBe(
      'every id from 5 on, and none up to 3',
    );
    expect(await told(failing ?? [], passing ?? [])).toBeUndefined();
  });

  describe('where none that was sent alone shows it', () => {
    /** Two at a time, then some one after another. */
    const timed = async (ways: readonly Way[], pairs: number): Promise<readonly Reply[]> =>
      (await answered(ways)).map((reply, at) => {
        const sentAt = at < 2 * pairs ? Math.floor(at / 2) * 10 : 1000 + at * 10;
        const { answer } = reply;
        return answer === undefined
          ? reply
          : { ...reply, answer: { ...answer, sentAt, receivedAt: sentAt + 8 } };
      });

    it.each<[string | undefined, readonly Way[], number, (at: number) => boolean]>([
      [
        'only where gets overlapped',
        Array.from({ length: 40 }, () => get(1n)),
        10,
        (at) => at % 2 === 0 && at < 20,
      ],
      [undefined, Array.from({ length: 40 }, () => get(1n)), 10, (at) => at % 2 === 0 && at < 22],
      // It may be by chance.
      [undefined, Array.from({ length: 40 }, () => get(1n)), 10, (at) => at === 0 || at === 2],
      [undefined, Array.from({ length: 40 }, () => get(1n)), 19, (at) => at % 2 === 0 && at < 38],
      // All that overlapped were sent first, so that the server may have changed instead.
      [undefined, Array.from({ length: 40 }, () => get(1n)), 10, (at) => at < 20],
    ])('is %s', async (words, ways, pairs, isWrong) => {
      const log = await timed(ways, pairs);
      const sides = [true, false].map((wanted) => log.filter((_, at) => isWrong(at) === wanted));
      expect(sharedTraitText(sides[0] ?? [], sides[1] ?? [], { ...NO_CLASS, log })).toBe(words);
    });

    it('is not told where it was seen again of a request that was sent alone, or those alone asked for something else', async () => {
      const log = await timed(
        Array.from({ length: 40 }, (_, at) => (at < 20 ? get(1n) : list(at))),
        10,
      );
      const gets = log.slice(0, 20);
      const failing = gets.filter((_, at) => at % 2 === 0);
      const passing = log.filter((reply) => !failing.includes(reply));
      expect(onlyOverlappingText(failing, passing, log)).toBeUndefined();
      const alone = await timed(
        Array.from({ length: 40 }, () => get(1n)),
        10,
      );
      const sides = [true, false].map((wanted) =>
        alone.filter((_, at) => (at < 20 && at % 2 === 0) === wanted),
      );
      const again = alone.slice(0, 1);
      expect(
        sharedTraitText(sides[0] ?? [], sides[1] ?? [], { ...NO_CLASS, log: alone, again }),
      ).toBeUndefined();
    });

    it('is told of the animals that were asked for', async () => {
      const log = await timed(
        Array.from({ length: 40 }, (_, at) => named(`n${String(at)}`)),
        10,
      );
      const made = log.filter((reply) => reply.operation === 'create');
      const submitted = { name: 'x', categoryId: 1n };
      const animals = new Map(made.map((reply, at) => [String(at + 1), { submitted, reply }]));
      const gets = await answered(made.map((_, at) => get(BigInt(at + 1))));
      const sides = [true, false].map((wanted) => gets.filter((_, at) => (at < 16 && at !== 0) === wanted));
      const known = { ...NO_CLASS, log, animals };
      expect(sharedTraitText(sides[0] ?? [], sides[1] ?? [], known)).toBe('only where creates overlapped');
    });
  });

  it('is the status that an animal was added with', async () => {
    const { context } = benchOf(new FakeStore().answer);
    for (const status of ['pending', undefined, 'pending', 'sold'] as const)
      await context.creates.plain(status);
    const animals = new Map(context.population.animals().map((animal) => [String(animal.id), animal]));
    const known = { ...NO_CLASS, animals };
    expect(await told([get(1n), get(3n)], [get(2n), get(4n)], known)).toBe(
      'exactly those of animals added with status pending',
    );
    expect(await told([get(1n), get(3n)], [get(2n), get(5n)], known)).toBeUndefined();
  });

  it.each<[string, readonly Way[], readonly Way[]]>([
    ['what has no class', [get('x'), get('y')], [get('z'), get('a'), list(7)]],
    ['one of them', [list(6)], all(20, 40)],
    ['one other', [list(6), list(7)], [list(20)]],
    ['limits that pass as well', [list(26), list(30)], all(20, 40)],
    ['a range of two', [list(6), list(70)], [list(7), list(70)]],
    ['nothing that is plain', [list(6), get('x')], [list(7), get('y')]],
  ])('is not told of %s', async (_, failing, passing) => {
    expect(await told(failing, passing)).toBeUndefined();
  });
});
