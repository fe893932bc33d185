import { configFromOptions } from '../../src/config/read.ts';
import type { Config } from '../../src/config/types.ts';

/** A configuration as a run against somebody's server has it. */
export function configOf(different: Partial<Config> = {}): Config {
  const config = configFromOptions({
    baseUrl: 'http://127.0.0.1:1/v1',
    apiKey: 'pk_0123456789abcdef',
    messagesUrl: 'http://127.0.0.1:1/messages',
    consistencyMs: 0,
    timeoutMs: 1000,
    runs: 4,
    seed: 7,
  });
  if (config.baseUrl === undefined) throw new Error('no target');
  return { ...config, out: '', ...different };
}
