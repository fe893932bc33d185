import { setImmediate as tick } from 'node:timers/promises';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawn } from '../../../generators/drawn.ts';
import type { Ask } from '../../../src/http/types.ts';
import { noCredential, validKey } from '../../../src/engine/credentials.ts';
import { status } from '../../../src/engine/expect.ts';
import { subject } from '../../../src/engine/flaw.ts';
import type { CreateReply, ListReply } from '../../../src/engine/replies.ts';
import { each, overTheRun } from '../../../src/engine/verbs/each.ts';
import type { Each } from '../../../src/engine/verbs/trials.ts';
import type { Script } from '../fake-client.ts';
import { FakeStore, refusal } from '../fake-store.ts';
import { foundBy } from '../lab-of.ts';

const NUMBERS = drawn<number>({ even: [2, 4], odd: [1, 3] });

/** A check that lists with each of the numbers as limit. */
function listing(different: Partial<Each<number, ListReply>> = {}, id = 'list/numbers') {
  return each<number, ListReply>(id, {
    title: 'numbers as limits',
    decides: 'list.limit.accepted',
    draw: NUMBERS,
    ask: (limit, { api }) => api.list({ limit: String(limit) }),
    expect: status(200),
    describe: (limit) => `listing with limit=${String(limit)}`,
    passes: 'numbers as limits, each answered with 200',
    ...different,
  });
}

function limitOf(ask: Ask): number {
  return Number(new URL(ask.url).searchParams.get('limit'));
}

/** A target that answers some limits otherwise, told by how often each was asked for. */
function store(answers: Readonly<Record<number, Script | readonly Script[]>>): (ask: Ask) => Script {
  const good = new FakeStore(3);
  const asked = new Map<number, number>();
  return (ask) => {
    const limit = limitOf(ask);
    const turn = asked.get(limit) ?? 0;
    asked.set(limit, turn + 1);
    const special = answers[limit];
    if (special === undefined) return good.answer(ask);
    if (!Array.isArray(special)) return special as Script;
    return (special as readonly Script[])[turn] ?? good.answer(ask);
  };
}

const ALL = (answer: Script) => ({ 1: answer, 2: answer, 3: answer, 4: answer });

describe('a property that holds', () => {
  it('is told with the number of inputs, the exchanges, and what was met', async () => {
    const { outcome, client } = await foundBy([listing()], store({}));
    expect(outcome).toEqual({
      check: 'list/numbers',
      findings: [
        {
          kind: 'witness',
          requirement: 'list.limit.accepted',
          note: '4 numbers as limits, each answered with 200',
          exchanges: client.exchanges.map(({ id }) => id),
        },
      ],
      covered: [{ property: 'numbers as limits', inputs: 4, classes: ['even', 'odd'], of: 2 }],
    });
  });

  it('is asked side by side, each input once', async () => {
    let underWay = 0;
    let widest = 0;
    const { client } = await foundBy([listing()], async (ask) => {
      widest = Math.max(widest, (underWay += 1));
      await tick();
      underWay -= 1;
      return store({})(ask);
    });
    expect(widest).toBe(4);
    expect(client.asks.map(limitOf).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4]);
  });

  it('asks as many of a class as --runs says; the same for the same seed and check', async () => {
    const draw = drawn<number>({ any: fc.noBias(fc.maxSafeNat()) });
    const asked = async (check: ReturnType<typeof listing>, config: object) =>
      (await foundBy([check], store({}), config)).client.asks.map(limitOf);
    const one = await asked(listing({ draw }), { runs: 9 });
    expect(one).toHaveLength(9);
    expect(await asked(listing({ draw }), { runs: 9 })).toEqual(one);
    expect(await asked(listing({ draw }), { runs: 9, seed: 8 })).not.toEqual(one);
    expect(await asked(listing({ draw }, 'list/others'), { runs: 9 })).not.toEqual(one);
  });

  it('can be made from an animal that the target holds, which is topped up before', async () => {
    const check = listing({
      minAnimals: 21,
      animal: ({ population }) => BigInt(population.knownIds().size),
      draw: ({ animal }) => drawn({ all: [Number(animal)] }),
    });
    expect(check.stage).toBe('volume');
    const { client } = await foundBy([check], new FakeStore().answer);
    expect(limitOf(client.asks.at(-1) ?? ({ url: '' } as Ask))).toBe(21);
    expect(listing().stage).toBe('scenario');
    expect(listing({ minAnimals: 21, stage: 'read-back' }).stage).toBe('read-back');
  });
});

