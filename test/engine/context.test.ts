import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/json/types.ts';
import { FakeStore, ok, refusal } from './fake-store.ts';
import { benchOf } from './context-of.ts';

describe('too few animals', () => {
  it.each([
    [{ readOnly: true }, 'left-out', 'read-only'],
    [{ maxCreated: 0 }, 'left-out', 'may not add'],
    [{}, 'undecided', 'too few'],
  ] as const)('with %o are %s', (config, kind, words) => {
    const { context } = benchOf(new FakeStore().answer, config);
    context.tooFewAnimals('list.limit.default', 'too few');
    const [finding] = context.findings;
    expect(finding?.kind).toBe(kind);
    expect(finding !== undefined && 'reason' in finding ? finding.reason : '').toContain(words);
  });
});

describe('what would bring in what more animals would', () => {
  it.each([
    [
      'more animals, where they are too few',
      (count: number) => count,
      'Allow more animals with --max-created.',
    ],
    [
      'an id for each, where several got one',
      (count: number) => Math.ceil(count / 2),
      'Fix create.id.unique, then run again.',
    ],
  ])('is %s', async (_, idOf, next) => {
    let count = 0;
    const { context } = benchOf(
      ({ operation, body }) => {
        if (operation !== 'create') return ok(200, []);
        count += 1;
        return ok(201, { ...(JSON.parse(body ?? '{}') as JsonObject), id: idOf(count) });
      },
      { maxCreated: 20 },
    );
    await context.population.atLeast(101);
    context.tooFewAnimals('list.limit.maximum', 'too few');
    context.tooFewFor('list.limit.default', 'a part');
    context.outOfBudget('create.echo');
    expect(context.findings).toMatchObject([{ next }, { next }, { next }]);
  });
});

it('a request that was kept back leaves out what nothing was sent for, though there are animals enough', async () => {
  const { context } = benchOf(new FakeStore().answer, { maxCreated: 3 });
  const told = () => {
    context.tooFewAnimals('create.id.by-service', 'none was sent');
    return context.findings.at(-1)?.kind;
  };
  await context.creates.borderline({});
  expect(told()).toBe('undecided');
  const reply = await context.creates.borderline({});
  expect(reply).toBeUndefined();
  expect(told()).toBe('left-out');
});

describe('a reply that says nothing', () => {
  it.each([
    ['timeout', 'network'],
    ['connection', 'network'],
    ['unavailable', 'network'],
    ['rate-limit', 'rate-limit'],
  ] as const)('(%s) leaves the requirement undecided because of the %s', async (why, cause) => {
    const { context } = benchOf(() => why);
    expect(context.noAnswer('list.success', await context.api.list())).toBe(true);
    expect(context.findings).toMatchObject([{ kind: 'undecided', cause, exchanges: ['x1'] }]);
  });

  it('is not one with an answer', async () => {
    const { context } = benchOf(() => refusal(500));
    expect(context.noAnswer('list.success', await context.api.list())).toBe(false);
    expect(context.findings).toEqual([]);
  });
});

it('a budget that is used up is named with its size', () => {
  const { context } = benchOf(new FakeStore().answer, { maxCreated: 12 });
  context.outOfBudget('create.echo');
  expect(context.findings).toMatchObject([
    { kind: 'left-out', limitsVerdict: true, reason: expect.stringContaining('12') as string },
  ]);
});

describe('replies none of which told anything', () => {
  it.each([
    ['none, since the budget was used up', [], { kind: 'left-out', limitsVerdict: true }],
    ['one that nobody answered', ['timeout'], { kind: 'undecided', cause: 'network' }],
    ['one of several that nobody answered', [500, 'timeout'], { kind: 'undecided', cause: 'network' }],
    ['answers that prove nothing', [500], { kind: 'undecided', cause: 'test-data', exchanges: ['x1'] }],
  ] as const)('(%s) are told as that', async (_, answers, found) => {
    let sent = 0;
    const { context } = benchOf(() => {
      const answer = answers[sent];
      sent += 1;
      return typeof answer === 'number' ? refusal(answer) : (answer ?? 'timeout');
    });
    const replies = [];
    for (const _answer of answers) replies.push(await context.api.list());
    context.noEvidence('list.success', replies);
    expect(context.findings).toMatchObject([found]);
  });
});

it('what a property met is told beside what was found', async () => {
  const covered = { property: 'limits', inputs: 2, classes: ['ends'], of: 3 };
  const told = await benchOf(new FakeStore().answer).context.run((context) => context.covered(covered));
  expect(told).toEqual({ check: 'list/some', findings: [], covered: [covered] });
  const nothing = await benchOf(new FakeStore().answer).context.run(() => {});
  expect(nothing).toEqual({ check: 'list/some', findings: [] });
});
