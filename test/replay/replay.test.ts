import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import type { ReferenceOptions } from '../../reference/index.ts';
import { withoutUndefined } from '../../src/base/without-undefined.ts';
import type { Report } from '../../reports/model.ts';
import { harText } from '../reports/fixture.ts';
import { safeJsonText } from '../../reports/text.ts';
import { runProgram } from '../../src/cli/program.ts';
import type { Options } from '../../src/config/options.ts';
import { judge, type Judged } from '../../src/judge.ts';
import { KEY, reference, relay, type Between } from '../e2e/servers.ts';
import { scratch } from '../later.ts';

interface Addresses {
  readonly baseUrl: string;
  readonly messagesUrl: string;
}

/** Judges a server on one requirement. */
async function judged({ baseUrl, messagesUrl }: Addresses, id: string, options: Options = {}) {
  const target = { baseUrl, messagesUrl, apiKey: KEY, seed: 1, consistencyMs: 100 };
  return judge({ ...target, only: [id], ...options });
}

/** A folder with a report in it. */
async function written({ report, evidence }: Judged): Promise<string> {
  const dir = await scratch('replay');
  await writeFile(join(dir, 'report.json'), safeJsonText(report));
  await writeFile(join(dir, 'evidence.har'), harText(report, evidence));
  return dir;
}

const folders = new Map<string, Promise<string>>();

/** The folder of a run against a server with these faults, made once. */
function recorded(faults: string, id: string, options: Options = {}): Promise<string> {
  const key = `${faults} ${id}`;
  const make = async () => {
    const server = await reference(withoutUndefined({ faults: faults.split(' '), asOf: options.asOf }));
    const run = await judged(server, id, options);
    await server.close();
    return written(run);
  };
  const folder = folders.get(key) ?? make();
  folders.set(key, folder);
  return folder;
}

/** How the command ends, and what it prints, folded lines joined. */
async function replayed(dir: string, id: string, words: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const stdout = new PassThrough();
  const io = { stdout, stderr: stdout, isTTY: false, columns: 80, colour: false, ci: false };
  const code = await runProgram(['replay', dir, id, ...words], {
    ...io,
    env: { PETSTORE_API_KEY: KEY, PETSTORE_TIMEOUT_MS: '300', ...env },
  });
  stdout.end();
  const raw = await text(stdout);
  return { code, raw, said: raw.replaceAll(/\n +/gu, ' ') };
}

const at = ({ baseUrl, messagesUrl }: Addresses): readonly string[] =>
  ['--base-url', baseUrl].concat('--messages-url', messagesUrl);

function matching(words: RegExp): string {
  return expect.stringMatching(words) as string;
}

const GONE = /^Fixed: every check that failed in the run passes now\.$/mu;
const SHOWS = /^Not fixed: /mu;

test.each<[id: string, faults: string, options?: Options]>([
  ['auth.missing', 'auth/missing-open-create'],
  ['list.limit.default', 'list/default-10'],
  ['list.complete', 'create/not-stored'],
  ['get.not-found', 'get/unknown-nearest'],
  ['messages.echo', 'messages/echo-cut'],
  ['version.prefix', 'version/v10'],
  // Only an order of requests shows it.
  ['auth.missing', 'sequence/key-remembered'],
  // The day of the report counts.
  ['get.removed', 'get/not-removed', { asOf: '2030-12-07' }],
])('%s shows on a server with %s, and is gone from one without', async (id, faults, options = {}) => {
  const dir = await recorded(faults, id, options);
  const day = withoutUndefined({ asOf: options.asOf });
  const still = await replayed(dir, id, at(await reference({ faults: [faults], ...day })));
  expect(still).toMatchObject({ code: 1, said: matching(SHOWS) });
  const gone = await replayed(dir, id, at(await reference(day)));
  expect(gone).toMatchObject({ code: 0, said: matching(GONE) });
});

