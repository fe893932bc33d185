import { readConfig, withEmbedded } from '../../config/read.ts';
import type { Flags } from '../../config/settings.ts';
import type { EmbeddedConfig } from '../../config/types.ts';
import { UsageError } from '../../config/usage-error.ts';
import { keepSecret } from '../crash.ts';
import type { Io } from '../io.ts';

/** Judges the target that the flags, the environment and the files name; resolves to the exit code. */
export async function runCommand(flags: Flags, io: Io): Promise<number> {
  const config = readConfig({ flags, env: io.env, cwd: process.cwd() });
  keepSecret(config.apiKey, config.baseUrl === undefined ? config.messagesApiKey : config.messages?.apiKey);
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
      // Categories that the user names are ones that the target has to know.
      anyCategory: config.categoryIdsGiven,
      ...(config.apiKey === undefined ? {} : { key: config.apiKey }),
      ...(config.messagesApiKey === undefined ? {} : { messagesKey: config.messagesApiKey }),
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

const PROXIES = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY'];

/** Throws a UsageError where the environment names a proxy that cannot be one. */
async function checkProxies(env: NodeJS.ProcessEnv): Promise<void> {
  if (PROXIES.every((name) => (env[name] ?? '') === '')) return;
  const { createDispatcher } = await import('../../client/dispatcher.ts');
  try {
    await createDispatcher(1, 1, env).close();
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError([error.message]);
    throw error;
  }
}
