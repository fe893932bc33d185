import * as fc from 'fast-check';
import type { SequenceStep } from '../../../generators/sequences.ts';
import { describe, expect, it } from 'vitest';
import type { OutgoingRequest } from '../../../src/http/types.ts';
import { withClock, type Clock } from '../../../src/engine/target/clock.ts';
import type { Violation } from '../../../src/engine/plan/finding.ts';
import { sequence, type StepFlaw, type SequenceDefinition } from '../../../src/engine/verbs/sequence.ts';
import { FakeStore, ok, refusal } from '../fake-store.ts';
import type { Script } from '../fake-client.ts';
import { foundBy } from '../context-of.ts';

const listing = (limit: number | null): SequenceStep => ({
  kind: 'list',
  status: null,
  limit,
  variant: 0,
  closes: false,
  concurrent: false,
});
const [plain, odd, other] = [listing(null), listing(7), listing(9)];
const adding: SequenceStep = { ...plain, kind: 'create' };
const [PLAIN, ODD, OTHER] = ['GET /v1/pets', 'GET /v1/pets?limit=7', 'GET /v1/pets?limit=9'];

const WALK: readonly SequenceStep[] = [plain, other, odd, other, other, plain, other];
const WRONG: StepFlaw = {
  requirement: 'list.success',
  message: 'it was wrong',
  expected: '200',
  actual: '500',
};

/** Lists: an odd one has a limit of 7, another one of 9. */
function walkOf(different: Partial<SequenceDefinition> = {}, flaw: Partial<StepFlaw> = {}) {
  return sequence('walk/some', {
    title: 'some lists',
    mayBreak: ['list.success'],
    draw: fc.constant(WALK),
    step: fc.constantFrom(other, plain, odd),
    ask: ({ limit }, _, { api }) => api.list(limit === null ? {} : { limit: String(limit) }),
    wrong: (_, { answer }) => (answer?.status === 500 ? [{ ...WRONG, ...flaw }] : []),
    ...different,
  });
}

/** A target whose plain lists go wrong once an odd one was asked for, as often as it may. */
function target(times = Infinity): (ask: OutgoingRequest) => Script {
  let wasOdd = false;
  let left = times;
  return ({ url }) => {
    if (url.includes('limit=7')) wasOdd = true;
    if (url.includes('limit') || !wasOdd) return ok(200, []);
    wasOdd = false;
    left -= 1;
    return left < 0 ? ok(200, []) : refusal(500);
  };
}

async function told(check: ReturnType<typeof sequence>, script: (ask: OutgoingRequest) => Script) {
  const { findings, client } = await foundBy([check], script);
  return { client, broken: findings.filter((one): one is Violation => one.kind === 'violation') };
}

