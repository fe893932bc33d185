import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { build } from '../tools/build.mjs';
import { once } from './once.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder of this run of the tests, for what several files of them need. */
    readonly shared: string;
  }
}

/** Called by vitest before and after all tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-tests-'));
  project.provide('shared', folder);
  return () => rm(folder, { recursive: true, force: true });
}

/** The folder that the kit is built into, as it stands. */
export async function compiled(): Promise<string> {
  return once('dist', (folder) => build(folder));
}
