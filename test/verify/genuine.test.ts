import { describe, expect, test, vi } from 'vitest';
import { withBaselineChanges } from '../../reports/compare/since.ts';
import type { Options } from '../../src/config/options.ts';
import { judge } from '../../src/judge.ts';
import type { RunEvent } from '../../src/run/events.ts';
import { KEY, reference, relay, type Between } from '../e2e/servers.ts';
import { freePort } from '../free-port.ts';
import { waiverFile } from '../waivers/entries.ts';
import { judgedRun, ran, verified, type Ran } from './folders.ts';

async function verifies(real: Ran): Promise<void> {
  expect(await verified(real)).toMatchObject({ disagreements: [], recomputed: true });
}

const QUICK: Options = { runs: 1, seed: 1, consistencyMs: 150 };

describe('every verdict comes out of the evidence again', () => {
  test.each<
    readonly [what: string, faults: readonly string[], variants: readonly string[], options: Options]
  >([
    ['as it is', [], [], { runs: 1 }],
    ['where reads lag', [], ['lag/both'], { runs: 1, only: ['list.agrees', 'list.complete', 'get.*'] }],
    ['where a gateway answers now and then', [], ['gateway/creates-503'], { ...QUICK, only: ['create.*'] }],
    ['where connections close', [], ['wire/close-every-third'], { ...QUICK, only: ['get.*', 'auth.*'] }],
    ['where others write too', [], ['others/change-statuses'], { ...QUICK, only: ['list.*', 'get.*'] }],
    ['where animals are lost', ['list/parallel-creates-lost'], [], QUICK],
    ['where nothing is read-only', [], [], { readOnly: true }],
    [
      'where a part is asked for',
      ['list/default-10'],
      [],
      { ...QUICK, only: ['list.limit.*', 'create.echo'] },
    ],
    ['where few animals may be added', [], [], { maxCreated: 20, categoryIds: [1, 2, 3], concurrency: 2 }],
    ['where many values are tried', [], [], { ...QUICK, runs: 20, maxCreated: 400, only: ['create.*'] }],
    ['where get is gone', [], [], { ...QUICK, asOf: '2031-02-03', only: ['get.*', 'create.*'] }],
    ['where few animals have a status', [], ['population/no-status'], { ...QUICK, only: ['list.status.*'] }],
    [
      'where 2000 animals stand already',
      [],
      ['population/2000-newest-first'],
      { runs: 1, deadline: 299, only: ['list.*'] },
    ],
  ])('%s', async (_what, faults, variants, options) => {
    await verifies(await ran(faults, options, variants));
  });

  test.each([
    'with.a.dot-in-the-key',
    'base64-like-key-x==',
    'short9',
    '-',
    'key-of-this-job',
    '483726150948',
    '6.Ec~+fe.c~F',
    'constructor',
    'abccbaabccba',
    'c22-----b1-1',
    '.f56.+C6ff8-A',
    '4837261509==',
  ])('with the key %s', async (key) => {
    const { baseUrl, messagesUrl, messagesKey } = await reference({ key });
    // What is asked with what is made of the key; the others of auth.* ask everything else besides.
    const only = ['auth.missing', 'auth.invalid', 'auth.malformed', 'auth.scheme-case', 'messages.auth.*'];
    const target = { baseUrl, apiKey: key, messagesUrl, messagesApiKey: messagesKey, only };
    await verifies(await judge({ ...target, runs: 1 }));
  });

  test('with waivers, and against a baseline', async () => {
    const waivers = await waiverFile(
      { requirement: 'list.limit.default', reason: 'PET-7' },
      { requirement: 'list.success', reason: 'PET-8' },
      { requirement: 'list.distinct', reason: 'PET-9', expires: '2020-01-01' },
    );
    const real = await ran(['list/default-10'], { ...QUICK, only: ['list.*'], waivers });
    const rows = new Map(real.report.requirements.map((row) => [row.id, row.verdict]));
    expect([rows.get('list.limit.default'), rows.get('list.success')]).toEqual(['waived', 'fail']);
    await verifies(real);
    const since = { ...real, report: withBaselineChanges(real.report, real.report) };
    await verifies(since);
  });
});