describe('a flaw that only an order shows', () => {
  it('is told with the shortest walk that shows it, in a bounded number of requests', async () => {
    const { broken, client } = await told(walkOf(), target());
    expect(broken).toHaveLength(1);
    expect(broken[0]).toMatchObject({
      requirement: 'list.success',
      message: `it was wrong, right after ${ODD}`,
      input: { sequence: [ODD, PLAIN] },
      reproduced: { times: 2, of: 2 },
    });
    expect(broken[0]).not.toHaveProperty('byChance');
    expect(broken[0]?.exchanges).toContain(broken[0]?.proof);
    expect(client.asks.length).toBeLessThanOrEqual(WALK.length + 120 + 4 * WALK.length);
  });

  it('loses the steps in its middle that it does not take', async () => {
    const steps: readonly SequenceStep[] = [odd, other, other, other, other, plain, other];
    const { broken } = await told(walkOf({ draw: fc.constant(steps) }), target());
    expect(broken).toMatchObject([{ input: { sequence: [ODD, PLAIN] } }]);
  });

  it('is told with how many steps it takes, and the last of them', async () => {
    let asked: string[] = [];
    const { broken } = await told(walkOf(), ({ url }) => {
      const isPlain = !url.includes('limit');
      const isWrong = isPlain && /7(?: 9)+$/u.test(asked.join(' '));
      asked = isPlain ? [] : [...asked, url.slice(-1)];
      return isWrong ? refusal(500) : ok(200, []);
    });
    expect(broken).toMatchObject([
      {
        message: `it was wrong, after 2 steps, the last of them ${OTHER}`,
        input: { sequence: [ODD, OTHER, PLAIN] },
      },
    ]);
  });

  it('names what went out at the same moment', async () => {
    const draw = fc.constant([{ ...odd, concurrent: true }, plain]);
    let wasOdd = false;
    const { broken } = await told(walkOf({ draw }), ({ url }) => {
      if (url.includes('limit=7')) wasOdd = true;
      else if (wasOdd) return ((wasOdd = false), refusal(500));
      return ok(200, []);
    });
    expect(broken).toMatchObject([{ message: `it was wrong, sent at the same moment as ${ODD}` }]);
  });

  it.each([
    ['never again', 1],
    ['only once more', 2],
  ])('is left to the rules on the whole run where it shows %s', async (_, times) => {
    const { broken } = await told(walkOf(), target(times));
    expect(broken).toEqual([]);
  });

  it.each<[string, Partial<StepFlaw>, readonly number[]]>([
    ['at once', {}, []],
    ['once replicas had their time, where they matter', { settles: true }, [2000]],
  ])('is looked at again %s', async (_, flaw, waits) => {
    const waited: number[] = [];
    const clock: Clock = { now: () => 0, pause: (ms) => Promise.resolve(void waited.push(ms)) };
    const found = await withClock(clock, () =>
      foundBy([walkOf({}, flaw)], target(), { consistencyMs: 2000 }),
    );
    expect(found.findings).toMatchObject([{ kind: 'violation' }]);
    expect(waited).toEqual(waits);
  });

  it('that nobody else judges is told all the same', async () => {
    const { broken } = await told(walkOf({}, { own: true }), target(1));
    expect(broken).toMatchObject([
      { message: 'it was wrong', incidental: true, reproduced: { times: 0, of: 2 } },
    ]);
  });

  /** How often a flaw is reported that somebody else may have made, and that takes a step before its cause, or a wait. */
  async function toldOfChange(times: number, isOfTime: boolean): Promise<number> {
    let asked = '';
    let hasWaited = false;
    let left = times;
    const pause = () => Promise.resolve(void (hasWaited = true));
    const clock: Clock = { now: () => performance.now(), pause };
    const check = walkOf({
      wrong: (_, { answer }, __, { api }) => {
        const cause = api.log.findLast(({ outcome }) => outcome.ask.url.includes('limit=7'));
        return answer?.status === 500
          ? [{ ...WRONG, mayChange: true, comparedWith: cause ? [cause] : [] }]
          : [];
      },
    });
    const { broken } = await withClock(clock, () =>
      told(check, ({ url }) => {
        asked += url.includes('limit') ? url.slice(-1) : '-';
        const isWrong = (isOfTime && hasWaited ? /7-$/u : /979*-$/u).test(asked);
        if (isWrong) left -= 1;
        return isWrong && left >= 0 ? refusal(500) : ok(200, []);
      }),
    );
    return broken.length;
  }

  it.each([
    ['does not show by the same walk each time', 4, false, 0],
    ['shows by it each time', 60, false, 1],
    ['shows with time alone too', 60, true, 0],
  ])('and that somebody else may have made %s', async (_, times, isOfTime, findings) => {
    expect(await toldOfChange(times, isOfTime)).toBe(findings);
  });
});

/**
 * A status that may change, in a walk of these steps; the list at the end is wrong where the steps before it match, and began
 * `within` milliseconds ago at most.
 */
