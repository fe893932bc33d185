import { afterAll, expect, test, vi } from 'vitest';
import { formatNames, formats } from '../../reports/formats.ts';
import { annotations } from '../../reports/render/github.ts';
import { renderSummary } from '../../reports/render/terminal/summary.ts';
import { assembleReport } from '../../src/cli/run/assemble.ts';
import { createClient } from '../../src/client/client.ts';
import { secretsOf } from '../../src/client/secrets.ts';
import type { Operation } from '../../src/client/types.ts';
import type { Config } from '../../src/config/types.ts';
import { judgeAll, judgeNone } from '../../src/kit/judge.ts';
import { selectChecks, selectedIds } from '../../src/kit/select.ts';
import { Session } from '../../src/kit/session.ts';
import { requirements } from '../../requirements/index.ts';
import { checks } from '../../suites/index.ts';
import { configOf } from '../kit/config.ts';
import { report as sampleReport } from '../reports/fixture.ts';
import { echoing, operationOf, PLACES } from './echo.ts';
import { expectNoLeak, SHAPES } from './leaks.ts';
import { closeTargets } from './servers.ts';

vi.setConfig({ testTimeout: 120_000 });
afterAll(closeTargets);

const KEY = 'sk-live-4Qz7Wm2RtY9pLx';

/** Everything that a run writes and shows, by name. */
async function written(config: Config): Promise<readonly (readonly [name: string, text: string])[]> {
  const client = createClient({
    timeoutMs: config.timeoutMs,
    concurrency: config.concurrency,
    headers: config.headers,
    secrets: secretsOf(config),
    userAgent: 'self-test/1',
  });
  try {
    const session = new Session(config, client, selectChecks(checks, selectedIds(config.only)));
    const outcomes = await session.all();
    const abort = await session.preflight();
    const scope = { selected: selectedIds(config.only), claimed: ['animals', 'messages'] as const };
    const judgements =
      abort === undefined ? judgeAll(requirements, outcomes, scope) : judgeNone(requirements, scope, abort);
    const { tool, target, startedAt, finishedAt, durationMs, seed, scope: about, traffic } = sampleReport();
    const facts = { tool, target, startedAt, finishedAt, durationMs, seed, scope: about, traffic };
    const report = assembleReport(
      { ...facts, created: session.created(), ...(abort === undefined ? {} : { abort }) },
      judgements,
    );
    const evidence = [...client.exchanges];
    const files = await Promise.all(
      formatNames.map(async (name) => [name, (await formats[name].load())(report, evidence)] as const),
    );
    const screen = [
      renderSummary(report, evidence, { columns: 100, colour: false }),
      ...annotations(report),
      ...outcomes.flatMap(({ crash }) => crash ?? []),
    ];
    expect(outcomes.flatMap(({ crash }) => crash ?? [])).toEqual([]);
    return [...files, ['screen', screen.join('\n')]];
  } finally {
    await client.close();
  }
}

/** What judges the answers of each operation. */
const ONLY = {
  list: ['list.*', 'auth.*', 'media.json'],
  create: ['create.*', 'media.json', 'error.*'],
  get: ['get.*', 'list.agrees', 'media.json'],
  message: ['messages.*'],
} as const satisfies Record<Operation, readonly string[]>;

/** What a header and a reason phrase can carry. */
const SENT = SHAPES.map((shape) => shape(KEY)).join(' ');

test.each(
  Object.entries(PLACES).flatMap(([operation, places]) =>
    places.map((place) => [operation as Operation, place.name, place] as const),
  ),
)('%s throws the key back as %s, and nothing shows it', async (operation, _, place) => {
  const target = await echoing(KEY, (answer, incoming) => {
    if (operationOf(incoming) === operation) place.put(answer, SENT);
  });
  const config = configOf({
    baseUrl: target.baseUrl,
    apiKey: KEY,
    messages: { url: target.messagesUrl, apiKey: KEY },
    only: ONLY[operation],
    concurrency: 32,
    runs: 1,
    maxCreated: 30,
  });
  for (const [name, text] of await written(config)) expectNoLeak(name, text, KEY);
});
