import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { partition } from '../../../generators/partitions.ts';
import { requestScope } from '../../../src/http/request-scope.ts';
import { noCredential, validCredential } from '../../../src/engine/target/credentials.ts';
import { expectStatus } from '../../../src/engine/verbs/expect.ts';
import type { Finding } from '../../../src/engine/plan/finding.ts';
import type { ListReply } from '../../../src/engine/target/replies.ts';
import type { OutgoingRequest } from '../../../src/http/types.ts';
import type { PropertyDefinition } from '../../../src/engine/verbs/trials.ts';
import type { Script } from '../fake-client.ts';
import { FakeStore, refusal } from '../fake-store.ts';
import { benchOf, foundBy } from '../context-of.ts';
import { adding, limitOf, listed, listing, store } from './numbers.ts';

const ALL = (answer: Script) => ({ 1: answer, 2: answer, 3: answer, 4: answer });

/** That something holds by so many inputs, or in these words. */
const witness = (note: number | RegExp) => ({
  kind: 'witness',
  note: expect.stringMatching(
    typeof note === 'number' ? new RegExp(`^${String(note)} `, 'u') : note,
  ) as string,
});
const undecided = (reason: RegExp) => ({
  kind: 'undecided',
  reason: expect.stringMatching(reason) as string,
});

