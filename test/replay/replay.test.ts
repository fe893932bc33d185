import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ReferenceOptions } from '../../reference/index.ts';
import { readReportAt } from '../../reports/read.ts';
import { renderHar } from '../../reports/render/har.ts';
import { jsonText } from '../../reports/text.ts';
import type { Options } from '../../src/config/options.ts';
import type { Ended } from '../cli/build.ts';
import { buildCli } from '../e2e/kit.ts';
import { KEY, relay, type Target } from '../e2e/servers.ts';
import { ran } from '../verify/folders.ts';

const cli = await buildCli();
const folder = await mkdtemp(join(tmpdir(), 'petstore-replay-'));
afterAll(() => rm(folder, { recursive: true }));

/** The folder that a run against a server with a fault has written. */
async function reported(fault: string, options: Options = {}): Promise<string> {
  const dir = join(folder, fault.replace('/', '-'));
  const { report, evidence } = await ran([fault], { runs: 1, consistencyMs: 100, ...options });
  await mkdir(dir, { recursive: true });
  await writeFile(join(dir, 'report.json'), jsonText(report));
  await writeFile(join(dir, 'evidence.har'), renderHar(report, evidence));
  return dir;
}

function serving(options: ReferenceOptions = {}): Promise<Target> {
  return relay((pass) => pass(), options);
}

function replayed(dir: string, id: string, { baseUrl, messagesUrl }: Target): Promise<Ended> {
  return unfolded(['replay', dir, id, '--base-url', baseUrl, '--messages-url', messagesUrl]);
}

/** Runs the kit, and joins the lines that it folds. */
async function unfolded(args: readonly string[]): Promise<Ended> {
  const ended = await cli.run(args, { PETSTORE_API_KEY: KEY });
  return { ...ended, stdout: ended.stdout.replaceAll(/\n +(?!(?:then|now) {2})/gu, ' ') };
}

