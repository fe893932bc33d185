import { expect, test, vi } from 'vitest';
import type { Round } from '../../reports/live/live.ts';
import { readOptions } from '../../src/config/options.ts';
import type { Config } from '../../src/config/types.ts';
import { watchSession } from '../../src/watch/session.ts';
import { KEY, relay } from '../e2e/servers.ts';
import { closeLater } from '../later.ts';

function configOf(baseUrl: string, more: object = {}): Config {
  const config = readOptions({ baseUrl, apiKey: KEY, seed: 1, consistencyMs: 100, ...more });
  if (config.baseUrl === undefined) throw new Error('there is an address');
  return config;
}

/** A session, what its rounds came to, and what the last of them told. */
function watching(config: Config) {
  const end = new AbortController();
  const rounds: (Round | undefined)[] = [];
  let started: readonly string[] = [];
  const session = watchSession(config, {
    waivers: [],
    signal: end.signal,
    onChange: () => undefined,
    onBegin: () => void (started = []),
    onEvent: (event) => void (event.kind === 'started' && (started = [...started, event.check])),
    onEnd: ({ found }, run) => void (run === undefined || rounds.push(found && session.live().last)),
  });
  const done = session.run();
  closeLater(() => end.abort());
  const round = async (reason: string): Promise<Round | undefined> => {
    const count = rounds.length;
    session.judge(reason);
    await vi.waitFor(() => expect(rounds.length).toBeGreaterThan(count), { timeout: 60_000, interval: 20 });
    return rounds.at(-1);
  };
  return { session, round, rounds, started: () => started, end, done };
}

test('all rounds together add no more animals than they may, and later ones use those that are there', async () => {
  let stored = 0;
  const target = await relay((pass, incoming, response) => {
    if (incoming.method === 'POST' && incoming.url === '/v1/pets') {
      response.on('finish', () => void (stored += response.statusCode < 400 ? 1 : 0));
    }
    pass();
  });
  const { session, round } = watching(configOf(target.baseUrl, { maxCreated: 130 }));
  const verdicts = [];
  for (const reason of ['one', 'two', 'three', 'four']) verdicts.push((await round(reason))?.report);
  expect(stored).toBeLessThanOrEqual(130);
  expect(session.live().animals).toEqual({ added: stored, most: 130 });
  // What needs many animals finds those of the first round.
  const limits = verdicts.map((report) => report?.requirements.find(({ id }) => id === 'list.limit.default'));
  expect(limits.map((row) => row?.verdict)).toEqual(['pass', 'pass', 'pass', 'pass']);
  expect(verdicts.map((report) => report?.totals.fail)).toEqual([0, 0, 0, 0]);
  // Each is held against the one before it.
  expect(limits.map((row) => row?.baseline?.change)).toEqual([undefined, 'same', 'same', 'same']);
  // Each can be told apart from the animals of others by the one word in their names.
  expect(new Set(verdicts.map((report) => report?.tag)).size).toBe(1);
});

test('a round that is given up says nothing, and the one after it judges the whole', async () => {
  let slow = true;
  const target = await relay((pass) => void setTimeout(pass, slow ? 20 : 0));
  const { session, rounds } = watching(configOf(target.baseUrl, { only: 'list.*' }));
  session.judge('one');
  await vi.waitFor(() => expect(target.seen.length).toBeGreaterThan(20), { timeout: 60_000 });
  expect(session.live()).toMatchObject({ phase: 'judging', note: 'one', number: 1 });
  expect(session.verdict()).toBeUndefined();
  // What is said last counts.
  session.judge('not any more');
  session.wait('gone');
  await vi.waitFor(() => expect(session.live().phase).toBe('waiting'), { timeout: 60_000 });
  expect(session.live().note).toBe('gone');
  slow = false;
  session.judge('two');
  await vi.waitFor(() => expect(rounds).toHaveLength(1), { timeout: 60_000 });
  expect(rounds[0]).toMatchObject({ number: 2, report: { verdict: 'partial' } });
});

test('what a round found red is known until it is judged again, though that round was given up, and goes first', async () => {
  // It lists for whoever has another key, and does not answer at all where the limit is no integer, which is asked for later.
  let broken = false;
  const target = await relay((pass, { method, url = '', headers: { authorization } }, response) => {
    const isWrong = method === 'GET' && authorization?.startsWith('Bearer ') && !authorization.includes(KEY);
    if (broken && /limit=[^\d]/u.test(url)) return;
    if (!broken || isWrong !== true) pass();
    else response.writeHead(200, { 'content-type': 'application/json' }).end('[]');
  });
  const only = ['auth.invalid', 'auth.missing', 'list.limit.not-integer'];
  const { session, round, started } = watching(configOf(target.baseUrl, { only }));
  const order = () => started().filter((check) => /^auth\/.*-list$/u.test(check));
  const row = () => session.live().rows.find(({ id }) => id === 'auth.invalid');
  const until = (what: object) =>
    vi.waitFor(() => expect(row()).toMatchObject(what), { timeout: 60_000, interval: 20 });
  const whole = await round('one');
  // It is written to no folder.
  expect(whole?.report.settings?.map(({ flag }) => flag)).not.toContain('--out');
  expect(session.live().endings).toMatchObject([{ number: 1, why: 'one', turned: [], found: {} }]);
  expect(order()).toEqual(['auth/no-header-list', 'auth/wrong-token-list']);

  broken = true;
  session.judge('two');
  await until({ verdict: 'fail', turn: 'new-red' });
  session.wait('gone');
  await vi.waitFor(() => expect(session.live().endings).toHaveLength(2), { timeout: 60_000 });
  const [ending] = session.live().endings;
  expect(ending).toMatchObject({ number: 2, why: 'given up, since gone', turned: [{ id: 'auth.invalid' }] });
  expect(ending).not.toHaveProperty('found');
  expect(session.live().last?.number).toBe(1);

  session.judge('three');
  await until({ verdict: 'fail', fresh: false, turn: 'pending' });
  await until({ verdict: 'fail', fresh: true, turn: 'new-red' });
  expect(order()).toEqual(['auth/wrong-token-list', 'auth/no-header-list']);

  broken = false;
  expect((await round('four'))?.number).toBe(4);
  expect(row()).toMatchObject({ verdict: 'pass', fresh: true, turn: 'none' });
});

test('a key that is refused is a matter of the configuration, and is not shown', async () => {
  const target = await relay((pass) => pass());
  const { session, round } = watching({ ...configOf(target.baseUrl), apiKey: 'sk-another-one-altogether' });
  expect(await round('one')).toBeUndefined();
  expect(session.live().phase).toBe('idle');
  expect(session.live().note).toMatch(/^The key was refused/u);
  expect(session.verdict()).toBe('inconclusive');
  expect(JSON.stringify(session.live())).not.toContain('sk-another-one-altogether');
});

test('the end is heard at once, also while a target does not answer', async () => {
  const target = await relay(() => undefined);
  const { session, end, done } = watching(configOf(target.baseUrl));
  session.judge('one');
  await vi.waitFor(() => expect(target.seen.length).toBeGreaterThan(0), { timeout: 60_000 });
  end.abort();
  await done;
});
