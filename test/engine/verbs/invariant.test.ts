import { describe, expect, it } from 'vitest';
import { partition } from '../../../generators/partitions.ts';
import { requestScope } from '../../../src/http/request-scope.ts';
import { expectStatus } from '../../../src/engine/verbs/expect.ts';
import type { Flaw } from '../../../src/engine/plan/finding.ts';
import type { ListReply, Reply } from '../../../src/engine/target/replies.ts';
import { invariant, type InvariantDefinition } from '../../../src/engine/verbs/invariant.ts';
import { property } from '../../../src/engine/verbs/property.ts';
import type { Script } from '../fake-client.ts';
import { FakeStore, refusal } from '../fake-store.ts';
import { checkOf, foundBy } from '../context-of.ts';
import { flaw, listing, noTeapot, otherwise, TEAPOT, violations } from './teapots.ts';

/** Teapots where these limits are asked for. */
const pots = (...limits: readonly number[]) =>
  otherwise(Object.fromEntries(limits.map((limit) => [limit, refusal(TEAPOT)])));

/** A check that finds teapots wrong in its own way. */
const finding = (
  wrong: (reply: ListReply) => Flaw | readonly Flaw[],
  more: Partial<InvariantDefinition<ListReply, undefined>> = {},
) => noTeapot({ wrong: (reply) => (reply.answer?.status === TEAPOT ? wrong(reply) : undefined), ...more });

describe('a counterexample is found anywhere in the run', () => {
  const everything = checkOf('list/everything', {
    stage: 'volume',
    probe: async ({ api, baseline, pages, population }) => {
      await baseline.unfilteredList();
      await pages.at('snapshot');
      await population.atLeast(21);
      await baseline.of('get');
      await baseline.of('message');
      await pages.at('read-back');
      await pages.at('settled', () => Promise.resolve());
      await api.get('some');
    },
  });
  const any = invariant('list/any', {
    title: 'any answer',
    decides: 'robust.no-5xx',
    of: (reply): reply is Reply => reply.outcome.exchange.response !== null,
    wrong: ({ answer }) => (answer?.status === TEAPOT ? flaw() : undefined),
    passMessage: 'answers, no teapot',
  });

  it.each([
    'preflight',
    'population/snapshot',
    'population/starters',
    'population/fill',
    'population/known-gets',
    'population/read-back',
    'population/settled',
    'messages/baseline',
    'list/everything',
  ])('among the requests of %s', async (source) => {
    const good = new FakeStore().answer;
    const { findings } = await foundBy([everything, any], (ask) =>
      requestScope().check === source ? refusal(TEAPOT) : good(ask),
    );
    expect(violations(findings)).toHaveLength(1);
  });

  it('and none where there is none', async () => {
    const { findings, client } = await foundBy([everything, any], new FakeStore().answer);
    expect(findings).toMatchObject([
      { kind: 'witness', note: `${String(client.asks.length)} answers, no teapot` },
    ]);
  });

  it('among requests that put something else to the target once more', async () => {
    const confirmed = property<number, ListReply>('list/confirmed', {
      title: 'a limit that breaks',
      decides: 'list.limit.accepted',
      draw: partition({ limits: [3] }),
      ask: (limit, { api }) => api.list({ limit: String(limit) }),
      expect: expectStatus(200),
      passMessage: 'limits',
    });
    let asked = 0;
    const answers = otherwise({ 3: () => refusal((asked += 1) === 2 ? TEAPOT : 400) });
    const { findings } = await foundBy([confirmed, noTeapot()], answers);
    expect(violations(findings)).toMatchObject([{ proof: 'x2', reproduced: { times: 0, of: 1 } }]);
  });

  it('among answers that it asks for itself, now that all else is done', async () => {
    const check = noTeapot({ also: async ({ api }) => [await api.list({ limit: '3' })] });
    const { findings, client } = await foundBy([listing(1), check], pots(3));
    expect(violations(findings)).toMatchObject([{ proof: 'x2' }]);
    expect(client.exchanges[1]?.check).toBe('list/no-teapot');
  });
});

