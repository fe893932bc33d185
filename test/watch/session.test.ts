import { expect, test, vi } from 'vitest';
import { configFromOptions } from '../../src/config/read.ts';
import type { Config } from '../../src/config/types.ts';
import type { PlannedCheck } from '../../src/run/events.ts';
import { createWatchSession, type WatchRound } from '../../src/watch/session.ts';
import { KEY, reference, relay } from '../e2e/servers.ts';
import { closeLater } from '../later.ts';

function configOf(baseUrl: string, more: object = {}): Config {
  const config = configFromOptions({ baseUrl, apiKey: KEY, seed: 1, consistencyMs: 100, ...more });
  if (config.baseUrl === undefined) throw new Error('there is an address');
  return config;
}

/** A session, and what its rounds came to. */
function watching(config: Config) {
  const end = new AbortController();
  const rounds: WatchRound[] = [];
  let waits: readonly string[] = [];
  let started: readonly string[] = [];
  /** Checks of the round under way that have not ended. */
  let open: readonly PlannedCheck[] | undefined;
  const session = createWatchSession(config, {
    waivers: [],
    signal: end.signal,
    onBegin: () => void ([started, open] = [[], undefined]),
    onEvent: (event) => {
      if (event.kind === 'begun') open = event.checks;
      if (event.kind === 'finished') open = open?.filter(({ id }) => id !== event.outcome.check);
      if (event.kind === 'started') started = [...started, event.check];
      if (event.kind === 'waiting') waits = [...waits, event.why];
    },
    onEnd: (round) => {
      open = undefined;
      rounds.push(round);
    },
  });
  const done = session.run();
  closeLater(() => end.abort());
  const ended = async (count: number): Promise<WatchRound> => {
    await vi.waitFor(() => expect(rounds.length).toBeGreaterThanOrEqual(count), {
      timeout: 60_000,
      interval: 20,
    });
    const round = rounds[count - 1];
    if (round === undefined) throw new Error('there are as many rounds');
    return round;
  };
  const round = (reason: string): Promise<WatchRound> => {
    const count = rounds.length + 1;
    session.judge(reason);
    return ended(count);
  };
  const begun = (): Promise<void> =>
    vi.waitFor(() => expect(open).toBeDefined(), { timeout: 60_000, interval: 20 });
  return { session, round, ended, begun, waits: () => waits, started: () => started, end, done };
}

test('a server that keeps its animals gets no more of them than it may in all rounds, and later ones use those that are there', async () => {
  let stored = 0;
  const target = await relay((pass, incoming, response) => {
    if (incoming.method === 'POST' && incoming.url?.startsWith('/v1/pets') === true) {
      response.on('finish', () => void (stored += response.statusCode < 400 ? 1 : 0));
    }
    pass();
  });
  const { session, round } = watching(configOf(target.baseUrl, { maxCreated: 130 }));
  const verdicts = [];
  for (const reason of ['one', 'two', 'three']) verdicts.push((await round(reason)).report);
  expect(stored).toBeLessThanOrEqual(130);
  expect(session.animals()).toBe(stored);
  // What needs many animals finds those of the first round.
  const limits = verdicts.map((report) => report.requirements.find(({ id }) => id === 'list.limit.default'));
  expect(limits.map((row) => row?.verdict)).toEqual(['pass', 'pass', 'pass']);
  expect(verdicts.map((report) => report.totals.fail)).toEqual([0, 0, 0]);
  // Each is compared with the one before it.
  expect(limits.map((row) => row?.baseline?.change)).toEqual([undefined, 'same', 'same']);
  // Each can be told apart from the animals of others by the one word in their names.
  expect(new Set(verdicts.map((report) => report.tag)).size).toBe(1);
});

