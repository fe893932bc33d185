import { describe, expect, test } from 'vitest';
import type { Report } from '../../reports/model.ts';
import { readReportFolder } from '../../reports/read.ts';
import { reference, relay } from '../e2e/servers.ts';
import { matching, recorded, replayed, written } from './replays.ts';

describe('the target is named by the user', () => {
  const ID = 'get.not-found';

  /** A report of a server that is still there, with other members. */
  async function reported(change: (report: Report) => Partial<Report> = () => ({})) {
    const server = await relay((pass) => pass(), { faults: ['get/unknown-nearest'] });
    const { baseUrl, messagesUrl } = server;
    const { report: elsewhere, evidence } = await readReportFolder(await recorded('get/unknown-nearest', ID));
    const report = { ...elsewhere, target: { ...elsewhere.target, baseUrl, messagesUrl } };
    return { dir: await written({ report: { ...report, ...change(report) }, evidence }), server };
  }

  test('without an address nothing is sent to that of the report, unless it is asked for', async () => {
    const { dir, server } = await reported();
    await expect(replayed(dir, ID, [])).rejects.toMatchObject({
      problems: [matching(/^The environment variable PETSTORE_API_KEY needs a base address too: /u)],
    });
    await expect(replayed(dir, ID, [], { PETSTORE_API_KEY: undefined })).rejects.toMatchObject({
      problems: [
        matching(
          /^The target is not named: give its address with --base-url, or use \S+ with --addresses-of-report\.$/u,
        ),
      ],
    });
    expect(server.seen).toEqual([]);
    expect((await replayed(dir, ID, ['--addresses-of-report'])).code).toBe(1);
    expect(server.seen).not.toEqual([]);
  });

  test('by the environment too; files of the report count for nothing', async () => {
    const { dir, server } = await reported(({ settings }) => ({
      settings: {
        ...settings,
        waivers: '/none',
        baseline: '/none',
        out: '/none',
      },
    }));
    const now = await reference();
    expect((await replayed(dir, ID, [], { PETSTORE_BASE_URL: now.baseUrl })).code).toBe(0);
    expect(server.seen).toEqual([]);
  });

  test('a report of the embedded server is replayed on a new one', async () => {
    const { dir } = await reported(({ target }) => ({ target: { ...target, embedded: true }, settings: {} }));
    const { code, said } = await replayed(dir, ID, [], { PETSTORE_API_KEY: undefined });
    expect({ code, said }).toEqual({ code: 0, said: matching(/against the embedded reference server\.$/mu) });
  });
});

describe('what cannot be run again', () => {
  type Row = [what: string, id: string, sentence: RegExp, env?: NodeJS.ProcessEnv, ...words: string[]];
  const URL = ['--base-url', 'http://127.0.0.1:9/v1'] as const;

  test.each<Row>([
    [
      'no such requirement',
      'list.limt.default',
      /^The report has no requirement "list\.limt\.default": did you mean list\.limit\.default\?$/u,
    ],
    ['nothing like one', '', /^The report has no requirement "": name a requirement that failed/u],
    ['one that passed', 'auth.missing', /^auth\.missing has no failure: there is nothing to run again\.$/u],
    ['no such exchange', 'x99999', /^The evidence has no exchange x99999: /u],
    ['an exchange of no finding', 'x1', /^No finding of the report refers to exchange x1: /u],
    ['no key', 'get.not-found', /needs a key too: /u, { PETSTORE_API_KEY: undefined }, ...URL],
    ['a wrong address', 'get.not-found', /^The option --base-url must be/u, {}, '--base-url', 'x'],
  ])('%s: one sentence', async (_, id, sentence, env = {}, ...words) => {
    const dir = await recorded('get/unknown-nearest', 'get.not-found');
    await expect(replayed(dir, id, words.length === 0 ? URL : words, env)).rejects.toMatchObject({
      problems: [matching(sentence)],
    });
  });

  test('messages without their address', async () => {
    const dir = await recorded('messages/echo-cut', 'messages.echo');
    await expect(replayed(dir, 'messages.echo', URL)).rejects.toMatchObject({
      problems: ['messages.echo is about messages: give their address with --messages-url.'],
    });
  });

  test('a check that this version does not have', async () => {
    const { report, evidence } = await readReportFolder(
      await recorded('get/unknown-nearest', 'get.not-found'),
    );
    const requirements = report.requirements.map((row) => ({
      ...row,
      checks: row.checks.map((check) => ({ ...check, name: 'list/\u001b[31mevil' })),
    }));
    const dir = await written({ report: { ...report, requirements }, evidence });
    await expect(replayed(dir, 'get.not-found', URL)).rejects.toMatchObject({
      problems: [matching(/^This version has no check "[ -~]*" of "get\.not-found": /u)],
    });
  });

  test('no folder', async () => {
    await expect(replayed('/none', 'list.complete', URL)).rejects.toThrow(
      /report\.json does not exist\. Name a folder that a run wrote its report to\.$/u,
    );
  });
});