describe('what is told of a counterexample', () => {
  it('are its words, its exchanges with the proof named, and how often it came again', async () => {
    const beside = (reply: ListReply, [first]: readonly Reply[]): Flaw =>
      flaw({
        input: reply.query,
        places: [{ part: 'status' }],
        subjects: ['limit'],
        possibleCauses: ['list.agrees'],
        ...(first === undefined ? {} : { comparedWith: [first] }),
      });
    const check = noTeapot<readonly Reply[]>({
      given: ({ api }) => api.log.slice(0, 1),
      wrong: (reply, given) => (reply.answer?.status === TEAPOT ? beside(reply, given) : undefined),
    });
    const { findings } = await foundBy([listing(1, 3, 2), check], pots(3));
    expect(findings).toEqual([
      {
        kind: 'violation',
        requirement: 'list.success',
        message: 'it is a teapot; seen in 1 of 3 lists',
        expected: 'no teapot',
        actual: 'a teapot',
        exchanges: ['x1', 'x2', 'x4'],
        proof: 'x2',
        operation: 'list',
        spread: [{ operation: 'list', status: TEAPOT, count: 1 }],
        comparison: 'x1',
        requests: ['x1', 'x2'],
        reproduced: { times: 1, of: 1 },
        input: { limit: '3' },
        places: [{ part: 'status' }],
        possibleCauses: ['list.agrees'],
        subjects: ['x2', 'limit'],
        burden: expect.any(Array) as unknown,
      },
      // The others were told as well: what fails is decided elsewhere.
      { kind: 'witness', requirement: 'list.success', note: '2 lists, no teapot', exchanges: ['x1', 'x3'] },
    ]);
  });

  it.each<[string, Script, object]>([
    ['comes again', refusal(TEAPOT), { reproduced: { times: 1, of: 1 }, exchanges: ['x1', 'x2'] }],
    ['does not', refusal(400), { reproduced: { times: 0, of: 1 }, exchanges: ['x1'] }],
    ['is not answered then', 'timeout', { exchanges: ['x1'] }],
  ])('is that it %s', async (_, again, told) => {
    let asked = 0;
    const answers = otherwise({ 3: () => ((asked += 1) === 1 ? refusal(TEAPOT) : again) });
    const [found] = violations((await foundBy([listing(3), noTeapot()], answers)).findings);
    expect(found).toMatchObject(told);
    if (again === 'timeout') expect(found).not.toHaveProperty('reproduced');
  });

  it('is told once for all of its kind, with how many there are, some of them and what they are about', async () => {
    const check = finding(({ query }) => flaw({ input: query, subjects: [`limit ${String(query.limit)}`] }));
    const { findings } = await foundBy([listing(1, 3, 4, 4), check], pots(3, 4));
    expect(violations(findings)).toMatchObject([
      {
        message: 'it is a teapot; seen in 3 of 4 lists',
        exchanges: ['x3', 'x4', 'x2', 'x5'],
        proof: 'x2',
        subjects: ['x2', 'limit 3', 'x3', 'limit 4', 'x4'],
      },
    ]);
  });

  it.each<[string, string, Partial<InvariantDefinition<ListReply, undefined>>]>([
    ['what is conclusive', 'seen in 3 of 4 lists', {}],
    ['what is conclusive alone', 'seen in all 3 lists', { conclusive: ({ query }) => query.limit !== '1' }],
    ['what it applies to', 'seen in all 3 lists', { applies: ({ query }, { kind }) => query.limit === kind }],
    [
      'what shows it, whether it applies to that or not',
      'seen in 3 of 4 filtered lists',
      { applies: ({ query }) => query.limit === '1', passMessage: 'filtered lists, no teapot' },
    ],
  ])('is counted among %s: %s', async (_, words, different) => {
    const { findings } = await foundBy([listing(1, 3, 4, 4), noTeapot(different)], pots(3, 4));
    expect(violations(findings)).toMatchObject([{ message: `it is a teapot; ${words}` }]);
  });

  it('says what all of them show, where the message is about one of them', async () => {
    const { findings } = await foundBy(
      [listing(1, 3, 4, 4), finding(() => flaw({ countedAs: 'a pot' }))],
      pots(3, 4),
    );
    expect(violations(findings)).toMatchObject([{ message: 'it is a teapot; a pot in 3 of 4 lists' }]);
  });

  it.each<[string, string, Partial<Flaw>]>([
    ['what they share', ' (every limit above 2)', {}],
    ['nothing of what may change', '', { mayChange: true }],
    ['nothing of what changes with what is added', '', { groupKey: 'x' }],
  ])('says %s', async (_, words, different) => {
    const check = finding(() => flaw(different));
    const { findings } = await foundBy([listing(1, 2, 3, 4), check], pots(3, 4));
    expect(violations(findings)).toMatchObject([{ message: `it is a teapot; seen in 2 of 4 lists${words}` }]);
  });

  it.each<[string, string, Partial<Flaw>]>([
    ['as it is', ' (exactly those answered with 418)', {}],
    ['unless it is what is wrong', '', { places: [{ part: 'status' }] }],
    [
      'also where it is wrong beside something else',
      ' (exactly those answered with 418)',
      { places: [{ part: 'status' }, { part: 'body', pointer: '' }] },
    ],
  ])('says which status they share, %s', async (_, words, different) => {
    const check = finding(() => flaw(different));
    const { findings } = await foundBy([listing(1, 5, 3, 7), check], pots(3, 7));
    expect(violations(findings)).toMatchObject([{ message: `it is a teapot; seen in 2 of 4 lists${words}` }]);
  });

  it('is told for each kind, and for each requirement, of one answer too', async () => {
    const [pot, tea] = [flaw({ kind: 'pot' }), flaw({ kind: 'tea' })];
    const flaws = [pot, tea, flaw({ kind: 'tea', requirement: 'list.agrees' }), pot];
    const check = finding(() => flaws, { mayBreak: ['list.agrees'] });
    expect(check).toMatchObject({ decides: ['list.success'], mayBreak: ['list.agrees'] });
    const { findings } = await foundBy([listing(3), check], pots(3));
    const ids = violations(findings).map(({ requirement }) => requirement);
    expect(ids).toEqual(['list.success', 'list.success', 'list.agrees']);
    expect(findings.filter(({ kind }) => kind === 'witness')).toEqual([]);
  });

  it('is first the one that no other failure may explain', async () => {
    const check = finding(({ query: { limit } }) =>
      flaw({ input: limit, ...(limit === '3' ? { possibleCauses: ['list.agrees'] as const } : {}) }),
    );
    const [found] = violations((await foundBy([listing(3, 3, 4), check], pots(3, 4))).findings);
    expect(found).toMatchObject({ input: '4', proof: 'x3' });
    expect(found).not.toHaveProperty('possibleCauses');
    const [explained] = violations((await foundBy([listing(3, 3), check], pots(3, 4))).findings);
    expect(explained).toMatchObject({ input: '3', possibleCauses: ['list.agrees'] });
  });
});

