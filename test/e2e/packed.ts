import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, readFile, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { types } from '../../tools/build.mjs';
import { compiled } from '../compiled.ts';
import { scratch } from '../later.ts';
import { once } from '../once.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

/** Somebody's project with the package installed in it, as npm lays it out. */
export interface Project {
  readonly folder: string;
  /** Where the package stands. */
  readonly installed: string;
  /** The environment that its commands get: nothing of the surroundings. */
  readonly env: NodeJS.ProcessEnv;
}

/** The tarball that `npm pack` makes of a fresh build, whatever stands in the dist of the clone. */
export async function packed(): Promise<string> {
  const folder = await once('packed', async (into) => {
    const source = await scratch('source');
    for (const name of ['package.json', 'schemas', 'docs', 'README.md', '.env.example']) {
      await cp(join(root, name), join(source, name), { recursive: true }).catch(() => undefined);
    }
    await cp(await compiled(), join(source, 'dist'), { recursive: true });
    await types(join(source, 'dist'));
    await run('npm', ['pack', '--ignore-scripts', '--pack-destination', into], {
      cwd: source,
      env: offline(into),
    });
  });
  const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz'));
  if (tarball === undefined) throw new Error('the package was not packed');
  return join(folder, tarball);
}

/** Installs the tarball into a project of its own. */
export async function installPacked(): Promise<Project> {
  const tarball = await packed();
  const folder = await scratch('project');

  // The dependencies are those of the clone: nothing is fetched.
  const modules = join(folder, 'node_modules');
  const installed = join(modules, 'petstore-conformance');
  await mkdir(installed, { recursive: true });
  await run('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1']);
  for (const name of await readdir(join(root, 'node_modules'))) {
    if (!name.startsWith('.')) await symlink(join(root, 'node_modules', name), join(modules, name));
  }
  const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as {
    bin: Record<string, string>;
  };
  const bin = manifest.bin['petstore-conformance'] ?? '';
  await mkdir(join(modules, '.bin'));
  await symlink(join('..', 'petstore-conformance', bin), join(modules, '.bin', 'petstore-conformance'));
  await chmod(join(installed, bin), 0o755);
  await symlink(join('..', 'vitest', 'vitest.mjs'), join(modules, '.bin', 'vitest'));
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  return { folder, installed, env: offline(folder) };
}

function offline(home: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    HOME: home,
    npm_config_offline: 'true',
    npm_config_update_notifier: 'false',
  };
}