describe('what is fixed by halves still shows', () => {
  const OPEN = 'auth/missing-open-create auth/missing-403-on-list auth/missing-403-on-get';
  const breaksDown: Between = (pass, { headers }, response) => {
    if (headers.authorization !== undefined) pass();
    else response.writeHead(500, { 'content-type': 'application/json' }).end('{}');
  };

  test('at other operations', async () => {
    const dir = await recorded(OPEN, 'auth.missing');
    const server = await reference({ faults: ['auth/missing-403-on-list'] });
    const ended = await replayed(dir, 'auth.missing', at(server));
    expect(ended).toMatchObject({ code: 1, said: matching(SHOWS) });
  });

  test('as another wrong answer', async () => {
    const dir = await recorded(OPEN, 'auth.missing');
    const ended = await replayed(dir, 'auth.missing', at(await relay(breaksDown)));
    expect(ended).toMatchObject({
      code: 1,
      said: matching(/^Not fixed: .*500 Internal Server Error/mu),
    });
  });
});

describe('what nobody can tell is undecided', () => {
  type Row = [
    what: string,
    id: string,
    faults: string,
    now: ReferenceOptions,
    why: RegExp,
    env?: NodeJS.ProcessEnv,
  ];

  test.each<Row>([
    ['nothing may be sent', 'create.echo', 'create/name-cut', {}, /read-only/u, { PETSTORE_READ_ONLY: '1' }],
    [
      'no animal may be added',
      'list.limit.default',
      'list/default-10',
      {},
      /animals/u,
      { PETSTORE_MAX_CREATED: '0' },
    ],
    ['another key', 'get.not-found', 'get/unknown-nearest', { key: 'another' }, /key/u],
    [
      'it came now and then',
      'list.complete',
      'list/half-by-turns',
      {},
      /the run itself reproduced the failure only \d+ of \d+ times/u,
    ],
  ])('%s', async (_, id, faults, now, why, env) => {
    const dir = await recorded(faults, id);
    const { code, said } = await replayed(dir, id, at(await reference(now)), env);
    expect({ code, said }).toEqual({ code: 3, said: matching(/^Undecided: .*\.$/mu) });
    expect(said).toMatch(why);
    expect(said).toContain('Run everything again to know, with the key in PETSTORE_API_KEY:');
  });

  test('what was refused, with fewer animals after it than in the run', async () => {
    const faults = 'auth/refused-but-stored';
    const id = 'auth.no-effect';
    const dir = await recorded(faults, id, { only: [id, 'list.limit.default'] });
    const server = await reference();
    const { code, said } = await replayed(dir, id, at(server));
    expect({ code, said }).toEqual({
      code: 3,
      said: matching(/: this replay created fewer animals than the run/u),
    });
    const alone = await written(await judged(await reference({ faults: [faults] }), id));
    expect((await replayed(alone, id, at(await reference()))).code).toBe(0);
  });

  test('an animal that came later in the run than the replay goes', async () => {
    const late: Between = (pass, { method, url = '' }, response) => {
      const id = Number(url.split('/').at(-1));
      if (method !== 'GET' || !(id > 60)) pass();
      else
        response
          .writeHead(404, { 'content-type': 'application/json' })
          .end('{"code":"not_found","message":"No animal has this id.","status":404}');
    };
    const id = 'get.success';
    const dir = await written(await judged(await relay(late), id, { only: [id, 'list.limit.default'] }));
    const { code, said } = await replayed(dir, id, at(await relay(late)));
    expect({ code, said }).toEqual({
      code: 3,
      said: matching(
        /: the run saw the failure at animal \d+ of those that it created, and this replay created only \d+\./u,
      ),
    });
  });

  // Its own server holds the animals of the run: the same requests do not show these there, or not each time.
  test.each([
    ['create/id-taken-if-free', 'create.id.by-service'],
    ['get/unknown-nearest', 'get.int64'],
    ['list/names-cut-on-wide-pages', 'list.agrees'],
  ])('%s is never called gone by the server that has it', async (faults, id) => {
    const server = await reference({ faults: [faults] });
    const dir = await written(await judged(server, id));
    expect([1, 3]).toContain((await replayed(dir, id, at(server))).code);
  });

  test('what is stored, on a target that was filled since', async () => {
    const dir = await recorded('create/not-stored', 'list.complete');
    const server = await reference();
    await judged(server, 'list.limit.default');
    const { code, said } = await replayed(dir, 'list.complete', at(server));
    expect({ code, said }).toEqual({ code: 3, said: matching(/holds more animals now than at the start/u) });
  });

  test('nobody answers', async () => {
    const dir = await recorded('get/unknown-nearest', 'get.not-found');
    const server = await reference();
    await server.close();
    expect(await replayed(dir, 'get.not-found', at(server))).toMatchObject({
      code: 3,
      said: matching(/^Undecided: .*127\.0\.0\.1/mu),
    });
  });

  test('what got no answer then and gets none now; it is decided once it does', async () => {
    const faults = 'silence/nameless-bodies-hangs';
    const id = 'create.missing.name';
    const dir = await recorded(faults, id, { timeoutMs: 300 });
    expect((await replayed(dir, id, at(await reference({ faults: [faults] })))).code).toBe(3);
    expect((await replayed(dir, id, at(await reference()))).code).toBe(0);
  });
});

