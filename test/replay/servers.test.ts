import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from 'vitest';
import { loadFaults, type Reference, type ReferenceOptions } from '../../reference/index.ts';
import { readReportFolder } from '../../reports/read.ts';
import { renderHar } from '../../reports/render/har.ts';
import { jsonText } from '../../reports/text.ts';
import { replayFinding } from '../../src/cli/commands/replay.ts';
import type { Options } from '../../src/config/options.ts';
import { findingOf } from '../../src/replay/finding.ts';
import { supplyFor } from '../../src/replay/state.ts';
import { judge } from '../../src/judge.ts';
import { STATUSES } from '../../src/engine/replies.ts';
import { KEY, reference, serveWith } from '../e2e/servers.ts';

const folder = await mkdtemp(join(tmpdir(), 'petstore-replayed-'));
afterAll(() => rm(folder, { recursive: true }));
const faults = await loadFaults();

/** What a replay of a finding against a server ends with, its verdict, and what it says after that. */
async function replayed(dir: string, id: string, { baseUrl, messagesUrl }: Reference) {
  const stdout = new PassThrough();
  const io = { stdout, stderr: stdout, isTTY: false, columns: 1000, colour: false, ci: true };
  const env = { PETSTORE_API_KEY: KEY };
  const code = await replayFinding({ ...io, env }, dir, id, { baseUrl, messagesUrl, consistencyMs: '100' });
  stdout.end();
  const whole = (await text(stdout)).trim().replaceAll(/\n +(?!(?:then|now) {2})/gu, ' ');
  const said = whole.split('\n');
  const last = said.findIndex((line) => /^(?:It (?:still|does)|No answer|Still) /u.test(line));
  return { code, said: said[last] ?? '', before: said.slice(0, last), after: said.slice(last + 1) };
}

/** The folder of a run against a server with a fault, and the server. */
async function reported(
  fault: string | readonly string[],
  id: string,
  options: Options = {},
  server?: Reference,
) {
  const dir = await mkdtemp(join(folder, 'report-'));
  const same = server ?? (await reference({ faults: [fault].flat() }));
  const { baseUrl, messagesUrl, hints } = same;
  const target = { baseUrl, messagesUrl, apiKey: KEY, messagesApiKey: KEY };
  const { report, evidence } = await judge({
    ...target,
    ...hints,
    seed: 1,
    consistencyMs: 100,
    only: [id],
    ...options,
  });
  await writeFile(join(dir, 'report.json'), jsonText(report));
  await writeFile(join(dir, 'evidence.har'), renderHar(report, evidence));
  return { dir, same };
}

function ended(code: number, said: RegExp) {
  return { code, said: expect.stringMatching(said) as string };
}

const SHOWS = /^It still shows: .+\.$/u;
const GONE = /^It does not show any more: .+\.$/u;

describe('a fault still shows on its server and on a fresh one, and is gone from a fresh one that is mended', () => {
  test.each<[fault: string, id: string, mended?: RegExp, options?: Options]>([
    ['auth/missing-open-create', 'auth.missing'],
    ['auth/invalid-length-compared', 'auth.invalid'],
    ['auth/malformed-key-alone-on-get', 'auth.malformed'],
    ['auth/scheme-by-bytes', 'auth.scheme-case'],
    ['list/default-10', 'list.limit.default'],
    ['list/default-25', 'list.limit.default'],
    ['list/limit-at-least-5', 'list.limit.respected'],
    ['list/maximum-101', 'list.limit.maximum'],
    ['list/clamped-to-50', 'list.complete'],
    ['list/first-twice-when-filtered', 'list.distinct'],
    ['list/filter-first-item-free', 'list.status.filter'],
    ['list/status-unknown-object', 'list.status.unknown'],
    ['create/not-stored', 'list.complete'],
    ['create/id-taken-if-free', 'create.id.by-service'],
    ['create/id-by-name', 'create.id.unique'],
    ['create/stored-mixed-in-parallel', 'get.agrees'],
    ['auth/refused-but-stored', 'auth.no-effect'],
    ['list/newest-missing', 'list.complete'],
    ['list/default-50', 'list.limit.default'],
    ['list/limit-before-filter', 'list.status.with-limit'],
    ['create/status-pending-refused', 'create.status.values'],
    ['get/always-first', 'get.success'],
    ['get/unknown-nearest', 'get.not-found'],
    ['get/removed-early-410', 'get.removed'],
    // Nobody can say of an animal that is not there whether it would be found.
    [
      'get/strangers-missing',
      'get.success',
      /: what x\d+ got now can come with the fault and without it\.$/u,
    ],
    ['error/detail', 'error.object'],
    ['body/get-guarded', 'media.json'],
    ['version/v10', 'version.prefix'],
    ['messages/echo-cut', 'messages.echo'],
    ['member/message-message-renamed', 'messages.success'],
    ['get/wraps-at-2-31', 'get.int64'],
  ])('%s: %s', async (fault, id, mended = GONE, options = {}) => {
    const { dir, same } = await reported(fault, id, options);
    const { start, needs = [] } = faults.find((one) => one.id === fault) ?? {};
    expect(await replayed(dir, id, same)).toMatchObject(ended(1, SHOWS));
    const fresh = await reference({ faults: [fault] });
    expect(await replayed(dir, id, fresh)).toMatchObject(ended(1, SHOWS));
    const right = await reference({ ...start, prefix: '/v1', variants: needs });
    const code = mended === GONE ? 0 : 3;
    expect(await replayed(dir, id, right)).toMatchObject(ended(code, mended));
  });
});

