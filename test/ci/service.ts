import { execFile } from 'node:child_process';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { installPacked, packed } from '../e2e/packed.ts';
import { scratch } from '../later.ts';
import { fakeNpm, type FakeNpm } from './npm.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The repository of somebody's service: a server, the packed kit in vendor/, and a file of a CI system. */
export interface Service {
  readonly folder: string;
  readonly npm: FakeNpm;
  /** With the stand-in for npm in PATH, and nothing of the surroundings. */
  readonly env: NodeJS.ProcessEnv;
  commit(): Promise<void>;
}

/** The server is examples/node. */
export async function startService(): Promise<Service> {
  const project = await installPacked();
  const npm = await fakeNpm(join(project.folder, 'node_modules'));
  const folder = await scratch('service');
  await copyFile(join(root, 'examples', 'node', 'server.js'), join(folder, 'server.js'));
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  await writeFile(join(folder, '.gitignore'), '.petstore-kit\n.npm\nserver.log\n');
  await mkdir(join(folder, 'vendor'));
  const tarball = await packed();
  await copyFile(tarball, join(folder, 'vendor', basename(tarball)));
  const git = (...words: string[]) =>
    promisify(execFile)('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...words], {
      cwd: folder,
    });
  await git('init', '-q', '-b', 'main');
  await git('remote', 'add', 'origin', 'https://gitlab.example.com/group/service.git');
  return {
    folder,
    npm,
    env: { PATH: `${npm.path}:${process.env.PATH ?? ''}`, HOME: folder, NO_COLOR: '1' },
    commit: async () => {
      await git('add', '-A');
      await git('commit', '-q', '--allow-empty', '-m', 'service');
    },
  };
}
