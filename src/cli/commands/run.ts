import { secretsOf } from '../../client/secrets.ts';
import { readConfig } from '../../config/read.ts';
import { strayNames } from '../../config/stray.ts';
import type { Flags } from '../../config/settings.ts';
import type { EmbeddedConfig } from '../../config/types.ts';
import { loadOneByOne } from '../../one-by-one.ts';
import { keepSecret } from '../crash.ts';
import type { Io } from '../io.ts';
import { tryOpenFiles } from '../open-files.ts';
import { withOnlyFailed } from '../run/earlier.ts';

/** Judges the target that the flags, the environment and the files name; resolves to the exit code. */
export async function runCommand(flags: Flags, io: Io): Promise<number> {
  const input = { flags, env: io.env, cwd: process.cwd() };
  const config = readConfig(await withOnlyFailed(input));
  for (const sentence of strayNames(input)) io.stderr.write(`warning: ${sentence}\n`);
  keepSecret(...secretsOf(config));
  tryOpenFiles();
  loadOneByOne(new URL('../../run/prepare.js', import.meta.url), new URL('../run/run.js', import.meta.url));
  if (config.baseUrl === undefined) return await runEmbedded(config, io);
  const [{ run }, { checkProxies }] = await Promise.all([
    import('../run/run.ts'),
    import('../../run/prepare.ts'),
  ]);
  checkProxies(io.env);
  return await run(config, io);
}

async function runEmbedded(config: EmbeddedConfig, io: Io): Promise<number> {
  const { prepareTarget } = await import('../../run/prepare.ts');
  const [{ run }, target] = await Promise.all([import('../run/run.ts'), prepareTarget(config)]);
  try {
    keepSecret(target.config.apiKey, target.config.messages?.apiKey);
    return await run(target.config, io);
  } finally {
    await target.close();
  }
}