/** What hangs on requests before it, or on how much there is, may not show again, and then nobody can tell. */
test.each<[fault: string, id: string, codes?: readonly number[]]>([
  ['sequence/key-remembered', 'auth.missing', [1]],
  ['silence/long-lists-cut', 'media.json', [1]],
  ['list/names-cut-on-wide-pages', 'list.agrees'],
  ['list/half-by-turns', 'list.complete'],
  ['sequence/filter-kept', 'list.complete'],
  ['sequence/short-after-error', 'list.complete'],
  ['sequence/not-found-remembered', 'get.success'],
  ['sequence/third-lost-after-refusal', 'list.complete'],
  ['sequence/third-lost-after-refusal', 'get.success'],
  ['sequence/status-lost-after-error', 'get.agrees'],
  ['sequence/refused-stored-later', 'create.rejected-not-stored'],
  ['sequence/stranger-stored-later', 'auth.no-effect'],
])('%s: %s is never called gone from a server that has it', async (fault, id, codes = [1, 3]) => {
  const { dir, same } = await reported(fault, id, { only: [] });
  for (const server of [same, await reference({ faults: [fault] })])
    expect(codes).toContain((await replayed(dir, id, server)).code);
});

test('what had to be refused fills no target', async () => {
  const { dir } = await reported(['create/name-not-required', 'list/default-50'], 'list.limit.default', {
    only: [],
  });
  const { report, evidence } = await readReportFolder(dir);
  const supply = supplyFor(findingOf('list.limit.default', report, evidence), evidence, []);
  expect(supply.length).toBeGreaterThan(40);
  for (const { request } of supply) expect(JSON.parse(request.body ?? '')).toHaveProperty('name');
});

test('what a mended server stored wrongly before does not still show', async () => {
  const { dir } = await reported('int64/category-rounded-in-list', 'create.int64', { only: [] });
  const { evidence } = await readReportFolder(dir);
  const lists = evidence.filter(({ request }) => request.url.endsWith('/pets?limit=100'));
  const right = await reference();
  for (const [, body = ''] of lists.at(-1)?.response?.body.matchAll(/\{"id":\d+,([^}]*)\}/gu) ?? []) {
    const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };
    await fetch(`${right.baseUrl}/pets`, { method: 'POST', headers, body: `{${body}}` });
  }
  expect((await replayed(dir, 'create.int64', right)).code).not.toBe(1);
});

test('what silence left undecided stays so: no answer tells, and one alone does not decide', async () => {
  const { dir, same } = await reported('silence/nameless-bodies-hangs', 'create.missing.name', {
    timeoutMs: 300,
  });
  expect(await replayed(dir, 'create.missing.name', same)).toMatchObject({
    ...ended(3, /^Still undecided: x\d+ got no usable answer: no complete answer within /u),
    after: [],
  });
  const right = await reference();
  expect(await replayed(dir, 'create.missing.name', right)).toMatchObject({
    ...ended(3, /^Still undecided: x\d+ is answered with 400 Bad Request now, which alone does not decide /u),
    after: [expect.stringContaining(`npx petstore-conformance run --base-url ${right.baseUrl} `)],
  });
});

