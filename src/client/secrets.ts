import type { Config, UserConfig } from '../config/types.ts';
import { isInterfaceWord, isWeak } from './weak-secrets.ts';

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

/**
 * Which secrets of a configuration cannot be kept apart from ordinary text, as a sentence; undefined where all can. They
 * are taken out only where they are whole values.
 */
export function weakSecretsNote(config: Config): string | undefined {
  const { apiKey, messages, headers } = config;
  const named = [
    ...(isWeak(apiKey) ? ['the API key'] : []),
    ...(messages !== null && messages.apiKey !== apiKey && isWeak(messages.apiKey)
      ? ['the key of the messages interface']
      : []),
    ...headers
      .filter(([, value]) => value !== '' && isWeak(value) && !isInterfaceWord(value))
      .map(([name]) => `the value of the header ${name}`),
  ];
  if (named.length === 0) return undefined;
  const what = named.join(' and ');
  const cannot = named.length === 1 ? 'is' : 'are';
  return `${what.charAt(0).toUpperCase()}${what.slice(1)} ${cannot} ${WEAK}`;
}

const WEAK =
  'shorter than 8 characters, or a word of the interface: ' +
  'no text tells that apart from its own words, so it is taken out only where it is a whole value.';

/** Whether a note is one of those. */
export function isWeakSecretsNote(note: string): boolean {
  return note.endsWith(WEAK) && /^The [^.:]{1,500}$/u.test(note.slice(0, -WEAK.length));
}
