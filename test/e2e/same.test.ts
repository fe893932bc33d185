import { expect, test, vi } from 'vitest';
import { readReportFolder } from '../../reports/read.ts';
import type { Report } from '../../reports/model.ts';
import { startReference } from '../../reference/index.ts';
import { judge, type Exchange } from '../../src/index.ts';
import { cliOfFile, judged } from './kit.ts';
import { KEY } from './servers.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const cli = cliOfFile();

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

test.each([[[]], [['list/default-10']], [['create/category-lost']]])(
  'a run through vitest and one through judge() are the same (faults: %j)',
  async (faults) => {
    const throughVitest = await on(faults, async (baseUrl, messagesUrl) => {
      const words = ['--base-url', baseUrl, '--messages-url', messagesUrl, '--seed', '5'];
      const { out } = await judged(cli, words, { PETSTORE_API_KEY: KEY });
      return readReportFolder(out);
    });
    const inProcess = await on(faults, (baseUrl, messagesUrl) =>
      judge({ baseUrl, messagesUrl, apiKey: KEY, seed: 5 }),
    );
    expect(inProcess.whole).toEqual(throughVitest.whole);
    expect(inProcess.verdicts).toEqual(throughVitest.verdicts);
    expect(inProcess.evidence).toEqual(throughVitest.evidence);
    expect(inProcess.evidence.length).toBeGreaterThan(100);
  },
);