describe('a target that lives elsewhere now', () => {
  const HINT = 'Where the target lives at another address now, name it with --base-url.';

  test.each(['version.prefix', 'get.not-found', 'auth.missing', 'error.object'])('%s', async (id) => {
    const shown = ['version/version-1', 'get/unknown-400', 'auth/missing-403-on-list', 'error/detail'];
    const { dir, same } = await reported(shown, id, { only: [] });
    const shows = await replayed(dir, id, same);
    expect(shows).toMatchObject({ code: 1, after: id === 'version.prefix' ? [HINT] : [] });
    const right = await reference();
    // At the address of the report, which the mended server does not know.
    const gone = { ...right, baseUrl: right.baseUrl.replace('/v1', '/version1') };
    expect(await replayed(dir, id, gone)).toMatchObject({
      ...ended(3, /: the target is not at \S+\/version1\/pets, which is answered with 404\.$/u),
      after: [HINT],
    });
    expect((await replayed(dir, id, right)).code).toBe(0);
  });

  test('its messages', async () => {
    const { dir } = await reported('messages/auth-missing-403', 'messages.auth.missing');
    const right = await reference();
    const gone = { ...right, messagesUrl: right.messagesUrl.replace('/messages', '/old/messages') };
    expect(await replayed(dir, 'messages.auth.missing', gone)).toMatchObject({
      code: 3,
      after: [HINT.replace('base', 'messages')],
    });
  });
});

test('what depends on the day is judged by that of the report', async () => {
  const { dir, same } = await reported('get/not-removed', 'get.removed', { asOf: '2030-12-07' });
  const shows = await replayed(dir, 'get.removed', same);
  expect(shows).toMatchObject(ended(1, /still works on 2030-12-07/u));
  expect(shows.before).toContain('It is judged as of 2030-12-07, as in the run.');
  const right = await reference({ asOf: '2030-12-07' });
  expect(await replayed(dir, 'get.removed', right)).toMatchObject(ended(0, GONE));
});

test('a filter says how many of the animals that are added it shows', async () => {
  const { dir } = await reported('list/first-twice-when-filtered', 'list.distinct', { only: [] });
  const { before } = await replayed(dir, 'list.distinct', await reference());
  const [, added, shown] =
    before
      .map((line) => /: (\d+) animals .* added first, (\d+) of them with the status/u.exec(line))
      .find((found) => found !== null) ?? [];
  const listed = before.flatMap((line) => /now {3}200 OK, a list of (\d+) item/u.exec(line)?.[1] ?? []);
  expect(Number(shown)).toBeLessThan(Number(added));
  expect(listed).toContain(shown);
});

test.each<[what: string, fault: string, id: string, now: string, why: RegExp]>([
  [
    'the neighbour of another id',
    'get/rounds-past-2-53',
    'get.int64',
    'get/rounds-past-2-53',
    /: the id that x\d+ asked for is like \d+, and the animal has the id \d+ now\.$/u,
  ],
  [
    'the animal itself is refused now',
    'int64/category-sign-lost-when-read',
    'create.int64',
    '',
    /: x\d+ \(POST \/v1\/pets \{\S+\}\) added an animal then, and is answered with 400 Bad Request now, which may be your mend itself\.$/u,
  ],
  [
    'an animal that is refused now',
    'create/not-stored',
    'list.complete',
    'create/status-pending-refused',
    /: x\d+ \(POST \/v1\/pets \{\S+\}\) added an animal then, and is answered with 400 Bad Request now, which may be your mend itself\.$/u,
  ],
])('nobody can tell: %s', async (_, fault, id, now, why) => {
  const { dir } = await reported(fault, id);
  const server = await reference(now === '' ? {} : { faults: [now] });
  // The second time ids are others than those of then.
  await replayed(dir, id, server);
  expect(await replayed(dir, id, server)).toMatchObject(ended(3, why));
});

