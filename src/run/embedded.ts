import { startReference } from '../../reference/index.ts';
import { withEmbedded } from '../config/read.ts';
import type { Config, EmbeddedConfig, UserConfig } from '../config/types.ts';

/** A target that a run can be let loose on. */
export interface Prepared {
  readonly config: Config;
  /** Ends the embedded server, where it is that. */
  close(): Promise<void>;
}

/** Makes a target of what the user said: somebody's server as it is, else the embedded one, which is started. */
export async function prepareTarget(config: UserConfig): Promise<Prepared> {
  return config.baseUrl === undefined ? startEmbedded(config) : { config, close: () => Promise.resolve() };
}

/** Starts the reference server as the target of a run that names none. */
async function startEmbedded(config: EmbeddedConfig): Promise<Prepared> {
  const reference = await startReference({ asOf: config.asOf });
  const { baseUrl, messagesUrl, key, messagesKey } = reference;
  return {
    config: withEmbedded(config, { baseUrl, messagesUrl, apiKey: key, messagesApiKey: messagesKey }),
    close: () => reference.close(),
  };
}
