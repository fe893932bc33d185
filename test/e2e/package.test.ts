import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildCli } from '../cli/build.ts';
import type { Cli } from '../cli/build.ts';
import { FILES } from './kit.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

let cli: Cli;
let project: string;
beforeAll(async () => {
  cli = await buildCli();
  project = await mkdtemp(join(tmpdir(), 'petstore-project-'));
});
afterAll(async () => {
  await cli.remove();
  await rm(project, { recursive: true, force: true });
});

test('the package works in another project, through npx', async () => {
  // What is packed is the fresh build, whatever stands in the dist of the clone.
  const source = join(project, 'source');
  await mkdir(source);
  for (const name of ['package.json', 'schemas', 'README.md', '.env.example']) {
    await cp(join(root, name), join(source, name), { recursive: true }).catch(() => undefined);
  }
  await cp(join(cli.folder, 'dist'), join(source, 'dist'), { recursive: true });
  const env = {
    PATH: process.env.PATH,
    HOME: project,
    npm_config_offline: 'true',
    npm_config_update_notifier: 'false',
  };
  await run('npm', ['pack', '--ignore-scripts', '--pack-destination', project], { cwd: source, env });
  const tarball = (await readdir(project)).find((name) => name.endsWith('.tgz')) ?? '';

  // As npm lays it out, save that the dependencies are those of the clone: nothing is fetched.
  const modules = join(project, 'node_modules');
  const installed = join(modules, 'petstore-conformance');
  await mkdir(installed, { recursive: true });
  await run('tar', ['-xzf', join(project, tarball), '-C', installed, '--strip-components=1']);
  for (const name of await readdir(join(root, 'node_modules'))) {
    if (!name.startsWith('.')) await symlink(join(root, 'node_modules', name), join(modules, name));
  }
  const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as {
    bin: Record<string, string>;
  };
  const bin = manifest.bin['petstore-conformance'] ?? '';
  await mkdir(join(modules, '.bin'));
  await symlink(join('..', 'petstore-conformance', bin), join(modules, '.bin', 'petstore-conformance'));
  await run('chmod', ['+x', join(installed, bin)]);
  await writeFile(join(project, 'package.json'), '{ "private": true }');

  const { stdout, stderr } = await run('npx', ['petstore-conformance', 'run'], { cwd: project, env });
  expect(stdout).toContain('CONFORMANT');
  expect(stderr).toBe('');
  expect((await readdir(join(project, 'conformance-report'))).toSorted()).toEqual(FILES);

  // Not through npx here: node, which runs that too, takes a missing --env-file for its own and says so itself.
  const words = ['run', '--env-file', 'no-such.env'];
  const wrong = run(join(modules, '.bin', 'petstore-conformance'), words, { cwd: project, env });
  await expect(wrong).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^error: [^\n]+\n$/u) as unknown,
  });
});