describe('what went into a list may not go in again', () => {
  const PENDING = 'create/status-pending-refused';
  const SHORT =
    /: x\d+ \(POST .*"pending"\}\) added an animal then, and is answered with 400 Bad Request now, /u;

  test.each<[now: string, code: number, said: RegExp, server: ReferenceOptions]>([
    [
      'a limit is refused',
      0,
      /: x\d+ is answered with 422 .* now, as it may be, and shows no animals\.$/u,
      { faults: [PENDING], variants: ['input/limit-422'] },
    ],
    ['a list is too short', 3, SHORT, { faults: [PENDING], variants: ['input/limit-clamped'] }],
    [
      'a limit fails',
      3,
      /: x\d+ is answered with 500 .* now, and got a list then\.$/u,
      { faults: ['list/limit-above-crash'] },
    ],
    ['it shows', 1, SHOWS, { faults: ['list/maximum-101'] }],
  ])('%s', async (_, code, said, options) => {
    const { dir } = await reported('list/maximum-101', 'list.limit.maximum');
    expect(await replayed(dir, 'list.limit.maximum', await reference(options))).toMatchObject(
      ended(code, said),
    );
  });

  test('a list without a limit is as long as it may be, with fewer animals than then', async () => {
    const { dir } = await reported('list/default-50', 'list.limit.default');
    const code = async (shown: readonly string[]): Promise<number> =>
      (await replayed(dir, 'list.limit.default', await reference({ faults: shown }))).code;
    expect(await code([PENDING])).toBe(0);
    expect(await code([PENDING, 'list/default-50'])).toBe(1);
  });

  test('no limit of which a list is full shows by what had to be refused alone', async () => {
    const shown = ['list/maximum-101', 'create/status-any-stored'];
    const { dir } = await reported(shown, 'list.limit.maximum', { only: [] });
    const fresh = await reference({ faults: shown });
    expect((await replayed(dir, 'list.limit.maximum', fresh)).code).toBe(1);
  });

  test('an animal that had to be refused is in a filtered list of no mended server', async () => {
    const id = 'list.status.filter';
    const faulty = async (): Promise<Reference> => {
      const behind = await reference({ faults: ['create/status-any-stored'] });
      const before = await serveWith((incoming, response) => void caseless(incoming, response, behind));
      return { ...behind, baseUrl: before.baseUrl };
    };
    const { dir, same } = await reported([], id, { only: [id, 'create.invalid.status'] }, await faulty());
    for (const server of [same, await faulty()])
      expect(await replayed(dir, id, server)).toMatchObject(ended(1, SHOWS));
    expect(await replayed(dir, id, await reference())).toMatchObject(
      ended(3, /"status":"\w*[A-Z]\w*"\}\) added an animal then, /u),
    );
  });
});

/** Passes a request on, but lists animals of a status in any case. */
async function caseless(incoming: IncomingMessage, response: ServerResponse, { baseUrl }: Reference) {
  const { searchParams, pathname } = new URL(incoming.url ?? '', baseUrl);
  const wanted = STATUSES.find((one) => one === searchParams.get('status'));
  const { method = '', headers } = incoming;
  const sent = await buffer(incoming);
  const url = new URL(wanted === undefined ? (incoming.url ?? '') : `${pathname}?limit=100`, baseUrl);
  const kept = ['authorization', 'content-type'].flatMap((name): [string, string][] => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  const came = await fetch(url, { method, headers: kept, ...(method === 'POST' && { body: sent }) });
  const body: unknown = await came.json();
  const limit = Number(searchParams.get('limit') ?? 20);
  const found =
    wanted === undefined || !Array.isArray(body)
      ? body
      : body
          .filter((one: { status?: string }) => one.status?.toLowerCase() === wanted)
          .slice(0, limit >= 1 && limit <= 100 ? limit : 20);
  response.writeHead(came.status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(found));
}

test('what was wrong in a list of then is shown, also where that was left undecided', async () => {
  const { dir, same } = await reported('create/status-any-stored', 'list.success', { only: [] });
  const { before } = await replayed(dir, 'list.success', same);
  expect(before.join('\n')).toMatch(/then {2}200 OK, \{"id": .*\(item \d+ of \d+\)/u);
});