describe('a property that breaks', () => {
  it('is told with the input, what came, what has to come, and both exchanges', async () => {
    const { findings, client } = await foundBy([listing()], store({ 3: refusal(400) }));
    const of3 = client.exchanges.filter(({ request }) => request.url.endsWith('limit=3')).map(({ id }) => id);
    expect(of3).toHaveLength(2);
    expect(findings).toEqual([
      {
        kind: 'violation',
        requirement: 'list.limit.accepted',
        message:
          'listing with limit=3 was answered with 400; expected 200; 1 of 4 numbers as limits shows it',
        expected: '200',
        actual: '400',
        input: 3,
        exchanges: of3,
        proof: of3[1],
        operation: 'list',
        reproduced: { times: 1, of: 1 },
        places: [{ part: 'status' }],
        about: [...of3.slice(0, 1), subject.answer('list', 400)],
        burden: expect.any(Array) as unknown,
      },
    ]);
  });

  it('is told of the simplest input, and of the next where that does not break again', async () => {
    const draw = drawn<number>({ some: [40, 300, 5], one: [1] });
    const broken = async (answers: Parameters<typeof store>[0]) =>
      (await foundBy([listing({ draw })], store(answers))).findings;
    const bad = refusal(400);
    expect(await broken({ 40: bad, 300: bad, 5: bad })).toMatchObject([
      { input: 5, reproduced: { times: 1, of: 1 } },
    ]);
    expect(await broken({ 40: bad, 300: bad, 5: [bad] })).toMatchObject([
      { input: 40, reproduced: { times: 1, of: 1 } },
    ]);
    expect(await broken({ 40: [bad], 300: [bad], 5: [bad] })).toMatchObject([
      { input: 5, reproduced: { times: 0, of: 3 } },
    ]);
  });

  it.each<[string, readonly number[], string]>([
    [
      'in words',
      [50, 60, 70],
      '3 of 6 numbers as limits show it (every limit from 50 on, and none up to 30)',
    ],
    ['but where all break', [10, 20, 30, 50, 60, 70], 'all 6 numbers as limits show it'],
    ['but where it is not plain', [20, 50], '2 of 6 numbers as limits show it'],
  ])('says what the inputs share that break, %s', async (_, limits, words) => {
    const draw = drawn<number>({ some: [10, 20, 30, 50, 60, 70] });
    const answers = store(Object.fromEntries(limits.map((limit) => [limit, refusal(400)])));
    const { findings } = await foundBy([listing({ draw })], answers, { runs: 6 });
    expect(findings).toMatchObject([
      { message: `listing with limit=${String(limits[0])} was answered with 400; expected 200; ${words}` },
    ]);
  });

  it('counts what is left to another rule with those that break, where the answers are alike', async () => {
    const draw = drawn<number>({ some: [10, 20, 30, 50, 60, 70] });
    const check = listing({
      draw,
      expect: ({ answer }, limit) =>
        answer?.status === 200 ? 'met' : limit === 60 ? 'no-evidence' : { actual: '400', expected: '200' },
    });
    const bad = refusal(400);
    const { findings } = await foundBy([check], store({ 50: bad, 60: bad, 70: bad }), { runs: 6 });
    expect(findings).toMatchObject([{ message: expect.stringContaining('3 of 6 numbers') as string }]);
  });

  it('goes out again where another check has sent it', async () => {
    const before = each<number, ListReply>('list/three', {
      title: 'three as limit',
      decides: 'list.success',
      draw: drawn<number>({ three: [3] }),
      ask: (limit, { api }) => api.list({ limit: String(limit) }),
      expect: overTheRun,
      describe: () => 'listing with limit=3',
      passes: 'limits',
      optional: true,
    });
    const numbers = listing({
      stage: 'read-back',
      known: (limit, { api }) =>
        api.log.find(
          (reply): reply is ListReply => reply.operation === 'list' && reply.query.limit === String(limit),
        ),
    });
    const { findings, client } = await foundBy([before, numbers], store({ 3: [refusal(400), refusal(400)] }));
    expect(client.asks.filter((ask) => limitOf(ask) === 3)).toHaveLength(2);
    expect(findings).toMatchObject([{ kind: 'violation', reproduced: { times: 1, of: 1 } }]);
    const [finding] = findings;
    expect(new Set(finding?.kind === 'violation' ? finding.exchanges : [])).toHaveProperty('size', 2);
  });

  it.each<[string, readonly Script[], object, number]>([
    ['that comes again', [refusal(400), refusal(500)], { reproduced: { times: 1, of: 1 }, actual: '500' }, 2],
    ['that does not', [refusal(400)], { reproduced: { times: 0, of: 1 }, actual: '400' }, 1],
    ['whose second try is not answered', [refusal(400), 'timeout'], { actual: '400' }, 1],
    [
      'whose second try is about the key',
      [refusal(400), refusal(401)],
      { reproduced: { times: 0, of: 1 } },
      1,
    ],
  ])('once, %s, is a counterexample all the same', async (_, answers, told, exchanges) => {
    const { findings } = await foundBy([listing()], store({ 3: answers }));
    expect(findings).toMatchObject([{ kind: 'violation', input: 3, ...told }]);
    const [finding] = findings;
    expect(finding?.kind === 'violation' ? finding.exchanges : []).toHaveLength(exchanges);
    if (answers[1] === 'timeout') expect(finding).not.toHaveProperty('reproduced');
  });

  it('for several inputs is told once, and is about all of them', async () => {
    const check = listing({ about: (limit) => [`limit ${String(limit)}`], explainedBy: ['list.success'] });
    const { findings, client } = await foundBy([check], store({ 1: refusal(400), 3: refusal(400) }));
    const firsts = client.exchanges.slice(0, 4).filter(({ request }) => /limit=[13]$/.test(request.url));
    expect(findings).toHaveLength(1);
    const [finding] = findings;
    if (finding?.kind !== 'violation') throw new Error('nothing broke');
    expect([...(finding.about ?? [])].toSorted()).toEqual(
      [...firsts.map(({ id }) => id), 'limit 1', 'limit 3', subject.answer('list', 400)].toSorted(),
    );
    expect(finding.explainedBy).toEqual(['list.success']);
  });

  it('is told of an input that no other failure explains, where there is one', async () => {
    const check = listing({
      explainedBy: (limit) => (limit === 1 ? ['list.success'] : undefined),
    });
    const broken = async (...limits: readonly number[]) =>
      (await foundBy([check], store(Object.fromEntries(limits.map((limit) => [limit, refusal(400)])))))
        .findings;
    for (const limit of [2, 3, 4]) {
      const [finding] = await broken(1, limit);
      expect(finding).toMatchObject({ kind: 'violation', input: limit });
      expect(finding).not.toHaveProperty('explainedBy');
    }
    expect(await broken(1)).toMatchObject([{ input: 1, explainedBy: ['list.success'] }]);
  });

  it('is about the animal that was stored although it had to be refused', async () => {
    const check = each<string, CreateReply>('create/words', {
      title: 'words for categories',
      decides: 'create.invalid.category',
      draw: drawn({ words: ['one'] }),
      ask: (categoryId, { creates }) => creates.faulty((valid) => ({ ...valid, categoryId })),
      expect: status(400),
      describe: (word) => `a category ${word}`,
      passes: 'words, each refused',
    });
    const { findings } = await foundBy([check], new FakeStore().answer);
    expect(findings).toMatchObject([
      {
        message: 'a category one was answered with 201; expected 400 with an Error object',
        about: expect.arrayContaining(['animal 1']) as string[],
      },
    ]);
  });

  it('is made as simple as it gets, and says in its own words what came', async () => {
    const check = listing({
      draw: drawn({ any: fc.integer({ min: 1, max: 100 }) }),
      expect: (page, limit) =>
        (page.items?.length ?? 0) < limit
          ? { actual: 'fewer', expected: 'as many', places: [{ part: 'body', pointer: '' }] }
          : 'met',
      formatInput: (limit) => ({ limit }),
    });
    const { findings } = await foundBy([check], new FakeStore(36).answer, { runs: 20 });
    expect(findings).toMatchObject([
      {
        message:
          'listing with limit=37 was answered with fewer; expected as many; 10 of 20 numbers as limits show it (every limit above 36)',
        input: { limit: 37 },
        places: [{ part: 'body', pointer: '' }],
      },
    ]);
  });

  it('is told in words of its own, where the answer has some', async () => {
    const said = { actual: 'many', message: 'the list came back longer', expected: 'few' };
    const { findings } = await foundBy([listing({ expect: () => said })], store({}));
    expect(findings).toMatchObject([
      { message: 'the list came back longer; all 4 numbers as limits show it', expected: 'few' },
    ]);
  });

  it('does not hide what was met', async () => {
    const { outcome } = await foundBy([listing()], store({ 3: refusal(400) }));
    expect(outcome.covered).toMatchObject([{ inputs: 4 }]);
  });
});