test('a restart that loses the animals begins a new budget', async () => {
  const one = await reference();
  const { session, round } = watching(configOf(one.baseUrl, { maxCreated: 120 }));
  const first = await round('one');
  expect(session.animals()).toBeGreaterThan(90);
  await one.close();
  await reference({ port: Number(new URL(one.baseUrl).port) });
  const second = await round('two');
  // Without the messages it is partial; nothing but those is left out.
  expect(second.report.totals).toEqual(first.report.totals);
  expect(second.report.traffic.created).toBeGreaterThan(90);
  expect(session.animals()).toBe(second.report.traffic.created);
});

test('a round that is given up has no verdict, and the next one judges the whole', async () => {
  let slow = true;
  const target = await relay((pass) => void setTimeout(pass, slow ? 20 : 0));
  const { session, ended, waits } = watching(configOf(target.baseUrl, { only: 'list.*' }));
  session.judge('one');
  await vi.waitFor(() => expect(target.seen.length).toBeGreaterThan(20), { timeout: 60_000 });
  expect(session.verdict()).toBeUndefined();
  // The last call counts.
  session.judge('not any more');
  session.wait('gone');
  expect(await ended(1)).toMatchObject({ number: 1, end: 'given-up', why: 'given up, since gone' });
  await vi.waitFor(() => expect(waits()).toEqual(['gone']), { timeout: 60_000 });
  slow = false;
  session.judge('two');
  expect(await ended(2)).toMatchObject({ number: 2, end: 'complete', report: { verdict: 'partial' } });
});

test('what was red goes first, also after a round that was given up', async () => {
  // It lists with any key, and then is slow.
  let broken = false;
  let slow = false;
  const target = await relay((pass, { method, headers: { authorization } }, response) => {
    const isWrong = method === 'GET' && authorization?.startsWith('Bearer ') && !authorization.includes(KEY);
    if (slow) setTimeout(pass, 500);
    else if (!broken || isWrong !== true) pass();
    else response.writeHead(200, { 'content-type': 'application/json' }).end('[]');
  });
  const only = ['auth.invalid', 'auth.missing', 'list.limit.not-integer'];
  const { session, round, ended, begun, started } = watching(configOf(target.baseUrl, { only }));
  const order = () => started().filter((check) => /^auth\/.*-list$/u.test(check));
  const row = ({ report }: WatchRound) => report.requirements.find(({ id }) => id === 'auth.invalid');
  const whole = await round('one');
  // It is written to no folder.
  expect(whole.report.settings).toMatchObject({ out: '' });
  expect(order()).toEqual(['auth/no-header-list', 'auth/wrong-token-list']);

  broken = true;
  const second = await round('two');
  expect(row(second)).toMatchObject({ verdict: 'fail', baseline: { verdict: 'pass' } });

  broken = false;
  slow = true;
  session.judge('three');
  await begun();
  session.wait('gone');
  expect((await ended(3)).end).toBe('given-up');

  slow = false;
  const fourth = await round('four');
  expect(order()).toEqual(['auth/wrong-token-list', 'auth/no-header-list']);
  // Compared with the last complete round.
  expect(row(fourth)).toMatchObject({ verdict: 'pass', baseline: { verdict: 'fail' } });
});

test('a key that is refused is a matter of the configuration, and is not shown', async () => {
  const target = await relay((pass) => pass());
  const { session, round } = watching({ ...configOf(target.baseUrl), apiKey: 'sk-another-one-altogether' });
  const one = await round('one');
  expect(one.end).toBe('aborted');
  expect(one.why).toMatch(/rejected the key/u);
  expect(session.verdict()).toBe('inconclusive');
  expect(JSON.stringify(one)).not.toContain('sk-another-one-altogether');
});

test('the end is heard at once, also while a target does not answer', async () => {
  const target = await relay(() => undefined);
  const { session, end, done } = watching(configOf(target.baseUrl));
  session.judge('one');
  await vi.waitFor(() => expect(target.seen.length).toBeGreaterThan(0), { timeout: 60_000 });
  end.abort();
  await done;
});