describe('an answer that is no matter of the property', () => {
  it('is one that refuses the valid key', async () => {
    expect((await listed({ 3: refusal(401) })).findings).toMatchObject([witness(3)]);
    const all = await listed(ALL(refusal(401)));
    expect(all.findings).toMatchObject([{ kind: 'undecided', cause: 'server', because: 'auth.accepted' }]);
  });

  it('is a get that is gone on the day of its removal, and on no other', async () => {
    const check = adding<number>({
      decides: 'get.success',
      draw: partition({ ids: [1] }),
      ask: (id, { api }) => api.get(BigInt(id)) as Promise<never>,
      expect: expectStatus(200),
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
    const expected = () => 'no-evidence' as const;
    expect((await listed(ALL(answer), { expect: expected })).findings).toMatchObject([told]);
    // That the target may refuse every input explains no silence.
    const silent = typeof answer === 'string' ? [told] : [];
    const { findings } = await listed(ALL(answer), { expect: expected, optional: true });
    expect(findings).toMatchObject(silent);
  });

  it('of one input, the others of its class tell', async () => {
    expect((await listed({ 3: 'timeout' })).findings).toMatchObject([witness(3)]);
  });

  it('of a class, that is told of it, with the outcome of it when it was sent alone', async () => {
    const { findings, outcome } = await listed({ 1: 'timeout', 3: 'timeout' });
    expect(findings).toMatchObject([
      undecided(/^no usable answer to 1 of 2 classes of input \("odd"\): .*; also sent alone 3 times/),
      witness(2),
    ]);
    expect(outcome.covered).toMatchObject([
      { classes: ['even'], of: 2, missed: [{ class: 'odd', why: 'unanswered' }] },
    ]);
  });

  it('of a class, once nothing more is sent alone without an answer, the next step is the same', async () => {
    const asking = (one: number) =>
      listing({ draw: partition({ silent: [one], more: [100 + one] }) }, `list/${String(one)}`);
    const silent: Script = 'timeout';
    const answer = store({ 1: silent, 2: silent, 3: silent, 4: silent, 5: silent });
    const checks = [1, 2, 3, 4, 5].map(asking);
    const { session } = benchOf(answer, {}, checks);
    let findings: readonly Finding[] = [];
    for (const check of checks) ({ findings } = await session.outcome(check));
    expect(findings).toMatchObject([
      { ...undecided(/: nothing came: timeout$/u), cause: 'network' },
      witness(1),
    ]);
  });

  describe('since the target breaks down', () => {
    const frail: Partial<PropertyDefinition<number, ListReply>> = {
      expect: (reply) => ((reply.answer?.status ?? 0) >= 500 ? 'no-evidence' : 'met'),
      isServerError: ({ answer }) => (answer?.status ?? 0) >= 500,
      tally: {
        taken: ({ answer }) => answer?.status === 200,
        refused: ({ answer }) => answer?.status === 400,
      },
    };
    const five = refusal(500);

    it('at all of a class, that class is not met, and is named', async () => {
      const { findings, outcome } = await listed({ 1: five, 3: five, 4: refusal(400) }, frail);
      expect(findings).toMatchObject([
        {
          ...undecided(/^1 of 2 classes of input \("odd"\) got no usable answer.*500/),
          cause: 'server',
          because: 'robust.no-5xx',
        },
        witness(/; 1 taken, 1 refused, 2 proved nothing$/),
      ]);
      expect(outcome.covered).toMatchObject([
        { classes: ['even'], of: 2, missed: [{ class: 'odd', why: 'broke-down' }] },
      ]);
    });

    it.each([
      ['at one of a class', { 3: five }],
      ['once', { 1: [five], 3: [five] }],
    ])('%s, the others tell', async (_, answers) => {
      const { findings, outcome } = await listed(answers, frail);
      expect(findings).toMatchObject([witness(/; 3 taken, 0 refused, 1 proved nothing$/)]);
      expect(outcome.covered).toMatchObject([{ classes: ['even', 'odd'] }]);
    });

    it('at whatever is sent, nothing is told', async () => {
      const { findings } = await listed(ALL(five), frail);
      expect(findings).toMatchObject([{ kind: 'undecided', cause: 'test-data' }]);
    });
  });

  it('of a class at first, it is sent alone, and what comes then counts', async () => {
    const late = ['timeout', refusal(500)] as const;
    const { findings, client } = await listed({ 1: late, 3: late });
    expect(findings).toMatchObject([{ kind: 'violation', actual: '500' }]);
    expect(client.asks.filter(({ exclusive }) => exclusive === 'single')).toHaveLength(1);
  });

  it('of a class that answers 503 though others are answered, the next classes are sent alone once', async () => {
    const draw = partition({ one: [1], three: [3], more: [2] });
    const { findings, client } = await listed({ 1: 'unavailable', 3: 'unavailable' }, { draw });
    expect(findings).toMatchObject([undecided(/^no usable answer to 2 of 3 .*alone 3 times/u), witness(1)]);
    const alone = client.asks.filter(({ exclusive }) => exclusive === 'single').map(limitOf);
    expect([1, 3].map((limit) => alone.filter((one) => one === limit).length)).toEqual([15, 5]);
  });

  it('of the same request with another key, the outcome of one proves nothing of the other', async () => {
    const check = listing({
      draw: partition({ 'with a key': [1], 'without one': [-1], more: [2] }),
      ask: (limit, { api }) =>
        api.list(
          { limit: String(Math.abs(limit)) },
          { credential: limit < 0 ? noCredential : validCredential('a key') },
        ),
      expect: ({ answer, outcome: { ask } }) =>
        answer?.status === (ask.credential.valid ? 200 : 401)
          ? 'met'
          : { actual: String(answer?.status), expected: 'the other' },
    });
    let lost = 0;
    const { findings } = await foundBy([check], (ask) => {
      if (limitOf(ask) === 1 && (lost += 1) <= 2) return 'timeout';
      return ask.credential.valid ? new FakeStore(3).answer(ask) : refusal(401);
    });
    expect(findings).toMatchObject([witness(3)]);
  });

  it('of a class at first, and a gateway refuses the read in between, that one is sent again too', async () => {
    const answer = store({ 1: ['timeout'], 3: ['timeout'] });
    const { findings } = await foundBy([listing()], (ask) =>
      ask.exclusive === 'retrying' ? 'unavailable' : answer(ask),
    );
    expect(findings).toMatchObject([witness(3)]);
  });

  it('since the budget for animals is used up, it is left out; what was sent before tells', async () => {
    const draw = partition<number>({ even: [2, 4], odd: [1, 3] });
    const plain = adding({ draw, ask: (_, { creates }) => creates.plain('sold') });
    const found = async (maxCreated: number, check = plain) =>
      (await foundBy([check], new FakeStore().answer, { maxCreated })).findings;
    const kinds = async (maxCreated: number) => (await found(maxCreated)).map(({ kind }) => kind);
    expect(await kinds(0)).toEqual(['left-out']);
    expect(await kinds(1)).toEqual(['left-out', 'witness']);
    expect(await kinds(2)).toEqual(['witness']);
    const unsent = '1 of 2 classes of input were not sent: ';
    expect(await found(1)).toMatchObject([{ reason: `${unsent}--max-created 1 was used up` }, {}]);
    // A part of the animals is all that one check may take.
    const odd = adding({
      draw: partition<number>({ even: [2], odd: [1] }),
      ask: (_, { creates }) => creates.borderline({}),
    });
    expect(await found(7, odd)).toMatchObject([
      { reason: `${unsent}the share of --max-created for one check was used up` },
      {},
    ]);
  });

  it('since what it needs is missing, it sends nothing', async () => {
    const { findings, client } = await listed({}, { needs: ['create'] }, { readOnly: true });
    expect(findings).toMatchObject([{ kind: 'left-out', requirement: 'list.limit.accepted' }]);
    expect(client.asks).toEqual([]);
  });
});

describe('what goes out together and is hung up on', () => {
  const LETTERS = ['b', 'c', 'd', 'f', 'g', 'h', 'j', 'k'];
  const classes = new Set<string>();
  /** What is found of a target that closes the connection where a body has any of these letters behind the name. */
  const found = async (...closed: readonly string[]) => {
    const good = new FakeStore();
    const check = adding<string>({
      draw: partition(Object.fromEntries(LETTERS.map((letter) => [`letter ${letter}`, [letter]]))),
      batches: (inputs) => {
        const joined = (some: typeof inputs) => some.map(({ value }) => value).join('');
        return [{ inputs, values: [joined(inputs)], joined }];
      },
      ask: (letters, { creates }) => creates.borderline({ more: { letters } }),
    });
    const { findings, client } = await foundBy([check], (ask) => {
      classes.add(requestScope().inputClasses.join());
      const letters = /"letters":"(\w+)"/u.exec(String(ask.body))?.[1] ?? '';
      return closed.some((letter) => letters.includes(letter)) ? 'connection' : good.answer(ask);
    });
    return { findings, sent: client.asks.filter(({ method }) => method === 'POST').length };
  };

  it('goes out in halves, until what is hung up on is left alone', async () => {
    const { findings } = await found('g');
    expect(findings).toMatchObject([undecided(/1 of 8 classes of input \("letter g"\)/u), witness(7)]);
    expect(classes).toContain(LETTERS.map((letter) => `letter ${letter}`).join());
    expect(classes).toContain('letter g');
  });

  it('is not taken apart without end', async () => {
    const { findings, sent } = await found(...LETTERS);
    expect(findings).toMatchObject([undecided(/8 of 8 classes of input/u)]);
    expect(sent).toBeLessThan(60);
  });
});

it('sends its inputs in their order, with a bounded number under way, and judges each', async () => {
  const good = new FakeStore();
  const limits = Array.from({ length: 300 }, (_, n) => n + 1);
  let pending = 0;
  let most = 0;
  const answer = async (ask: OutgoingRequest): Promise<Script> => {
    most = Math.max(most, (pending += 1));
    await setImmediate();
    pending -= 1;
    return good.answer(ask);
  };
  const check = listing({ draw: partition({ limits }), expect: () => 'met' });
  const { findings, client } = await foundBy([check], answer, { runs: limits.length });
  expect(findings).toMatchObject([witness(limits.length)]);
  expect(most).toBeGreaterThan(8);
  expect(most).toBeLessThanOrEqual(64);
  const sent = client.asks.map(limitOf);
  const [first = 0] = sent;
  expect(sent).toEqual([...limits.slice(first - 1), ...limits.slice(0, first - 1)]);
});