describe('an answer that is no matter of the property', () => {
  it('is one that refuses the valid key', async () => {
    const some = await foundBy([listing()], store({ 3: refusal(401) }));
    expect(some.findings).toMatchObject([{ kind: 'witness', note: expect.stringMatching(/^3 /) as string }]);
    const all = await foundBy([listing()], store(ALL(refusal(401))));
    expect(all.findings).toMatchObject([{ kind: 'undecided', cause: 'server', because: 'auth.accepted' }]);
  });

  it('is a get that is gone on the day of its removal, and on no other', async () => {
    const check = each<number, never>('get/ids', {
      title: 'ids',
      decides: 'get.success',
      draw: drawn({ ids: [1] }),
      ask: (id, { api }) => api.get(BigInt(id)) as Promise<never>,
      expect: status(200),
      describe: () => 'getting it',
      passes: 'ids, each got',
    });
    const kindOn = async (asOf: string) =>
      (await foundBy([check], () => refusal(404), { asOf })).findings.map(({ kind }) => kind);
    expect(await kindOn('2030-12-05')).toEqual(['left-out']);
    expect(await kindOn('2030-12-03')).toEqual(['violation']);
  });
});

describe('where nothing can be told', () => {
  it.each<[string, Script, object]>([
    ['since nobody answers', 'timeout', { kind: 'undecided', cause: 'network' }],
    ['since the rate limit stays', 'rate-limit', { kind: 'undecided', cause: 'rate-limit' }],
    ['since every answer is void', refusal(418), { kind: 'undecided', cause: 'test-data' }],
  ])('%s, that is said', async (_, answer, told) => {
    const check = listing({ expect: overTheRun });
    expect((await foundBy([check], store(ALL(answer)))).findings).toMatchObject([told]);
    // That the target may refuse every input explains no silence.
    const optional = listing({ expect: overTheRun, optional: true });
    const silent = typeof answer === 'string' ? [told] : [];
    expect((await foundBy([optional], store(ALL(answer)))).findings).toMatchObject(silent);
  });

  it('of one input, the others of its class tell', async () => {
    const { findings } = await foundBy([listing()], store({ 3: 'timeout' }));
    expect(findings).toMatchObject([{ kind: 'witness', note: expect.stringMatching(/^3 /) as string }]);
  });

  it('of a class, that is told of it, with what came of it when it was sent alone', async () => {
    const { findings, outcome } = await foundBy([listing()], store({ 1: 'timeout', 3: 'timeout' }));
    expect(findings).toMatchObject([
      {
        kind: 'undecided',
        reason: expect.stringMatching(
          /^no answer that counts came to 1 of 2 classes of input: odd \(2 requests\); .*; sent alone 3 times too/,
        ) as string,
      },
      { kind: 'witness', note: expect.stringMatching(/^2 /) as string },
    ]);
    expect(outcome.covered).toMatchObject([
      { classes: ['even'], of: 2, missed: [{ class: 'odd', why: 'unanswered' }] },
    ]);
  });

  describe('since the target breaks down', () => {
    const frail = listing({
      expect: (reply) => ((reply.answer?.status ?? 0) >= 500 ? 'no-evidence' : 'met'),
      isBreakdown: ({ answer }) => (answer?.status ?? 0) >= 500,
      tally: {
        taken: ({ answer }) => answer?.status === 200,
        refused: ({ answer }) => answer?.status === 400,
      },
    });
    const five = refusal(500);

    it('at all of a class, that class is not met, and is named', async () => {
      const { findings, outcome } = await foundBy([frail], store({ 1: five, 3: five, 4: refusal(400) }));
      expect(findings).toMatchObject([
        {
          kind: 'undecided',
          reason: expect.stringMatching(/^1 of 2 classes of input \(odd\) got no answer.*500/) as string,
          cause: 'server',
          because: 'robust.no-5xx',
        },
        {
          kind: 'witness',
          note: expect.stringMatching(/; 1 taken, 1 refused, 2 told nothing$/) as string,
        },
      ]);
      expect(outcome.covered).toMatchObject([
        { classes: ['even'], of: 2, missed: [{ class: 'odd', why: 'broke-down' }] },
      ]);
    });

    it.each([
      ['at one of a class', { 3: five }, /; 3 taken, 0 refused, 1 told nothing$/],
      ['once', { 1: [five], 3: [five] }, /; 3 taken, 0 refused, 1 told nothing$/],
    ])('%s, the others tell', async (_, answers, note) => {
      const { findings, outcome } = await foundBy([frail], store(answers));
      expect(findings).toMatchObject([{ kind: 'witness', note: expect.stringMatching(note) as string }]);
      expect(outcome.covered).toMatchObject([{ classes: ['even', 'odd'] }]);
    });

    it('at whatever is sent, nothing is told', async () => {
      const { findings } = await foundBy([frail], store(ALL(five)));
      expect(findings).toMatchObject([{ kind: 'undecided', cause: 'test-data' }]);
    });
  });

  it('of a class at first, it is sent alone, and what comes then counts', async () => {
    const { findings, client } = await foundBy(
      [listing()],
      store({ 1: ['timeout', refusal(500)], 3: ['timeout', refusal(500)] }),
    );
    expect(findings).toMatchObject([{ kind: 'violation', actual: '500' }]);
    expect(client.asks.filter(({ alone }) => alone === 'once')).toHaveLength(1);
  });

  it('of the same request with another key, what came of one tells nothing of the other', async () => {
    const check = listing({
      draw: drawn({ 'with a key': [1], 'without one': [-1], more: [2] }),
      ask: (limit, { api }) =>
        api.list(
          { limit: String(Math.abs(limit)) },
          { credential: limit < 0 ? noCredential : validKey('a key') },
        ),
      expect: ({ answer }, limit) =>
        answer?.status === (limit < 0 ? 401 : 200) ? 'met' : { actual: String(answer?.status) },
    });
    let lost = 0;
    const { findings } = await foundBy([check], (ask) => {
      if (limitOf(ask) === 1 && (lost += 1) <= 2) return 'timeout';
      return ask.credential.valid ? new FakeStore(3).answer(ask) : refusal(401);
    });
    expect(findings).toMatchObject([{ kind: 'witness', note: expect.stringMatching(/^3 /) as string }]);
  });

  it('of a class at first, and a gateway refuses the read in between, that one is sent again too', async () => {
    const answer = store({ 1: ['timeout'], 3: ['timeout'] });
    const { findings } = await foundBy([listing()], (ask) =>
      ask.alone === 'patiently' ? 'unavailable' : answer(ask),
    );
    expect(findings).toMatchObject([{ kind: 'witness', note: expect.stringMatching(/^3 /) as string }]);
  });

  it('since the budget for animals is used up, it is left out; what was sent before tells', async () => {
    const check = each<number, CreateReply>('create/plain', {
      title: 'plain animals',
      decides: 'create.success',
      draw: NUMBERS,
      ask: (_, { creates }) => creates.plain('sold'),
      expect: status(201),
      describe: () => 'an animal',
      passes: 'animals, each 201',
    });
    const found = async (maxCreated: number, all = check) =>
      (await foundBy([all], new FakeStore().answer, { maxCreated })).findings;
    const kinds = async (maxCreated: number) => (await found(maxCreated)).map(({ kind }) => kind);
    expect(await kinds(0)).toEqual(['left-out']);
    expect(await kinds(1)).toEqual(['left-out', 'witness']);
    expect(await kinds(2)).toEqual(['witness']);
    const unsent = '1 of 2 classes of input were not sent: ';
    expect(await found(1)).toMatchObject([
      { reason: `${unsent}the animals that the run may create were used up` },
      {},
    ]);
    // A part of the animals is all that one check may take.
    const odd = each<number, CreateReply>('create/odd', {
      title: 'odd animals',
      decides: 'create.success',
      draw: drawn({ even: [2], odd: [1] }),
      ask: (_, { creates }) => creates.odd({}),
      expect: status(201),
      describe: () => 'an animal',
      passes: 'animals, each 201',
    });
    expect(await found(7, odd)).toMatchObject([
      { reason: `${unsent}the part of --max-created that one check may take was used up` },
      {},
    ]);
  });

  it('since what it needs is missing, it sends nothing', async () => {
    const check = listing({ needs: ['create'] });
    const { findings, client } = await foundBy([check], store({}), { readOnly: true });
    expect(findings).toMatchObject([{ kind: 'left-out', requirement: 'list.limit.accepted' }]);
    expect(client.asks).toEqual([]);
  });
});