test('on a later day, when a waiver has expired since', async () => {
  const expires = new Date().toISOString().slice(0, 10);
  const waivers = await waiverFile({ requirement: 'list.limit.default', reason: 'PET-7', expires });
  const real = await ran(['list/default-10'], { ...QUICK, only: ['list.limit.*'], waivers });
  expect(real.report.totals).toMatchObject({ waived: 1, fail: 0 });
  const later = performance.timeOrigin + 3 * 24 * 3600 * 1000;
  const clock = vi.spyOn(performance, 'timeOrigin', 'get').mockReturnValue(later);
  try {
    await verifies(real);
  } finally {
    clock.mockRestore();
  }
});

async function judgedAt(between: Between, options: Options): Promise<Ran> {
  const { baseUrl } = await relay(between);
  return judgedRun({ ...QUICK, baseUrl, apiKey: KEY, ...options });
}

// By itself, and with more time than a busy machine needs: what hangs has to be this kind of request alone.
test('where one kind of request hangs, which is given up', async () => {
  const real = await judgedAt(
    (pass, { headers }) => {
      if (headers.authorization === `Bearer ${KEY}`) pass();
    },
    { timeoutMs: 2000, runs: 3, only: ['auth.*', 'list.*'] },
  );
  const row = real.report.requirements.find(({ id }) => id === 'auth.invalid');
  expect(row).toMatchObject({ verdict: 'inconclusive', cause: 'network' });
  expect(JSON.stringify(real.report)).toContain('every list request without a valid key hangs');
  expect(real.report.aborted).toBeUndefined();
  await verifies(real);
});

// Each against a server of its own: most of the time goes by in waiting.
describe.concurrent('what is left out, and what is tried again', () => {
  test('where every fourth connection is dropped', async () => {
    const real = await judgedAt(
      (pass, _, response, number) => {
        if (number % 4 === 0) response.destroy();
        else pass();
      },
      { only: ['list.limit.*', 'auth.*'] },
    );
    await verifies(real);
  });

  test.each([429, 503])('where every third request is answered %d', async (status) => {
    const real = await judgedAt(
      (pass, _, response, number) => {
        if (number % 3 === 0) response.writeHead(status, { 'retry-after': '0' }).end();
        else pass();
      },
      { only: ['get.*'] },
    );
    expect(real.report.traffic.retried).toBeGreaterThan(10);
    await verifies(real);
  });
});

test('what nobody answered is told as it was', async () => {
  const real = await judge({ baseUrl: `http://127.0.0.1:${String(await freePort())}/v1`, apiKey: KEY });
  expect(real.report).toMatchObject({ verdict: 'inconclusive', aborted: { cause: 'network' } });
  await verifies(real);
});

test('a run that was cut off cannot be verified, and says so', async () => {
  const { baseUrl } = await reference();
  const stop = new AbortController();
  let sent = 0;
  const onEvent = ({ kind }: RunEvent): void => {
    if (kind === 'exchange' && (sent += 1) === 40) stop.abort();
  };
  const real = await judge({ baseUrl, apiKey: KEY }, { signal: stop.signal, onEvent });
  const { disagreements } = await verified(real);
  expect(disagreements.map(({ message }) => message)).toContain(
    'the run was cut off, and the rest of it cannot be replayed',
  );
});

test('a run that sends its own key among other things cannot be verified, and says so', async () => {
  const { baseUrl, key } = await reference({ key: 'available' });
  const { disagreements } = await verified(
    await judge({ ...QUICK, baseUrl, apiKey: key, only: ['list.limit.default'] }),
  );
  expect(disagreements.map(({ message }) => message)).toEqual([
    'has the key, or the value of a --header, among its inputs, where it is redacted: a replay is not possible',
  ]);
});

test('with headers of the user, which stand in for those of the kit', async () => {
  const { baseUrl, key } = await reference();
  const header = ['User-Agent: okhttp/4.12.0', 'X-Tenant: a-secret-of-the-gateway'];
  await verifies(await judge({ ...QUICK, baseUrl, apiKey: key, header, only: ['list.limit.default'] }));
});
