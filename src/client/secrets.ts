import type { UserConfig } from '../config/types.ts';
import { isInterfaceWord } from './weak-secrets.ts';

/**
 * Every text of a configuration that may be shown nowhere: the keys, and the values of the extra headers that are no words
 * of HTTP.
 */
export function secretsOf(config: UserConfig): readonly string[] {
  const keys =
    config.baseUrl === undefined ? [] : [config.apiKey, ...(config.messages ? [config.messages.apiKey] : [])];
  const values = config.headers.map(([, value]) => value).filter((value) => !isInterfaceWord(value));
  return [...keys, ...values].filter((text) => text !== '');
}
