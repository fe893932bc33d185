import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { executed } from '../executed.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');

/** Runs the checks as somebody in a clone does, with vitest itself, on the target that the environment names. */
export async function inClone(words: readonly string[], env: NodeJS.ProcessEnv, cwd = root) {
  const args = [vitest, 'run', '--root', root, '--project', 'conformance', ...words];
  // Nothing of the vitest that runs this test.
  return executed(process.execPath, args, { cwd, env: { PATH: process.env.PATH, NO_COLOR: '1', ...env } });
}
