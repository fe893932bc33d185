import { readConfig } from '../../config/read.ts';
import { strayNames } from '../../config/stray.ts';
import type { Flags } from '../../config/settings.ts';
import type { Io } from '../io.ts';
import { withOnlyFailed } from '../run/earlier.ts';
import { run } from '../run/run.ts';

/** Judges the target that the flags, the environment and the files name; resolves to the exit code. */
export async function runCommand(flags: Flags, io: Io): Promise<number> {
  const input = { flags, env: io.env, cwd: process.cwd() };
  const config = readConfig(await withOnlyFailed(input));
  for (const sentence of strayNames(input)) io.stderr.write(`warning: ${sentence}\n`);
  return await run(config, io);
}
