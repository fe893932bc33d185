import { describe, expect, it } from 'vitest';
import { requestScope } from '../../src/http/request-scope.ts';
import type { OutgoingRequest } from '../../src/http/types.ts';
import type { ListQuery } from '../../src/engine/target/replies.ts';
import { listLimitChecks } from '../../suites/list-limit.ts';
import { fullListLengthCheck, type QueryPair } from '../../suites/list-length.ts';
import type { Script } from '../engine/fake-client.ts';
import { FakeStore, ok, refusal } from '../engine/fake-store.ts';
import { foundBy } from '../engine/context-of.ts';
import { present } from '../present.ts';

/** Lists without a limit beside those with 20. */
function pairsOf(...queries: readonly ListQuery[]): readonly QueryPair[] {
  return queries.map((list) => ({ list, beside: { ...list, limit: '20' } }));
}

/** A list without a limit is as long as one with 20, and so with each filter. */
function defaults(different: Partial<Parameters<typeof fullListLengthCheck>[1]> = {}) {
  return fullListLengthCheck('list/defaults', {
    decides: 'list.limit.default',
    enough: 21,
    pairs: () => pairsOf({}),
    inconclusive: () => 'too few',
    passes: 'as long as with 20',
    ...different,
  });
}

interface Read {
  readonly limit: number | undefined;
  readonly status: string | null;
  /** Lists that the check asked for before this one, with the same limit and status. */
  readonly turn: number;
}

/** What a list brings, where it is not what it should: a number of animals, or an answer. */
type Odd = (read: Read) => number | Script | undefined;

/** A target that holds this many animals, and answers the lists of the check in its own way. */
function target(held: number, odd: Odd = () => undefined): (ask: OutgoingRequest) => Script {
  const store = new FakeStore(held);
  const turns = new Map<string, number>();
  return (ask) => {
    if (ask.operation !== 'list' || requestScope().check !== 'list/defaults') return store.answer(ask);
    const turn = turns.get(ask.url) ?? 0;
    turns.set(ask.url, turn + 1);
    const { searchParams } = new URL(ask.url);
    const [limit, status] = [searchParams.get('limit'), searchParams.get('status')];
    const read = { limit: limit === null ? undefined : Number(limit), status, turn };
    const answer = odd(read) ?? store.answer(ask);
    return typeof answer === 'number' ? pets(answer, read.status ?? 'available') : answer;
  };
}

/** A list of this many animals. */
function pets(length: number, status: string): Script {
  return ok(
    200,
    Array.from({ length }, (_, n) => ({ id: n + 1, name: 'Rex', categoryId: 1, status })),
  );
}

const bare =
  (lengthOf: (turn: number) => number | Script | undefined): Odd =>
  ({ limit, turn }) =>
    limit === undefined ? lengthOf(turn) : undefined;

/** What is found of a target that holds 60 animals. */
const foundOf = async (odd?: Odd, different?: Parameters<typeof defaults>[0]) =>
  (await foundBy([defaults(different)], target(60, odd))).findings;

const ALL = (n: number | Script) => bare(() => n);

describe('two lists that have to be of one length', () => {
  it.each<[string, Odd | undefined, string, string]>([
    ['as many as the limit', undefined, 'met', ''],
    ['too few: another default', ALL(10), 'unmet', '10 animals'],
    ['one too few', ALL(19), 'unmet', '19 animals'],
    ['none', ALL(0), 'unmet', '0 animals'],
    ['too many: another default', ALL(50), 'unmet', '50 animals'],
    ['one too many', ALL(21), 'unmet', '21 animals'],
  ])('one of them with %s', async (_, odd, verdict, actual) => {
    expect(await foundOf(odd)).toMatchObject([
      verdict === 'met'
        ? { kind: 'witness', note: 'as long as with 20' }
        : { kind: 'violation', actual, expected: expect.stringMatching(/^(at most )?20 animals/) as string },
    ]);
  });

  it('are told with both lists, what was asked, how often it came, and what it is about', async () => {
    const { findings, client } = await foundBy([defaults()], target(60, ALL(10)));
    const [finding] = findings;
    expect(finding).toMatchObject({
      requirement: 'list.limit.default',
      message: 'GET /v1/pets: 10 animals, expected 20 animals, as with limit=20',
      input: {},
      reproduced: { times: 4, of: 4 },
      subjects: [finding?.kind === 'violation' && finding.proof, 'limit=absent'],
    });
    if (finding?.kind !== 'violation') throw new Error('nothing broke');
    const url = (id: string | undefined) => client.exchanges.find((one) => one.id === id)?.request.url;
    expect(finding.exchanges.map(url)).toEqual([
      expect.stringMatching(/limit=20$/),
      expect.stringMatching(/pets$/),
    ]);
    expect(url(finding.comparison)).toMatch(/limit=20$/);
  });

  it('are about the filter too, where there is one', async () => {
    expect(await foundOf(ALL(10), { pairs: () => pairsOf({ status: 'available' }) })).toMatchObject([
      {
        message: expect.stringContaining('GET /v1/pets?status=available: ') as string,
        subjects: expect.arrayContaining(['limit=absent', 'status=available']) as string[],
      },
    ]);
  });

  it('are told for each thing that is compared', async () => {
    const pairs = () => pairsOf({}, { status: 'available' }, { status: 'sold' });
    const findings = await foundOf(ALL(10), { pairs });
    expect(findings.map(({ kind }) => kind)).toEqual(['violation', 'violation']);
  });
});

