import { expect, test } from 'vitest';
import { readReportFolder } from '../../reports/read.ts';
import type { Report } from '../../reports/model.ts';
import { judge, type Exchange } from '../../src/index.ts';
import { inClone } from './clone.ts';
import { buildCli, outFolder } from './kit.ts';
import { KEY, target } from './servers.ts';

const cli = await buildCli();

interface Told {
  readonly report: Report;
  readonly evidence: readonly Exchange[];
}

/** Lets a run loose on a fresh server. */
async function on(faults: readonly string[], run: (baseUrl: string, messagesUrl: string) => Promise<Told>) {
  const { baseUrl, messagesUrl } = await target(...faults);
  return neutral(await run(baseUrl, messagesUrl));
}

/** What a run said and sent, without what differs from run to run: ids of exchanges, names, tags, ports and times. */
function neutral({ report, evidence }: Told) {
  // What else is drawn afresh are long numbers.
  const escaped = (text: string): string =>
    Array.from(text, (char) => `\\\\u${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`).join(
      '',
    );
  const plain = (value: unknown): string =>
    JSON.stringify(value)
      .replaceAll(escaped(report.tag ?? 'no tag'), 'TAG')
      .replaceAll(report.tag ?? 'no tag', 'TAG')
      .replaceAll(/127\.0\.0\.1:\d+/gu, 'HOST')
      .replaceAll(/(?<=petstore-conformance\/\S+) x\d+/gu, '')
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

/** The same by vitest, whose exit code is that of its tests. */
async function byVitest(baseUrl: string, messagesUrl: string): Promise<Told> {
  const out = await outFolder(cli);
  const env = {
    PETSTORE_BASE_URL: baseUrl,
    PETSTORE_MESSAGES_URL: messagesUrl,
    PETSTORE_API_KEY: KEY,
    PETSTORE_SEED: '5',
    // One after the other: which name a request gets, and which id it meets, hangs else on which answer came first.
    PETSTORE_CONCURRENCY: '1',
    PETSTORE_OUT: out,
  };
  await inClone(['--silent'], env, out);
  return readReportFolder(out);
}

test('the command, judge() and vitest come to the same rows and evidence', async () => {
  const faults = ['list/default-10', 'create/category-lost'];
  const doors = await Promise.all([
    on(faults, async (baseUrl, messagesUrl) => {
      const address = ['--base-url', baseUrl, '--messages-url', messagesUrl];
      const words = [...address, '--seed', '5', '--concurrency', '1'];
      const out = await outFolder(cli);
      await cli.spawn(['run', '--out', out, ...words], { PETSTORE_API_KEY: KEY });
      return readReportFolder(out);
    }),
    on(faults, (baseUrl, messagesUrl) =>
      judge({ baseUrl, messagesUrl, apiKey: KEY, seed: 5, concurrency: 1 }),
    ),
    on(faults, byVitest),
  ]);
  const [command, ...others] = doors;
  for (const other of others) expect(other).toEqual(command);
  expect(command?.evidence.length).toBeGreaterThan(100);
});
