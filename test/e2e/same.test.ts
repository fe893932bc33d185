import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { readReportFolder } from '../../reports/read.ts';
import type { Report } from '../../reports/model.ts';
import { startReference } from '../../reference/index.ts';
import { judge, type Exchange } from '../../src/index.ts';
import { cliOfFile, outFolder } from './kit.ts';
import { KEY } from './servers.ts';

const cli = cliOfFile();
const root = fileURLToPath(new URL('../..', import.meta.url));
const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');

interface Told {
  readonly report: Report;
  readonly evidence: readonly Exchange[];
}

/** Lets a run loose on a fresh server. */
async function on(faults: readonly string[], run: (baseUrl: string, messagesUrl: string) => Promise<Told>) {
  const server = await startReference({ key: KEY, faults });
  try {
    return neutral(await run(server.baseUrl, server.messagesUrl));
  } finally {
    await server.close();
  }
}

/** What a run said and sent, without what differs from run to run: ids of exchanges, names, tags, ports and times. */
function neutral({ report, evidence }: Told) {
  // What else is drawn afresh are long numbers.
  const plain = (value: unknown): string =>
    JSON.stringify(value)
      .replaceAll(report.tag ?? 'no tag', 'TAG')
      .replaceAll(/127\.0\.0\.1:\d+/gu, 'HOST')
      .replaceAll(/\d{9,}/gu, 'N');
  return {
    verdicts: report.requirements.map(({ id, verdict, checks }) => [
      id,
      verdict,
      checks.map(({ name, verdict: own }) => `${name}: ${own}`).toSorted(),
    ]),
    whole: [report.verdict, report.profiles, report.totals, report.traffic],
    evidence: evidence
      .map(({ check, request, response }) =>
        plain([check, request.method, request.url, request.headers, request.body, response?.status]),
      )
      .toSorted(),
  };
}

/** The suites as somebody in a clone runs them, on the target that the environment names. */
async function inClone(baseUrl: string, messagesUrl: string): Promise<Told> {
  const out = await outFolder(cli);
  const env = {
    PATH: process.env.PATH,
    PETSTORE_BASE_URL: baseUrl,
    PETSTORE_MESSAGES_URL: messagesUrl,
    PETSTORE_API_KEY: KEY,
    PETSTORE_SEED: '5',
    // One after the other: which name a request gets, and which id it meets, hangs else on which answer came first.
    PETSTORE_CONCURRENCY: '1',
    PETSTORE_OUT: out,
  };
  const args = [vitest, 'run', '--root', root, '--project', 'conformance', '--silent'];
  // Its exit code is that of its tests.
  await promisify(execFile)(process.execPath, args, { cwd: out, env }).catch(() => undefined);
  return readReportFolder(out);
}

test.each([[[]], [['list/default-10', 'create/category-lost']]])(
  'the command, judge() and vitest come to the same rows and evidence (faults: %j)',
  async (faults) => {
    const doors = await Promise.all([
      on(faults, async (baseUrl, messagesUrl) => {
        const target = ['--base-url', baseUrl, '--messages-url', messagesUrl];
        const words = [...target, '--seed', '5', '--concurrency', '1'];
        const out = await outFolder(cli);
        await cli.spawn(['run', '--out', out, ...words], { PETSTORE_API_KEY: KEY });
        return readReportFolder(out);
      }),
      on(faults, (baseUrl, messagesUrl) =>
        judge({ baseUrl, messagesUrl, apiKey: KEY, seed: 5, concurrency: 1 }),
      ),
      on(faults, inClone),
    ]);
    const [command, ...others] = doors;
    for (const other of others) expect(other).toEqual(command);
    expect(command?.evidence.length).toBeGreaterThan(100);
  },
);