describe('what others do, and replicas that lag, fails nobody', () => {
  it.each<[string, Odd]>([
    ['one good round clears it', bare((turn) => (turn === 0 ? 12 : undefined))],
    ['the last round clears it', bare((turn) => (turn < 4 ? 12 : undefined))],
    ['animals that come meanwhile', ({ limit, turn }) => (limit === 20 && turn === 0 ? 12 : undefined)],
    ['a list that was too long once', bare((turn) => (turn === 0 ? 25 : undefined))],
  ])('%s', async (_, odd) => {
    expect((await foundOf(odd)).map(({ kind }) => kind)).not.toContain('violation');
  });

  it('animals that go between the reads: only a read before and one after show that a list was right', async () => {
    const going: Odd = ({ limit, status, turn }) => {
      if (status !== null) return undefined;
      return limit === undefined ? (turn < 2 ? 15 : 10) : turn < 2 ? 20 : 15;
    };
    const pairs = () => pairsOf({}, { status: 'available' });
    expect(await foundOf(going, { pairs })).toMatchObject([{ kind: 'witness' }, { kind: 'left-out' }]);
  });

  it('but what stays wrong in every round does, after the consistency time', async () => {
    const found = await foundOf(bare((turn) => 10 + turn));
    expect(found).toMatchObject([{ kind: 'violation', actual: '14 animals' }]);
  });

  it('a filtered list below the limit moves on its own', async () => {
    const odd: Odd = ({ limit }) => (limit === undefined ? 3 : 7);
    expect(await foundOf(odd, { pairs: () => pairsOf({ status: 'sold' }) })).toMatchObject([
      { kind: 'undecided' },
    ]);
  });

  it('a filter that lets others in is a matter of the filter', async () => {
    const odd: Odd = ({ limit, status }) =>
      limit === undefined && status !== null ? 3 : pets(20, 'available');
    expect(await foundOf(odd, { pairs: () => pairsOf({ status: 'sold' }) })).toMatchObject([
      { kind: 'undecided' },
    ]);
  });

  it('a part that goes wrong alone is no matter of both together', async () => {
    const both = (limited: number) =>
      foundOf(({ limit, status }) => (limit === 100 ? undefined : status === null ? limited : 3), {
        pairs: () => [
          { list: { status: 'available', limit: '5' }, beside: { status: 'available', limit: '100' } },
        ],
      });
    expect(await both(3)).toMatchObject([{ kind: 'undecided' }]);
    expect(await both(5)).toMatchObject([{ kind: 'violation', actual: '3 animals' }]);
  });
});