async function toldOfStatus(
  steps: readonly SequenceStep[],
  isWrongAfter: RegExp,
  within = Infinity,
): Promise<readonly unknown[]> {
  const check = walkOf({
    draw: fc.constant([...steps, plain]),
    step: fc.constantFrom(adding, other, plain, odd),
    ask: ({ kind, limit }, _, { api, creates }) =>
      kind === 'create' ? creates.plain() : api.list(limit === null ? {} : { limit: String(limit) }),
    wrong: (_, { answer }, { made }) =>
      answer?.status === 500 ? [{ ...WRONG, mayChange: true, comparedWith: made.slice(0, 1) }] : [],
  });
  const store = new FakeStore();
  let before = '';
  let since = 0;
  const { broken } = await told(check, (ask) => {
    if (before === '') since = performance.now();
    const isPlain = ask.url.endsWith('/pets') && ask.operation === 'list';
    const isWrong = isPlain && isWrongAfter.test(before) && performance.now() - since <= within;
    before = isPlain ? '' : before + (ask.operation === 'create' ? '+' : ask.url.slice(-1));
    return isWrong ? refusal(500) : store.answer(ask);
  });
  return broken.map(({ input }) => input);
}

const BEFORE = { sequence: [ODD, expect.stringContaining('POST'), PLAIN] };

it.each<[string, readonly SequenceStep[], RegExp, readonly unknown[], number?]>([
  ['is told if a step before the create makes it show', [odd, adding], /7\+$/u, [BEFORE]],
  [
    'is told so too beside steps that do not matter',
    [odd, adding, other, adding, other],
    /7\+[9+]*$/u,
    [BEFORE],
  ],
  ['is told without another animal if any step makes it show', [odd, adding], /[7+]\+$/u, [BEFORE]],
  ['is not told if another animal that arrives makes it show', [odd, adding, adding], /\+.*\+$/u, []],
  ['is not told if a list after the create makes it show', [adding, odd], /\+7$/u, []],
  ['is not told if a list makes it show for a moment', [odd, adding], /7\+$/u, [], 90],
])('a status that may change %s', async (_, steps, isWrongAfter, findings, within) => {
  expect(await toldOfStatus(steps, isWrongAfter, within)).toEqual(findings);
});

describe('a flaw that one request shows', () => {
  const alone = ({ url }: OutgoingRequest): Script => (url.includes('limit=7') ? refusal(500) : ok(200, []));

  it('is left to the rules on the whole run', async () => {
    expect((await told(walkOf(), alone)).broken).toEqual([]);
  });

  it('is left to them too where another flaw has used up the steps to find the shortest walk by', async () => {
    const others = (length: number) => Array.from<SequenceStep>({ length }).fill(other);
    // Of 120 steps the plain ones, which are wrong no more, take 2 and 106: the odd one is shown by 12, and by no fewer.
    const steps: readonly SequenceStep[] = [other, plain, ...others(9), odd, ...others(93), plain];
    const check = walkOf({
      mayBreak: ['list.success', 'list.complete'],
      draw: fc.constant(steps),
      wrong: (step, { answer }) =>
        answer?.status === 500
          ? [{ ...WRONG, requirement: step === odd ? 'list.success' : 'list.complete' }]
          : [],
    });
    let plains = 0;
    const { broken, client } = await told(check, (ask) => {
      if (!ask.url.includes('limit')) plains += 1;
      return !ask.url.includes('limit') && plains <= 3 ? refusal(500) : alone(ask);
    });
    expect(client.asks.length).toBeGreaterThan(steps.length + 120);
    expect(broken).toEqual([]);
  });

  it.each([
    ['among others', WALK],
    ['as the first step', [odd, other]],
  ])('is told, and without a walk, where nobody else judges it: %s', async (_, steps) => {
    const { broken } = await told(walkOf({ draw: fc.constant(steps) }, { own: true }), alone);
    expect(broken).toMatchObject([{ message: 'it was wrong', reproduced: { times: 2, of: 2 } }]);
  });
});

it('sends the steps of a moment side by side, and all others one after another', async () => {
  const underWay: number[] = [];
  let now = 0;
  const check = walkOf({ draw: fc.constant(WALK.map((step, at) => ({ ...step, concurrent: at < 2 }))) });
  await foundBy([check], async () => {
    now += 1;
    underWay.push(now);
    await new Promise((resolve) => setTimeout(resolve, 1));
    now -= 1;
    return ok(200, []);
  });
  // The first asks whether listing works at all.
  expect(underWay).toEqual([1, 1, 2, 3, 1, 1, 1, 1]);
});
