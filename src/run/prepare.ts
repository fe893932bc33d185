import { startReference } from '../../reference/index.ts';
import { proxiesOf, type ProxyEnvironment } from '../http/proxies.ts';
import type { Config, EmbeddedConfig, UserConfig } from '../config/types.ts';
import { UsageError } from '../base/usage-error.ts';
import { readWaivers } from '../waivers/file.ts';
import type { Waiver } from '../../reports/model.ts';

/** Returns the configuration of the target: the user's server, or else the embedded one, which it starts. */
export async function prepareTarget(config: UserConfig) {
  return config.baseUrl === undefined ? startEmbedded(config) : { config, close: () => Promise.resolve() };
}

/** Server header of the embedded server, by which evidence of it is recognized. */
export const REFERENCE_SERVER_NAME = 'petstore-conformance-reference';

/** Starts the reference server as the target; both profiles are claimed. */
async function startEmbedded(config: EmbeddedConfig) {
  const reference = await startReference({ asOf: config.asOf, name: REFERENCE_SERVER_NAME });
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

/** Reads the waiver file; throws a UsageError if it is wrong. */
export async function loadWaivers({ waivers }: Pick<UserConfig, 'waivers'>): Promise<readonly Waiver[]> {
  if (waivers === undefined) return [];
  // The checks are only loaded if a waiver names one.
  return readWaivers(waivers, async () => (await import('../../suites/index.ts')).checks);
}

/** Throws a UsageError if a variable names an invalid proxy. */
export function validateProxies(env: ProxyEnvironment): void {
  try {
    proxiesOf(env);
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError([error.message]);
    throw error;
  }
}