describe('the witness that is told', () => {
  const sees = finding(({ query }) => flaw({ input: query }));
  const pot = refusal(TEAPOT);
  /** A pot at first, and another answer when it is sent again. */
  const once = () => {
    let asked = 0;
    return () => ((asked += 1) === 1 ? pot : refusal(400));
  };

  it('is the simplest of the run, and not the first', async () => {
    const { findings } = await foundBy([listing(40, 6), sees], otherwise({ 40: pot, 6: pot }));
    expect(violations(findings)).toMatchObject([{ proof: 'x2', input: { limit: '6' } }]);
  });

  it('is one that comes again, where one does', async () => {
    const answers = otherwise({ 4: once(), 50: pot });
    const { findings } = await foundBy([listing(4, 50), sees], answers);
    expect(violations(findings)).toMatchObject([
      { proof: 'x2', input: { limit: '50' }, reproduced: { times: 1, of: 1 }, exchanges: ['x1', 'x2', 'x4'] },
    ]);
  });

  it('is the simplest where none comes again, with all that was tried', async () => {
    const answers = otherwise({ 4: once(), 5: once(), 60: once(), 70: once() });
    const { findings, client } = await foundBy([listing(70, 60, 5, 4), sees], answers);
    expect(violations(findings)).toMatchObject([{ proof: 'x4', reproduced: { times: 0, of: 3 } }]);
    expect(client.asks).toHaveLength(7);
  });
});

