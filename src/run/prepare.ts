import { startReference } from '../../reference/index.ts';
import { proxiesOf, type ProxyEnvironment } from '../http/proxies.ts';
import type { Config, EmbeddedConfig, UserConfig } from '../config/types.ts';
import { UsageError } from '../base/usage-error.ts';
import { readWaivers } from '../waivers/file.ts';
import type { Waiver } from '../../reports/model.ts';

/** Makes a target of what the user said: somebody's server as it is, else the embedded one, which is started. */
export async function prepareTarget(config: UserConfig) {
  return config.baseUrl === undefined ? startEmbedded(config) : { config, close: () => Promise.resolve() };
}

/** The Server header of the embedded server, which identifies its evidence. */
export const NAMED_BY = 'petstore-conformance-reference';

/** Starts the reference server as the target of a run that names none: both profiles are claimed. */
async function startEmbedded(config: EmbeddedConfig) {
  const reference = await startReference({ asOf: config.asOf, name: NAMED_BY });
  const { baseUrl, messagesUrl, key, messagesKey } = reference;
  return {
    config: Object.freeze<Config>({
      ...config,
      baseUrl,
      apiKey: key,
      embedded: true,
      messages: Object.freeze({ url: messagesUrl, apiKey: messagesKey }),
    }),
    close: () => reference.close(),
  };
}

/** Reads the failures that are accepted. Throws a UsageError where the file is wrong. */
export async function waiversOf({ waivers }: Pick<UserConfig, 'waivers'>): Promise<readonly Waiver[]> {
  if (waivers === undefined) return [];
  // The checks are loaded for a waiver that names one alone.
  return readWaivers(waivers, async () => (await import('../../suites/index.ts')).checks);
}

/** Throws a UsageError where the environment names a proxy that cannot be one. */
export function checkProxies(env: ProxyEnvironment): void {
  try {
    proxiesOf(env);
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError([error.message]);
    throw error;
  }
}
