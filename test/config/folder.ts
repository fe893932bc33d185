import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { readConfig } from '../../src/config/read.ts';
import type { Flags } from '../../src/config/settings.ts';
import type { ConfigBeforeStart } from '../../src/config/types.ts';
import { UsageError } from '../../src/base/usage-error.ts';

/** An empty folder, gone with this run of the tests. */
export const emptyFolder = (): string => mkdtempSync(join(inject('shared'), 'config-'));

/** What somebody says, and the files of the folder that it is said in. */
export interface Given {
  readonly flags?: Flags;
  readonly env?: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
}

/** The resulting configuration; there is `a-folder` too. */
export function read({ flags = {}, env = {}, files = {} }: Given, cwd = emptyFolder()): ConfigBeforeStart {
  mkdirSync(join(cwd, 'a-folder'));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(cwd, name), content);
  return readConfig({ flags, env, cwd });
}

/** The sentences about it, none where nothing is wrong; its folder stands there as CWD. */
export function problemsOf(given: Given): readonly string[] {
  const cwd = emptyFolder();
  try {
    read(given, cwd);
    return [];
  } catch (error) {
    if (error instanceof UsageError) return error.problems.map((problem) => problem.replaceAll(cwd, 'CWD'));
    throw error;
  }
}