describe('what it sends and shows', () => {
  const ID = 'list.limit.respected';

  test('the checks of the finding alone, with the inputs of the run, and then beside now', async () => {
    const first = await relay((pass) => pass(), { faults: ['list/limit-one-more'] });
    const dir = await written(await judged(first, ID, { seed: 77 }));
    const second = await relay((pass) => pass());
    const { raw, said } = await replayed(dir, ID, at(second));
    const limits = (seen: readonly string[]) =>
      new Set(seen.flatMap((one) => /limit=\d+/u.exec(one)?.[0] ?? []));
    expect(limits(second.seen).size).toBeGreaterThan(5);
    for (const limit of limits(second.seen)) expect([...limits(first.seen)]).toContain(limit);
    expect(second.seen.some((one) => one.includes('/pets/'))).toBe(false);
    expect(said).toMatch(/^Running \d+ checks? again for list\.limit\.respected, against http:/u);
    expect(said).toMatch(/^list\/limit-respected then {2}x\d+ GET .* now {3}x\d+ GET /mu);
    expect(raw.split('\n').filter((line) => line.length > 80)).toEqual([]);
    expect(raw).not.toContain(KEY);
  });

  test('an exchange stands for the finding that it proves', async () => {
    const first = await reference({ faults: ['get/unknown-nearest'] });
    const run = await judged(first, 'get.not-found');
    const dir = await written(run);
    const check = run.report.requirements
      .flatMap(({ checks }) => checks)
      .find(({ verdict }) => verdict === 'fail');
    const { code, said } = await replayed(dir, check?.proof ?? '', at(await reference()));
    expect({ code, said }).toEqual({ code: 0, said: matching(GONE) });
  });
});

describe('the target is named by the user', () => {
  const ID = 'get.not-found';

  /** A report of a server that is still there, with other members. */
  async function reported(change: (report: Report) => Partial<Report> = () => ({})) {
    const server = await relay((pass) => pass(), { faults: ['get/unknown-nearest'] });
    const { report, evidence } = await judged(server, ID, { timeoutMs: 5000 });
    const dir = await written({ report: { ...report, ...change(report) }, evidence });
    return { dir, server, before: server.seen.length };
  }

  test('without an address nothing is sent to that of the report, unless it is asked for', async () => {
    const { dir, server, before } = await reported();
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
    expect(server.seen).toHaveLength(before);
    expect((await replayed(dir, ID, ['--addresses-of-report'])).code).toBe(1);
    expect(server.seen.length).toBeGreaterThan(before);
  });

  test('by the environment too; files of the report count for nothing', async () => {
    const { dir, server, before } = await reported(({ settings }) => ({
      settings: {
        ...settings,
        waivers: '/none',
        baseline: '/none',
        out: '/none',
      },
    }));
    const now = await reference();
    expect((await replayed(dir, ID, [], { PETSTORE_BASE_URL: now.baseUrl })).code).toBe(0);
    expect(server.seen).toHaveLength(before);
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
    const run = await judged(await reference({ faults: ['get/unknown-nearest'] }), 'get.not-found');
    const requirements = run.report.requirements.map((row) => ({
      ...row,
      checks: row.checks.map((check) => ({ ...check, name: 'list/\u001b[31mevil' })),
    }));
    const dir = await written({ ...run, report: { ...run.report, requirements } });
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