describe('lists that prove nothing', () => {
  it('are those of a target that holds no more than the limit', async () => {
    const few = async (held: number, config: object) =>
      (await foundBy([defaults()], target(held), config)).findings;
    const reason = expect.stringContaining('too few') as string;
    expect(await few(15, { readOnly: true })).toMatchObject([{ kind: 'left-out', reason }]);
    expect(await few(15, { maxCreated: 4 })).toMatchObject([{ kind: 'left-out' }]);
    expect(await few(21, { readOnly: true })).toMatchObject([{ kind: 'witness' }]);
  });

  it('top the target up before', async () => {
    const { findings, context } = await foundBy([defaults()], target(0));
    expect(findings).toMatchObject([{ kind: 'witness' }]);
    expect(context.population.knownIds().size).toBe(21);
  });

  it('are read again once everything had its time, since they may have lagged', async () => {
    const odd: Odd = ({ turn }) => (turn === 0 ? 5 : undefined);
    expect(await foundOf(odd)).toMatchObject([{ kind: 'witness' }]);
  });

  it('are compared with a narrower one where there is one, of what the target has to show', async () => {
    const check = fullListLengthCheck('list/defaults', {
      decides: 'list.status.with-limit',
      enough: 0,
      pairs: () => [{ list: { status: 'sold', limit: '15' }, beside: { status: 'sold', limit: '100' } }],
      inconclusive: () => 'too few',
      passes: 'as long as their limit',
    });
    const sold =
      (held: number, limited: number): Odd =>
      ({ limit = 20, status }) =>
        status === null ? undefined : limit >= held ? held : limited;
    const found = async (odd: Odd) => (await foundBy([check], target(60, odd))).findings;
    expect(await found(sold(3, 2))).toMatchObject([{ kind: 'witness' }]);
    expect(await found(sold(3, 3))).toMatchObject([
      { kind: 'violation', actual: '3 animals', expected: 'at most 2 animals' },
    ]);
    expect(await found(sold(3, 1))).toMatchObject([{ kind: 'violation', actual: '1 animal' }]);
    expect(await found(sold(1, 1))).toMatchObject([{ kind: 'undecided', reason: 'too few' }]);
    expect(await found(sold(30, 15))).toMatchObject([{ kind: 'witness' }]);
  });

  it.each<[string, Script, object]>([
    ['nobody answers', 'timeout', { kind: 'undecided', cause: 'network' }],
    ['are answered with an error', refusal(500), { kind: 'undecided', cause: 'server' }],
    ['are no lists', ok(200, {}), { kind: 'undecided', cause: 'server' }],
  ])('are those that %s', async (_, answer, told) => {
    expect(await foundOf(ALL(answer))).toMatchObject([told]);
    // One that tells is enough, but for silence.
    const odd: Odd = ({ status }) => (status === null ? answer : undefined);
    expect(await foundOf(odd, { pairs: () => pairsOf({}, { status: 'available' }) })).toMatchObject([
      ...(typeof answer === 'string' ? [told] : []),
      { kind: 'witness' },
    ]);
  });
});

function storeOf(held: Readonly<Record<string, number>>): FakeStore {
  const store = new FakeStore();
  for (const [status, count] of Object.entries(held))
    for (let n = 0; n < count; n += 1) store.add({ name: 'Rex', categoryId: 1, status });
  return store;
}

it.each([
  [20, 'left-out'],
  [21, 'witness'],
])('%i animals of a status tell of its default: %s, however many others there are', async (sold, kind) => {
  const store = storeOf({ available: 80, sold });
  const found = await foundBy([defaults({ pairs: () => pairsOf({ status: 'sold' }) })], store.answer, {
    readOnly: true,
  });
  expect(found.findings).toMatchObject([{ kind }]);
});

const limitDefault = present(listLimitChecks.find(({ id }) => id === 'list/limit-default'));

describe('a default that could not be told with a filter', () => {
  const found = async (held: Readonly<Record<string, number>>, config: object = {}) =>
    (await foundBy([limitDefault], storeOf(held).answer, config)).findings;
  const left = (reason: RegExp, limitsVerdict: boolean) => [
    { kind: 'witness' },
    { kind: 'left-out', reason: expect.stringMatching(reason) as string, limitsVerdict },
  ];

  it('is none on an empty target with all the animals that it takes', async () => {
    expect(await found({})).toMatchObject([{ kind: 'witness' }]);
  });

  it.each([
    ['the run may not add enough', {}, { maxCreated: 40 }, /available.*pending.*sold: too few/, true],
    ['the run is read-only', { available: 30, sold: 30 }, { readOnly: true }, /^[^,]*pending: too/, true],
    ['the target holds enough of others', { available: 90, sold: 30 }, {}, /^[^,]*pending: too/, false],
  ])('is named beside the pass where %s', async (_, held, config, reason, limitsVerdict) => {
    expect(await found(held, config)).toMatchObject(left(reason, limitsVerdict));
  });
});

it('lists that are all cut short below the default are no sign of few animals', async () => {
  const store = new FakeStore(60);
  const capped = (ask: OutgoingRequest): Script => {
    const url = new URL(ask.url);
    url.searchParams.set('limit', String(Math.min(10, Number(url.searchParams.get('limit') ?? 20))));
    return store.answer(ask.operation === 'list' ? { ...ask, url: url.href } : ask);
  };
  const { findings } = await foundBy([limitDefault], capped);
  const reason = expect.stringMatching(
    /^\d\d animals are known, but no list showed more than 10, so/,
  ) as string;
  expect(findings).toMatchObject([{ kind: 'undecided', reason }]);
});