test.each([
  [
    'media/list-text',
    'media.json',
    '/v1',
    /then {2}200 OK, Content-Type: text\/plain.*now {3}200 OK, Content-Type: application\/json/iu,
  ],
  ['messages/echo-cut', 'messages.echo', '/messages', /^/u],
  [
    'list/limit-one-more',
    'list.limit.respected',
    '/v1',
    /then {2}200 OK, \{"id": 2, .*\(item 2 of 2\) now {3}200 OK, a list of 1 item /u,
  ],
])('%s: the address, the header that is wrong, and no line too long', async (fault, id, path, answers) => {
  const dir = await reported(fault, { only: [id] });
  const server = await serving();
  const args = ['--base-url', server.baseUrl, '--messages-url', server.messagesUrl];
  const { stdout } = await cli.run(['replay', dir, id, ...args], { PETSTORE_API_KEY: KEY });
  const one = stdout.replaceAll(/\n +/gu, ' ').replaceAll('\n', ' ');
  expect(one).toContain(`again, to ${new URL(path, server.baseUrl).href}. `);
  expect(one).toMatch(answers);
  expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
});

describe('what cannot be sent again', () => {
  let dir = '';
  beforeAll(async () => void (dir = await reported('create/not-stored')));

  const NOTHING = 'Nothing was found wrong with auth.missing: there is nothing to send again.';
  const ONE_POST = 'list.complete rests on 1 POST, which a read-only replay does not send.';
  const WITH_KEY = { PETSTORE_API_KEY: KEY };
  type Row = [
    what: string,
    id: string,
    sentence: RegExp | string,
    env?: NodeJS.ProcessEnv,
    ...more: string[],
  ];

  test.each<Row>([
    [
      'no such requirement',
      'list.limt.default',
      'The report has no requirement "list.limt.default": did you mean list.limit.default?',
    ],
    ['nothing like one', '', /^The report has no requirement "": name one that failed/u],
    ['one that passed', 'auth.missing', NOTHING],
    [
      'no such exchange',
      'x99999',
      /^The evidence has no exchange x99999: name one of its ids, or a requirement\.$/u,
    ],
    [
      'an exchange of no finding',
      'x1',
      'No finding of the report rests on x1: name a requirement that failed.',
    ],
    [
      'no key',
      'list.complete',
      /needs a key too: give a valid one with --api-key or PETSTORE_API_KEY\.$/u,
      {},
    ],
    ['a POST', 'list.complete', ONE_POST, { ...WITH_KEY, PETSTORE_READ_ONLY: '1' }],
    ['a wrong address', 'list.complete', /^The option --base-url must be/u, WITH_KEY, '--base-url', 'x'],
  ])('%s: one sentence', async (_, id, sentence, env = WITH_KEY, ...more) => {
    const ended = await cli.run(['replay', dir, id, ...more], env);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    const [line = '', ...rest] = ended.stderr.trimEnd().split('\n');
    expect(rest).toEqual([]);
    expect(line.replace(/^error: /u, '')).toEqual(
      typeof sentence === 'string' ? sentence : expect.stringMatching(sentence),
    );
  });

  test('no folder', async () => {
    const ended = await cli.run(['replay', join(dir, 'none'), 'list.complete'], { PETSTORE_API_KEY: KEY });
    expect(ended.code).toBe(2);
    expect(ended.stderr).toMatch(
      /report\.json does not exist\. Name a folder that a run wrote its report to\.\n$/u,
    );
  });

  test.each(['/v1.evil', '@evil', ':80', '/v1evil/pets'])(
    'an address that only begins alike: %s',
    async (more) => {
      const server = await serving();
      const { report, evidence } = await ran(['list/default-10'], { runs: 1, only: ['list.limit.default'] });
      const { baseUrl } = report.target;
      // The origin alone: what follows may belong to the name of another host.
      const told = { ...report, target: { ...report.target, baseUrl: new URL(baseUrl).origin } };
      const asked = evidence.map((one) => ({
        ...one,
        request: { ...one.request, url: one.request.url.replace('/v1', more.replace('/v1', '.x')) },
      }));
      const forged = await mkdtemp(join(folder, 'alike-'));
      await writeFile(join(forged, 'report.json'), jsonText(told));
      await writeFile(join(forged, 'evidence.har'), renderHar(told, asked));
      const ended = await replayed(forged, 'list.limit.default', server);
      expect(ended).toMatchObject({ code: 2, stdout: expect.stringMatching(/^(?:Sending|$)/u) as string });
      expect(ended.stderr).toMatch(/is not below that of the report: it cannot be sent again\.\n$/u);
      expect(server.seen).toEqual([]);
    },
  );

  test('animals that may not be added', async () => {
    const { baseUrl, messagesUrl } = await serving();
    const args = ['replay', dir, 'list.complete', '--base-url', baseUrl, '--messages-url', messagesUrl];
    const ended = await cli.run(args, { ...WITH_KEY, PETSTORE_MAX_CREATED: '12' });
    expect(ended.code).toBe(3);
    expect(ended.stdout).toMatch(/^No answer tells whether it still shows: it takes \d+ more animals/mu);
  });

  test('nobody answers', async () => {
    const ended = await unfolded(['replay', dir, 'list.complete']);
    expect(ended).toMatchObject({ code: 3, stderr: '' });
    expect(ended.stdout).toMatch(/^No answer tells whether it still shows: x\d+ got no usable answer: /mu);
  });

  test('what only shows beside others is not called mended', async () => {
    const race = await reported('create/answers-mixed-in-parallel', { only: ['create.echo'] });
    const { requirements } = await readReportAt(race);
    const check = requirements
      .flatMap(({ checks }) => checks)
      .find(({ reproduced }) => reproduced?.times === 0);
    const ended = await replayed(race, check?.proof ?? '', await serving());
    expect(ended).toMatchObject({ code: 3, stderr: '' });
    expect(ended.stdout).toMatch(/: in the run itself it did not come again \(0 of 3 times\)\.$/mu);
  });

  test('an exchange stands for the finding that it proves, and animals are said before they are added', async () => {
    const server = await serving();
    const { stdout } = await replayed(dir, 'list.complete', server);
    const [, proof = ''] = /^(x\d+) {2}GET/mu.exec(stdout) ?? [];
    const ended = await replayed(dir, proof, await serving());
    expect(ended.code).toBe(0);
    expect(ended.stdout).toMatch(
      /^Sending 2 requests of list\.complete again, to \S+\.\nThe target lacks what showed it: \d+ animals of the run are added first(?:, \d+ of them with the status that is asked for)?\.\n(?:Animals were added at the same time then: it is tried up to 3 times, beside x\d+.*\.\n)?At most \d+ animals are added, under a name with [a-z]{6} in it\.\nIn the run: /u,
    );
    expect(ended.stdout).not.toContain(KEY);
  });
});
