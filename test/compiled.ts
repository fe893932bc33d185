import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { once } from './once.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder of this run of the tests, for what several files of them need. */
    readonly shared: string;
  }
}

const root = fileURLToPath(new URL('..', import.meta.url));

/** Called by vitest before and after all tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-tests-'));
  project.provide('shared', folder);
  return () => rm(folder, { recursive: true, force: true });
}

/** The folder that the kit is compiled to, as it stands. Types are checked elsewhere. */
export async function compiled(): Promise<string> {
  return once('dist', async (folder) => {
    const tsc = join(
      dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
      'bin',
      'tsc',
    );
    const config = join(root, 'tsconfig.build.json');
    await promisify(execFile)(process.execPath, [tsc, '-p', config, '--noCheck', '--outDir', folder]);
  });
}
