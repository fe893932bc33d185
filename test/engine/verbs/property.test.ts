import { setImmediate as tick } from 'node:timers/promises';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { partition } from '../../../generators/partitions.ts';
import { requestScope } from '../../../src/http/request-scope.ts';
import type { OutgoingRequest } from '../../../src/http/types.ts';
import { expectStatus } from '../../../src/engine/verbs/expect.ts';
import { flawSubjectKey } from '../../../src/engine/plan/finding.ts';
import type { ListReply } from '../../../src/engine/target/replies.ts';
import type { PropertyDefinition } from '../../../src/engine/verbs/trials.ts';
import type { Script } from '../fake-client.ts';
import { FakeStore, refusal } from '../fake-store.ts';
import { foundBy } from '../context-of.ts';
import { adding, limitOf, listed, listing, store } from './numbers.ts';

const TENS = partition<number>({ some: [10, 20, 30, 50, 60, 70] });

describe('a property that holds', () => {
  it('is told with the number of inputs, the exchanges, and what was met', async () => {
    const { outcome, client } = await listed({});
    const note = '4 numbers as limits, each answered with 200';
    const exchanges = client.exchanges.map(({ id }) => id);
    expect(outcome).toEqual({
      check: 'list/numbers',
      findings: [{ kind: 'witness', requirement: 'list.limit.accepted', note, exchanges }],
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

  it('is recorded with the class of each input, also where it is simplified and sent again', async () => {
    const draw = partition<number>({ small: [1], large: fc.integer({ min: 10, max: 99 }) });
    const sent = new Map<string, number[]>();
    await foundBy([listing({ draw })], (ask) => {
      const name = requestScope().inputClasses.join();
      sent.set(name, [...(sent.get(name) ?? []), limitOf(ask)]);
      return limitOf(ask) < 10 ? store({})(ask) : refusal(400);
    });
    expect([...sent.keys()].toSorted()).toEqual(['large', 'small']);
    expect(sent.get('small')).toContain(1);
    expect(sent.get('large')?.length).toBeGreaterThan(2);
    expect(sent.get('large')).toContain(10);
  });

  it('asks as many of a class as --runs says; the same for the same seed and check', async () => {
    const draw = partition<number>({ any: fc.noBias(fc.maxSafeNat()) });
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
      draw: ({ animal }) => partition({ all: [Number(animal)] }),
    });
    expect(check.stage).toBe('volume');
    const { client } = await foundBy([check], new FakeStore().answer);
    expect(limitOf(client.asks.at(-1) ?? ({ url: '' } as OutgoingRequest))).toBe(21);
    expect(listing().stage).toBe('scenario');
    expect(listing({ minAnimals: 21, stage: 'read-back' }).stage).toBe('read-back');
  });
});

describe('a property that breaks', () => {
  it('is told with the input, what came, what has to come, and both exchanges', async () => {
    const { findings, client } = await listed({ 3: refusal(400) });
    const of3 = client.exchanges.filter(({ request }) => request.url.endsWith('limit=3')).map(({ id }) => id);
    expect(of3).toHaveLength(2);
    expect(findings).toEqual([
      {
        kind: 'violation',
        requirement: 'list.limit.accepted',
        message: 'GET /v1/pets?limit=3: 400, expected 200; seen in 1 of 4 numbers as limits',
        expected: '200',
        requiredStatus: 200,
        actual: '400',
        input: 3,
        exchanges: of3,
        proof: of3[0],
        operation: 'list',
        reproduced: { times: 1, of: 1 },
        places: [{ part: 'status' }],
        subjects: [...of3.slice(0, 1), flawSubjectKey.answer('list', 400)],
        burden: expect.any(Array) as unknown,
      },
    ]);
  });

  it('is told of the simplest input, and of the next where that does not break again', async () => {
    const draw = partition<number>({ some: [40, 300, 5], one: [1] });
    const bad = refusal(400);
    for (const [answers, input, times, of] of [
      [{ 40: bad, 300: bad, 5: bad }, 5, 1, 1],
      [{ 40: bad, 300: bad, 5: [bad] }, 40, 1, 1],
      [{ 40: [bad], 300: [bad], 5: [bad] }, 5, 0, 3],
    ] as const)
      expect((await listed(answers, { draw })).findings).toMatchObject([
        { input, reproduced: { times, of } },
      ]);
  });

  it.each<[string, readonly number[], string]>([
    ['in words', [50, 60, 70], 'seen in 3 of 6 # (every limit from 50 on, and none up to 30)'],
    ['but where all break', [10, 20, 30, 50, 60, 70], 'seen in all 6 #'],
    ['but where it is not plain', [20, 50], 'seen in 2 of 6 #'],
  ])('says what the inputs share that break, %s', async (_, limits, words) => {
    const answers = Object.fromEntries(limits.map((limit) => [limit, refusal(400)]));
    const { findings } = await listed(answers, { draw: TENS }, { runs: 6 });
    const said = `GET /v1/pets?limit=${String(limits[0])}: 400, expected 200; ${words}`;
    expect(findings).toMatchObject([{ message: said.replace('#', 'numbers as limits') }]);
  });

  it('counts what is left to another rule with those that break, where the answers are alike', async () => {
    const expected: PropertyDefinition<number, ListReply>['expect'] = ({ answer, query }) =>
      answer?.status === 200
        ? 'met'
        : query.limit === '60'
          ? 'no-evidence'
          : { actual: '400', expected: '200' };
    const bad = { 50: refusal(400), 60: refusal(400), 70: refusal(400) };
    const { findings } = await listed(bad, { draw: TENS, expect: expected }, { runs: 6 });
    expect(findings).toMatchObject([{ message: expect.stringContaining('3 of 6 numbers') as string }]);
  });

  it('goes out again where another check has sent it', async () => {
    const three = partition<number>({ three: [3] });
    const before = listing({ draw: three, expect: () => 'no-evidence', optional: true }, 'list/three');
    const numbers = listing({
      stage: 'read-back',
      alreadySent: (limit, { api }) =>
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
    ['that comes again', [refusal(400), refusal(500)], { reproduced: { times: 1, of: 1 }, actual: '400' }, 2],
    ['that does not', [refusal(400)], { reproduced: { times: 0, of: 1 }, actual: '400' }, 1],
    ['whose second try is not answered', [refusal(400), 'timeout'], { actual: '400' }, 1],
    [
      'whose second try is about the key',
      [refusal(400), refusal(401)],
      { reproduced: { times: 0, of: 1 } },
      1,
    ],
  ])('once, %s, is a counterexample all the same', async (_, answers, told, exchanges) => {
    const { findings } = await listed({ 3: answers });
    expect(findings).toMatchObject([{ kind: 'violation', input: 3, ...told }]);
    const [finding] = findings;
    expect(finding?.kind === 'violation' ? finding.exchanges : []).toHaveLength(exchanges);
    if (answers[1] === 'timeout') expect(finding).not.toHaveProperty('reproduced');
  });

  it('for several inputs is told once, and is about all of them', async () => {
    const { findings, client } = await listed(
      { 1: refusal(400), 3: refusal(400) },
      { subjects: (limit) => [`limit ${String(limit)}`], possibleCauses: ['list.success'] },
    );
    const firsts = client.exchanges.slice(0, 4).filter(({ request }) => /limit=[13]$/.test(request.url));
    expect(findings).toHaveLength(1);
    const [finding] = findings;
    if (finding?.kind !== 'violation') throw new Error('nothing broke');
    expect([...(finding.subjects ?? [])].toSorted()).toEqual(
      [...firsts.map(({ id }) => id), 'limit 1', 'limit 3', flawSubjectKey.answer('list', 400)].toSorted(),
    );
    expect(finding.possibleCauses).toEqual(['list.success']);
  });

  it('is told of an input that no other failure explains, where there is one', async () => {
    const possibleCauses = (limit: number) => (limit === 1 ? (['list.success'] as const) : undefined);
    for (const limit of [2, 3, 4]) {
      const { findings } = await listed({ 1: refusal(400), [limit]: refusal(400) }, { possibleCauses });
      expect(findings).toMatchObject([{ kind: 'violation', input: limit }]);
      expect(findings[0]).not.toHaveProperty('possibleCauses');
    }
    const { findings } = await listed({ 1: refusal(400) }, { possibleCauses });
    expect(findings).toMatchObject([{ input: 1, possibleCauses: ['list.success'] }]);
  });

  it('is about the animal that was stored although it had to be refused', async () => {
    const check = adding<string>({
      decides: 'create.invalid.category',
      draw: partition({ words: ['a category'] }),
      ask: (categoryId, { creates }) => creates.invalid((valid) => ({ ...valid, categoryId })),
      expect: expectStatus(400),
    });
    const { findings } = await foundBy([check], new FakeStore().answer);
    expect(findings).toMatchObject([
      {
        message: expect.stringMatching(
          /^POST \/v1\/pets .*"a category".*: 201, expected 400 with an Error object/,
        ) as string,
        subjects: expect.arrayContaining(['animal 1']) as string[],
      },
    ]);
  });

  it('is made as simple as it gets, and says in its own words what came', async () => {
    const check = listing({
      draw: partition({ any: fc.integer({ min: 1, max: 100 }) }),
      expect: (page) =>
        (page.items?.length ?? 0) < Number(page.query.limit)
          ? { actual: 'fewer', expected: 'as many', places: [{ part: 'body', pointer: '' }] }
          : 'met',
    });
    const { findings } = await foundBy([check], new FakeStore(36).answer, { runs: 20 });
    expect(findings).toMatchObject([
      {
        message:
          'GET /v1/pets?limit=37: fewer, expected as many; seen in 10 of 20 numbers as limits (every limit above 36)',
        input: 37,
        places: [{ part: 'body', pointer: '' }],
      },
    ]);
  });

  it('is told in words of its own, where the answer has some', async () => {
    const said = { actual: 'many', message: 'the list came back longer', expected: 'few' };
    const { findings } = await listed({}, { expect: () => said });
    expect(findings).toMatchObject([
      { message: 'the list came back longer; seen in all 4 numbers as limits', expected: 'few' },
    ]);
  });

  it('does not hide what was met', async () => {
    const { outcome } = await listed({ 3: refusal(400) });
    expect(outcome.covered).toMatchObject([{ inputs: 4 }]);
  });
});