describe('a flaw that does not stand when it is looked at again', () => {
  /** Looks at flaws again: those with such limits stand. */
  function standing(attempts: number | undefined, ...limits: readonly string[]) {
    const looked: (string | undefined)[] = [];
    const check = finding(({ query }) => flaw({ input: query }), {
      confirm: (_, { reply: { query } }) => {
        looked.push(query.limit);
        const stands = limits.includes(query.limit ?? '');
        return Promise.resolve(stands ? { times: 2, of: 2, replies: [] } : undefined);
      },
      ...(attempts === undefined ? {} : { attempts }),
    });
    return { check, looked };
  }
  const four = pots(3, 4, 5, 6);

  it('fails nobody', async () => {
    const { check, looked } = standing(undefined);
    const { findings } = await foundBy([listing(1, 3), check], four);
    expect(findings.map(({ kind }) => kind)).toEqual(['witness']);
    expect(looked).toEqual(['3']);
  });

  it('leaves the requirement open where it can be read in two ways, and tells both', async () => {
    const looked: (string | undefined)[] = [];
    const open = (final?: true) =>
      finding(({ query }) => flaw({ input: query }), {
        confirm: (_, { reply: { query } }) => {
          looked.push(query.limit);
          const why = `limit ${String(query.limit)}: a pot, or tea`;
          return Promise.resolve(
            query.limit === '6' ? { times: 1, of: 1, replies: [] } : { why, ...(final && { final }) },
          );
        },
      });
    const { findings } = await foundBy([listing(1, 3, 4), open()], four);
    expect(findings).toMatchObject([
      {
        kind: 'undecided',
        requirement: 'list.success',
        reason: 'limit 3: a pot, or tea: it is a teapot; seen in 2 of 3 lists',
        cause: 'test-data',
        exchanges: ['x2'],
      },
      { kind: 'witness', note: '1 list, no teapot' },
    ]);
    expect(looked.splice(0)).toEqual(['3', '4']);
    expect(violations((await foundBy([listing(3, 6), open()], four)).findings)).toMatchObject([
      { proof: 'x2' },
    ]);
    expect(looked.splice(0)).toEqual(['3', '6']);
    expect(violations((await foundBy([listing(3, 6), open(true)], four)).findings)).toEqual([]);
    expect(looked).toEqual(['3']);
  });

  it('gives way to the next one, each input once, this many times', async () => {
    const found = async (attempts: number | undefined, ...limits: readonly string[]) => {
      const { check, looked } = standing(attempts, ...limits);
      const { findings } = await foundBy([listing(3, 3, 4, 5, 6), check], four);
      return { looked, input: violations(findings)[0]?.input };
    };
    expect(await found(undefined, '5')).toEqual({ looked: ['3', '4', '5'], input: { limit: '5' } });
    expect(await found(undefined, '6')).toEqual({ looked: ['3', '4', '5'], input: undefined });
    expect(await found(6, '6')).toEqual({ looked: ['3', '4', '5', '6'], input: { limit: '6' } });
  });

  it('is looked at as often where there is but one input', async () => {
    const { check, looked } = standing(undefined);
    await foundBy([listing(3, 3, 3, 3, 3), check], four);
    expect(looked).toEqual(['3', '3', '3']);
  });

  it('is told again only for what is wrong in the same way', async () => {
    let wrong: number | undefined;
    const check = noTeapot({
      wrong: ({ answer }) =>
        answer?.status === TEAPOT ? [flaw({ kind: 'pot' })] : [flaw({ kind: 'other', message: 'no pot' })],
      confirm: async (context, { reply }, wrongs) => {
        wrong = wrongs(await context.api.list({ limit: '1' })).length + wrongs(reply).length;
        return undefined;
      },
    });
    await foundBy([listing(3), check], four);
    expect(wrong).toBe(1);
  });
});
