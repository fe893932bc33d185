import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');

/** Runs the checks as somebody in a clone does, with vitest itself, on the target that the environment names. */
export async function inClone(words: readonly string[], env: NodeJS.ProcessEnv, cwd = root) {
  const args = [vitest, 'run', '--root', root, '--project', 'conformance', ...words];
  return new Promise<{ code: unknown; text: string }>((resolve) => {
    execFile(
      process.execPath,
      args,
      // Nothing of the vitest that runs this test.
      { cwd, env: { PATH: process.env.PATH, NO_COLOR: '1', ...env } },
      (error, stdout, stderr) => resolve({ code: error === null ? 0 : error.code, text: stdout + stderr }),
    );
  });
}
