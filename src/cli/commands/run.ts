import { readConfig, withEmbedded } from '../../config/read.ts';
import { secretsOf } from '../../client/secrets.ts';
import { strayNames } from '../../config/stray.ts';
import type { Flags } from '../../config/settings.ts';
import type { EmbeddedConfig } from '../../config/types.ts';
import { UsageError } from '../../config/usage-error.ts';
import { keepSecret } from '../crash.ts';
import type { Io } from '../io.ts';

/** Judges the target that the flags, the environment and the files name; resolves to the exit code. */
export async function runCommand(flags: Flags, io: Io): Promise<number> {
  const input = { flags, env: io.env, cwd: process.cwd() };
  const config = readConfig(input);
  for (const sentence of strayNames(input)) io.stderr.write(`warning: ${sentence}\n`);
  keepSecret(...secretsOf(config));
  if (config.baseUrl === undefined) return await runEmbedded(config, io);
  await checkProxies(io.env);
  const { run } = await import('../run/run.ts');
  return await run(config, io);
}

async function runEmbedded(config: EmbeddedConfig, io: Io): Promise<number> {
  // Both at once: the run loads while the server starts.
  const starting = import('../../../reference/index.ts').then(({ startReference }) =>
    startReference({
      asOf: config.asOf,
    }),
  );
  const [{ run }, reference] = await Promise.all([import('../run/run.ts'), starting]);
  try {
    const { baseUrl, messagesUrl, key, messagesKey } = reference;
    keepSecret(key, messagesKey);
    const address = { baseUrl, messagesUrl, apiKey: key, messagesApiKey: messagesKey };
    return await run(withEmbedded(config, address), io);
  } finally {
    await reference.close();
  }
}

/** Throws a UsageError where the environment names a proxy that cannot be one. */
async function checkProxies(env: NodeJS.ProcessEnv): Promise<void> {
  const { proxiesOf } = await import('../../client/proxies.ts');
  try {
    proxiesOf(env);
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError([error.message]);
    throw error;
  }
}
