import { execFile } from 'node:child_process';
import { access, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';

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

/**
 * The folder that the kit is compiled to, as it stands: by the first test that asks, once for a whole run of the tests.
 * It is not to be changed. Types are checked elsewhere.
 */
export async function compiled(): Promise<string> {
  const folder = join(inject('shared'), 'dist');
  const ended = join(inject('shared'), 'ended');
  if ((await mkdir(folder, { recursive: true })) === undefined) {
    while (!(await exists(ended))) await setTimeout(50);
    return folder;
  }
  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');
  const config = join(root, 'tsconfig.build.json');
  try {
    await promisify(execFile)(process.execPath, [tsc, '-p', config, '--noCheck', '--outDir', folder]);
  } finally {
    // Whoever waits fails with what is not there, not by waiting.
    await writeFile(ended, '');
  }
  return folder;
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
