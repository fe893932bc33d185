import { describe, expect, it, test, vi } from 'vitest';
import { validateReport } from '../../reports/report-json.ts';
import { judge, UsageError, type RunEvent } from '../../src/index.ts';
import { openRun } from '../../src/run/open.ts';
import { configOf } from '../engine/config.ts';
import { fakeClient } from '../engine/fake-client.ts';
import { checkOf } from '../engine/context-of.ts';
import { KEY, relay } from '../e2e/servers.ts';

test('without a target the embedded server is judged, whatever stands in the environment', async () => {
  vi.stubEnv('PETSTORE_BASE_URL', 'http://127.0.0.1:9/v1');
  vi.stubEnv('PETSTORE_SEED', 'none');
  const { report, evidence } = await judge({ seed: 3, only: 'list.limit.*' });
  vi.unstubAllEnvs();
  expect(report).toMatchObject({ verdict: 'partial', seed: 3, target: { embedded: true } });
  expect(validateReport(JSON.parse(JSON.stringify(report)))).toEqual([]);
  expect(evidence).toHaveLength(report.traffic.requests);
  const numbers = evidence.map(({ id }) => Number(id.slice(1)));
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
});

test('what it tells is plain data, and all that the report rests on', async () => {
  const target = await relay((pass) => pass(), { faults: ['list/default-10'] });
  const events: RunEvent[] = [];
  const options = { baseUrl: target.baseUrl, apiKey: KEY, only: 'list.limit.*' };
  const { report, evidence } = await judge(options, { onEvent: (event) => void events.push(event) });
  expect(report.verdict).toBe('non-conformant');
  expect(structuredClone(events)).toEqual(events);
  const of = <K extends RunEvent['kind']>(kind: K) =>
    events.filter((event): event is Extract<RunEvent, { kind: K }> => event.kind === kind);
  expect(events[0]?.kind).toBe('begun');
  const { unanswered, ...traffic } = report.traffic;
  expect(unanswered).toBe(0);
  expect(events.at(-1)).toMatchObject({ kind: 'ended', traffic, created: report.created });
  const expected = of('begun').flatMap(({ checks }) => checks.map(({ id }) => id));
  const started = of('started').map(({ check }) => check);
  expect(started.toSorted()).toEqual(expected.toSorted());
  expect(
    of('finished')
      .map(({ outcome }) => outcome.check)
      .toSorted(),
  ).toEqual(expected.toSorted());
  expect(
    of('exchange')
      .map(({ exchange }) => exchange.id)
      .toSorted(),
  ).toEqual(evidence.map(({ id }) => id).toSorted());
  expect(JSON.stringify(events)).not.toContain(KEY);
});

describe('a run that is cut off', () => {
  it('resolves with what was decided, and claims nothing of the rest', async () => {
    const stop = new AbortController();
    const target = await relay((pass, _, __, number) => {
      if (number === 150) stop.abort();
      pass();
    });
    const { report, evidence } = await judge(
      { baseUrl: target.baseUrl, apiKey: KEY },
      { signal: stop.signal },
    );
    expect(report.verdict).toBe('inconclusive');
    expect(report.aborted?.message).toMatch(/^The run was interrupted/u);
    expect(report.requirements.find(({ id }) => id === 'media.json')).toMatchObject({
      verdict: 'inconclusive',
      reason: expect.stringMatching(/^the run was cut off before this was decided/u) as unknown,
    });
    // Those that were under way count.
    expect(evidence.length).toBeLessThanOrEqual(target.seen.length + 8);
    const sent = target.seen.length;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(target.seen).toHaveLength(sent);
  });

  it('sends nothing where it was cut off before it began', async () => {
    const target = await relay((pass) => pass());
    const { report } = await judge({ baseUrl: target.baseUrl, apiKey: KEY }, { signal: AbortSignal.abort() });
    expect(report.verdict).toBe('inconclusive');
    expect(report.totals).toMatchObject({ pass: 0, fail: 0, warn: 0 });
    expect(target.seen).toEqual([]);
  });

  it('rejects with what a listener throws, and sends no more', async () => {
    const target = await relay((pass) => pass());
    const slip = new Error('a slip of the listener');
    const onEvent = ({ kind }: RunEvent) => {
      if (kind === 'finished') throw slip;
    };
    await expect(judge({ baseUrl: target.baseUrl, apiKey: KEY }, { onEvent })).rejects.toBe(slip);
    expect(target.seen.length).toBeLessThan(200);
  });
});

test('rejects once with what an async listener rejects with, and waits for one that is slow', async () => {
  const target = await relay((pass) => pass());
  const options = { baseUrl: target.baseUrl, apiKey: KEY, only: ['list.limit.default'] };
  const unhandled: unknown[] = [];
  const note = (error: unknown) => void unhandled.push(error);
  process.on('unhandledRejection', note);
  const slip = new Error('a slip of the listener');
  await expect(judge(options, { onEvent: () => Promise.reject(slip) })).rejects.toBe(slip);
  let heard = 0;
  const onEvent = async ({ kind }: RunEvent) => {
    await new Promise((resolve) => void setTimeout(resolve, 20));
    if (kind === 'ended') heard += 1;
  };
  await judge(options, { onEvent });
  expect(heard).toBe(1);
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
});

describe('options that are wrong', () => {
  it('are refused before anything is sent', async () => {
    const target = await relay((pass) => pass());
    const options = { baseUrl: target.baseUrl, apiKey: KEY };
    await expect(judge({ ...options, runs: 0 })).rejects.toBeInstanceOf(UsageError);
    await expect(judge(options, { env: { HTTP_PROXY: 'socks5://x' } })).rejects.toBeInstanceOf(UsageError);
    await expect(judge({ ...options, waivers: 'no-such-file' })).rejects.toThrow(
      /no-such-file" does not exist: name a readable file, or start one with run --write-waivers\.$/u,
    );
    expect(target.seen).toEqual([]);
  });
});

test('no check runs where the run cannot begin', async () => {
  let runs = 0;
  const checks = [checkOf('list/never', { probe: () => void (runs += 1) })];
  const run = openRun(configOf(), { checks, client: fakeClient(() => 'connection') });
  const { report, outcomes } = await run.finish();
  expect({ outcomes, runs }).toEqual({ outcomes: [], runs: 0 });
  expect(report).toMatchObject({ verdict: 'inconclusive', aborted: { cause: 'network' } });
});

test('an error outside of every check is a bug of the kit, and claims nothing', async () => {
  const run = openRun(configOf(), {
    checks: [checkOf('list/never')],
    client: fakeClient(() => {
      throw new Error('a slip of the client');
    }),
  });
  const { report, crashes } = await run.finish();
  expect(crashes).toEqual([expect.stringContaining('a slip of the client')]);
  expect(report).toMatchObject({ verdict: 'inconclusive', aborted: { cause: 'kit' } });
  expect(report.totals).toMatchObject({ pass: 0, fail: 0, warn: 0 });
});
