import { cp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { settings } from '../../src/config/settings.ts';
import type { Setting } from '../../src/config/setting.ts';
import { reportIn } from '../e2e/kit.ts';
import { KEY, target } from '../e2e/servers.ts';
import { onPath } from './on-path.ts';
import { executed } from '../executed.ts';
import { freePort } from '../free-port.ts';
import { startService } from './service.ts';
const root = fileURLToPath(new URL('../..', import.meta.url));
const COMPONENT = 'templates/conformance.yml';
const require = createRequire(import.meta.url);
const gitlab = join(dirname(require.resolve('gitlab-ci-local/package.json')), 'dist', 'index.js');
/** gitlab-ci-local lays out the working tree with it. */
const noRsync = !onPath('rsync');

const service = await startService();
await cp(join(root, COMPONENT), join(service.folder, COMPONENT));

/** Runs a pipeline with the component out of the service's own folder, since there is no GitLab to take it from. */
async function run(text: string, jobs: readonly string[], variables: Record<string, string>) {
  const local = text.replaceAll(/component: .*/gu, `local: ${COMPONENT}`);
  for (const name of ['conformance-report', 'reports', 'comparison', 'pwned']) {
    await rm(join(service.folder, name), { recursive: true, force: true });
  }
  await writeFile(join(service.folder, '.gitlab-ci.yml'), local);
  await service.commit();
  const given = Object.entries(variables).flatMap(([name, value]) => ['--variable', `${name}=${value}`]);
  const words = ['--force-shell-executor', ...given, ...jobs];
  const { folder, env } = service;
  const { code, text: log } = await executed(process.execPath, [gitlab, ...words], { cwd: folder, env });
  return { code: code === 0 ? 0 : 1, log };
}

/** A pipeline with a job for each of these inputs. */
function pipeline(...jobs: readonly Readonly<Record<string, string>>[]): string {
  const included = jobs.map((inputs) => {
    const lines = Object.entries(inputs).map(([name, value]) => `      ${name}: ${JSON.stringify(value)}\n`);
    return `  - component: here\n    inputs:\n      image: node:22\n${lines.join('')}`;
  });
  return `include:\n${included.join('')}`;
}

const read = (name: string) => readFile(join(root, 'ci', 'gitlab', name), 'utf8');
const report = (name = 'conformance-report') => reportIn(join(service.folder, name));

test('every input is optional, and none is filled into a script', async () => {
  const [spec, jobs] = parseAllDocuments(await readFile(join(root, COMPONENT), 'utf8')).map(
    (part) => part.toJS() as unknown,
  ) as [
    { spec: { inputs: Record<string, { default?: unknown }> } },
    Record<
      string,
      {
        script: string[];
        variables: Record<string, string>;
        artifacts: { expose_as: string; paths: string[] };
      }
    >,
  ];
  for (const [name, input] of Object.entries(spec.spec.inputs))
    expect(input.default, name).toBeTypeOf('string');
  const [job] = Object.values(jobs);
  expect(job?.script.join('\n')).not.toContain('$[[');
  // GitLab links to a folder only if its path ends in a slash and is free of wildcards and variables.
  expect(job?.artifacts.expose_as).toMatch(/^[\w -]{1,100}$/u);
  for (const path of job?.artifacts.paths ?? []) expect(path).toMatch(/^[^*]+\/$/u);
  const known = Object.values<Setting<unknown>>(settings).map(({ environment }) => environment);
  const variables = Object.keys(job?.variables ?? {}).filter((name) => name.startsWith('PETSTORE_'));
  expect(known).toEqual(expect.arrayContaining(variables));
  // Each of them is unset where it is empty.
  for (const name of variables)
    expect(job?.script.join('\n')).toMatch(new RegExp(`\\b${name.slice(9)}\\b`, 'u'));
});

test.skipIf(noRsync)('the pipeline starts the service, waits for it, and judges it', async () => {
  const port = await freePort();
  const text = (await read('.gitlab-ci.yml')).replaceAll('8080', String(port));
  const { code, log } = await run(text, ['conformance'], { PETSTORE_API_KEY: 'example-key' });
  expect(code, log).toBe(0);
  expect(log).toContain('PASS  conformance');
  expect(await report()).toMatchObject({ report: { verdict: 'conformant' } });
  expect(await service.npm.calls()).toContainEqual(['ci']);
});

describe.skipIf(noRsync)('a pipeline of jobs with inputs of their own', () => {
  const HOSTILE = ['base-url', 'only', 'waivers', 'package'];
  let log: string;
  /** What a job said, a line each. */
  const said = (name: string): string =>
    log
      .split('\n')
      .filter((line) => line.startsWith(`${name} `))
      .join('\n');
  const ended = (name: string, how: string): void =>
    expect(log).toMatch(new RegExp(`^ *${how} +${name} *$`, 'mu'));

  // All in one pipeline: to start one costs more than all that its jobs do.
  beforeAll(async () => {
    const [good, faulty] = [await target(), await target('list/default-10')];
    const part = { 'base-url': good.baseUrl, only: 'version.prefix' };
    // Run wherever a script has it: bare, in double quotes or in single ones.
    const text = `$(touch pwned) \`touch pwned\` "; touch pwned; " '; touch pwned; ' *`;
    const jobs = [
      { 'job-name': 'faulty', 'base-url': faulty.baseUrl, only: 'list.limit.* list.success', strict: 'true' },
      { 'job-name': 'partial', ...part, out: 'reports/partial' },
      { 'job-name': 'too-little', ...part, out: 'reports/too-little', 'fail-on-partial': 'true' },
      { 'job-name': 'nowhere', out: 'reports/nowhere' },
      ...HOSTILE.map((name) => ({
        'job-name': `hostile-${name}`,
        'base-url': 'http://127.0.0.1:1/v1',
        out: `reports/hostile-${name}`,
        [name]: text,
      })),
    ];
    // A variable of the project does not lead the report away from what the job keeps.
    const ran = await run(pipeline(...jobs), [], { PETSTORE_API_KEY: KEY, PETSTORE_OUT: 'elsewhere' });
    expect(ran.code).toBe(1);
    log = ran.log;
  });

  test('a target with a fault fails the job, and the report is kept', async () => {
    ended('faulty', 'FAIL');
    expect(said('faulty')).toContain('FAIL  list.limit.default');
    expect(log).not.toContain(KEY);
    const judged = (await report()).report;
    expect(judged.verdict).toBe('non-conformant');
    expect(judged.scope).toMatchObject({ only: ['list.limit.*', 'list.success'], strict: true });
  });

  test.each([
    ['partial', 'PASS'],
    ['too-little', 'FAIL'],
  ])('with fail-on-partial a partial verdict fails, without it not: %s', async (name, how) => {
    ended(name, how);
    expect(said(name).includes('The verdict is partial, and')).toBe(how === 'FAIL');
    expect((await report(`reports/${name}`)).report.verdict).toBe('partial');
  });

  test('without a target it says so, and is red', () => {
    ended('nowhere', 'FAIL');
    expect(said('nowhere')).toContain('No target: give the component the input base-url');
    expect(said('nowhere')).not.toContain('Judging');
  });

  test('what stands in an input is a value, and none of it is run', async () => {
    for (const name of HOSTILE) ended(`hostile-${name}`, 'FAIL');
    const made = await readdir(service.folder, { recursive: true });
    expect(made.filter((path) => path.endsWith('pwned'))).toEqual([]);
  });
});

test.skipIf(noRsync)('many targets: a job for each, and their comparison', async () => {
  const production = await target();
  const staging = await target('list/default-10');
  const part = '\n      only: list.limit.default';
  const text = (await read('matrix.yml'))
    .replace('https://api.example.com/v1', `${production.baseUrl}${part}`)
    .replace('https://staging.example.com/v1', `${staging.baseUrl}${part}`);
  const { code, log } = await run(text, [], { PRODUCTION_KEY: KEY, STAGING_KEY: KEY });
  expect(code).toBe(1);
  expect((await report('reports/production')).report.scope.readOnly).toBe(true);
  expect((await report('reports/staging')).report.verdict).toBe('non-conformant');
  expect(await readdir(join(service.folder, 'comparison')), log).toContain('comparison.html');
});
