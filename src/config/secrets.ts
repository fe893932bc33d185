import type { UserConfig } from './types.ts';

/** Every text of a configuration that may be shown nowhere: the keys, and the values of the extra headers. */
export function secretsOf(config: UserConfig): readonly string[] {
  const keys =
    config.baseUrl === undefined ? [] : [config.apiKey, ...(config.messages ? [config.messages.apiKey] : [])];
  return [...keys, ...config.headers.map(([, value]) => value)].filter((text) => text !== '');
}
