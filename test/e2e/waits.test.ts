import { createServer, type RequestListener, type Server } from 'node:http';
import { expect, test, vi } from 'vitest';
import { validateReport } from '../../reports/report-json.ts';
import type { Config } from '../../src/config/types.ts';
import type { RunEvent } from '../../src/run/events.ts';
import { runWith } from './runs.ts';
import { freePort } from '../free-port.ts';
import { answer, KEY, refuse, relay, serveWith } from './servers.ts';
import { closeLater } from '../later.ts';

async function run(config: Partial<Config>, onWaiting = (): void => undefined) {
  const waiting: string[] = [];
  const onEvent = (event: RunEvent): void => {
    if (event.kind !== 'waiting') return;
    waiting.push(event.why);
    onWaiting();
  };
  const given = { apiKey: KEY, messages: null, timeoutMs: 10_000, ...config };
  return { ...(await runWith(given, { onEvent })), waiting };
}

test('a run ends when its deadline has passed, and says so of all that was not decided', async () => {
  const target = await relay((pass, _, __, number) => {
    if (number <= 40) pass();
  });
  const { report, rows } = await run({ baseUrl: target.baseUrl, deadline: 2 });
  expect(report.verdict).toBe('inconclusive');
  expect(report.aborted?.message).toBe(
    'The deadline of 2 s passed before the run was done: the report holds the results so far. Raise --deadline, or see why the target is slow.',
  );
  expect(report.aborted?.cause).toBe('configuration');
  const open = rows('inconclusive').filter(({ profile }) => profile === 'animals');
  expect(open.length).toBeGreaterThan(5);
  for (const row of open) {
    expect(row.reason).toMatch(/^the deadline of 2 s passed before this was decided/u);
    expect(row.next).toMatch(/--deadline/u);
  }
});

/** A server that is not there yet. */
async function later(listener: RequestListener): Promise<{ baseUrl: string; start: () => void }> {
  const port = await freePort();
  let server: Server | undefined;
  const start = (): void => {
    if (server !== undefined) return;
    const started = createServer(listener).listen(port, '127.0.0.1');
    server = started;
    closeLater(() => {
      started.closeAllConnections();
      started.close();
    });
  };
  return { baseUrl: `http://127.0.0.1:${String(port)}/v1`, start };
}

test('a target that is just starting is waited for, and that is said', async () => {
  const target = await later((_, response) => answer(response, 200, []));
  const config = { baseUrl: target.baseUrl, waitReady: 60, only: ['version.prefix'] };
  const { row, waiting } = await run(config, target.start);
  expect(waiting[0]).toMatch(/^connection refused by 127\.0\.0\.1:/u);
  expect(row('version.prefix')).toMatchObject({ verdict: 'pass' });
});

test.each([502, 503, 504, 404])(
  'a gateway that answers %d in HTML for a while is waited for',
  async (status) => {
    let asked = 0;
    const target = await serveWith((_, response) => {
      asked += 1;
      if (asked > 3) answer(response, 200, []);
      else response.writeHead(status, { 'content-type': 'text/html' }).end('<html>not yet</html>');
    });
    const config = { baseUrl: target.baseUrl, waitReady: 60, only: ['version.prefix'] };
    const { report, waiting } = await run(config);
    expect(waiting).toHaveLength(1);
    expect(waiting[0]).toContain(String(status));
    expect(report.aborted).toBeUndefined();
  },
);

test('what does not pass by itself is not waited for', async () => {
  const target = await serveWith((_, response) => refuse(response, 401));
  const { report, waiting } = await run({ baseUrl: target.baseUrl, waitReady: 60 });
  expect(waiting).toEqual([]);
  expect(report.aborted?.cause).toBe('configuration');
});

test('who is not there in time is told like anybody who is not there', async () => {
  const target = await later(() => undefined);
  const { report, waiting } = await run({ baseUrl: target.baseUrl, waitReady: 1 });
  expect(waiting).toHaveLength(1);
  expect(report.aborted?.message).toMatch(/could not be reached/u);
});

test('a clock that is set back while a run goes on changes nothing', async () => {
  const target = await relay((pass, _, __, number) => {
    if (number === 10) vi.setSystemTime(Date.now() - 3_600_000);
    pass();
  });
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const { report } = await run({ baseUrl: target.baseUrl, only: ['list.success', 'auth.missing'] });
    expect(report.durationMs).toBeGreaterThan(0);
    expect(validateReport(JSON.parse(JSON.stringify(report)))).toEqual([]);
    expect(Date.parse(report.finishedAt)).toBeGreaterThanOrEqual(Date.parse(report.startedAt));
  } finally {
    vi.useRealTimers();
  }
});
