import { describe, expect, it } from 'vitest';
import type { Lab } from '../../src/kit/lab.ts';
import type { Reply } from '../../src/kit/replies.ts';
import type { Operation } from '../../src/client/types.ts';
import { FakeStore, ok, refusal } from './fake-store.ts';
import type { Script } from './fake-client.ts';
import { benchOf } from './lab-of.ts';

const TEXT = { message: 'it broke', expected: 'this', actual: 'that' };

describe('a counterexample', () => {
  it.each<[string, Script, object, number]>([
    ['that comes again', refusal(500), { reproduced: { times: 1, of: 1 } }, 2],
    ['that does not', ok(200, []), { reproduced: { times: 0, of: 1 } }, 1],
    ['whose second try gets no answer', 'timeout', { kind: 'violation' }, 1],
  ])('%s: is reported all the same, and says so', async (_, again, expected, exchanges) => {
    let asked = 0;
    const { lab } = benchOf(() => ((asked += 1) === 1 ? refusal(500) : again));
    const reply = await lab.api.list({ limit: '7' });
    await lab.confirm('list.limit.accepted', reply, (one) => one.answer?.status === 500, TEXT);
    expect(lab.findings).toMatchObject([{ kind: 'violation', ...TEXT, ...expected }]);
    const [finding] = lab.findings;
    expect(finding?.kind === 'violation' ? finding.exchanges : []).toHaveLength(exchanges);
    if (again === 'timeout') expect(finding).not.toHaveProperty('reproduced');
  });

  it('is put to the target as it was the first time', async () => {
    const ways: Record<Operation, (lab: Lab) => Promise<Reply | undefined>> = {
      list: (lab) =>
        lab.api.list(
          { limit: '7', status: 'x' },
          { credential: { value: 'Basic x', kind: 'malformed', label: 'x', pieces: [], valid: false } },
        ),
      get: (lab) => lab.api.get('a/b'),
      create: (lab) => lab.api.create('{"name":', { intent: 'faulty', contentType: 'text/plain' }),
      message: (lab) => lab.api.message('{}', { contentType: null }),
    };
    for (const way of Object.values(ways)) {
      const { client, lab } = benchOf(new FakeStore().answer);
      const reply = await way(lab);
      if (reply === undefined) throw new Error('nothing was sent');
      await lab.confirm('list.success', reply, () => true, TEXT);
      expect(client.asks[1]).toEqual(client.asks[0]);
    }
  });

  it('goes out under a fresh name where every target has to accept it', async () => {
    const { client, lab } = benchOf(new FakeStore().answer);
    const reply = await lab.population.createPlain('sold');
    if (reply === undefined) throw new Error('nothing was sent');
    await lab.confirm('create.success', reply, () => true, TEXT);
    const names = client.asks.map(({ body }) => /"name":"(\w+)"/.exec(body ?? '')?.[1]);
    expect(new Set(names).size).toBe(2);
    expect(client.asks.every(({ body }) => body?.includes('"status":"sold"') === true)).toBe(true);
  });

  it('is reported as it is where the budget is used up', async () => {
    const { client, lab } = benchOf(new FakeStore().answer, { maxCreated: 1 });
    const reply = await lab.population.createPlain('sold');
    if (reply === undefined) throw new Error('nothing was sent');
    await lab.confirm('create.success', reply, () => true, TEXT);
    expect(client.asks).toHaveLength(1);
    expect(lab.findings).toMatchObject([{ kind: 'violation', exchanges: ['x1'] }]);
  });
});

describe('too few animals', () => {
  it.each([
    [{ readOnly: true }, 'left-out', 'read-only'],
    [{ maxCreated: 0 }, 'left-out', 'may not add'],
    [{}, 'undecided', 'too few'],
  ] as const)('with %o are %s', (config, kind, words) => {
    const { lab } = benchOf(new FakeStore().answer, config);
    lab.scarce('list.limit.default', 'too few');
    const [finding] = lab.findings;
    expect(finding?.kind).toBe(kind);
    expect(finding !== undefined && 'reason' in finding ? finding.reason : '').toContain(words);
  });
});

describe('a reply that says nothing', () => {
  it.each([
    ['timeout', 'network'],
    ['connection', 'network'],
    ['unavailable', 'network'],
    ['rate-limit', 'rate-limit'],
  ] as const)('(%s) leaves the requirement undecided because of the %s', async (why, cause) => {
    const { lab } = benchOf(() => why);
    expect(lab.silent('list.success', await lab.api.list())).toBe(true);
    expect(lab.findings).toMatchObject([{ kind: 'undecided', cause, exchanges: ['x1'] }]);
  });

  it('is not one with an answer', async () => {
    const { lab } = benchOf(() => refusal(500));
    expect(lab.silent('list.success', await lab.api.list())).toBe(false);
    expect(lab.findings).toEqual([]);
  });
});

it('a budget that is used up is named with its size', () => {
  const { lab } = benchOf(new FakeStore().answer, { maxCreated: 12 });
  lab.outOfBudget('create.echo');
  expect(lab.findings).toMatchObject([
    { kind: 'left-out', lowers: true, reason: expect.stringContaining('12') as string },
  ]);
});
