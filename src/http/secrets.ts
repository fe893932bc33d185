import type { Config, UserConfig } from '../config/types.ts';

/** A shorter secret could occur in ordinary text by chance. */
const LEAST = 8;

/** Words of the interface, of HTTP and of what the run sends, long enough for a key: any answer may hold one. */
const WORDS = (
  'available,categoryid,createdat,messages,petstore,conformance,application,application/json,location,connection,' +
  'authorization,authentication,www-authenticate,unauthorized,content-type,content-length,transfer-encoding,keep-alive,' +
  'deprecation,deprecated,not found,bad request,not_found,bad_request,invalid_request,localhost,127.0.0.1,' +
  'constructor,undefined,__proto__,tostring'
).split(',');

function isInterfaceWord(text: string): boolean {
  return WORDS.includes(text.toLowerCase());
}

/** Whether a text is a word that the interface or HTTP itself uses, or stands within one. */
export function isWithinWord(text: string): boolean {
  return WORDS.some((word) => word.includes(text.toLowerCase()));
}

/** Too short, or a word of the interface: it is taken out only where it is a whole value. */
export function isWeak(secret: string): boolean {
  return secret.length < LEAST || isInterfaceWord(secret);
}

/** The keys, and the values of the extra headers that are no words of HTTP: they may be shown nowhere. */
export function secretsOf(config: UserConfig): readonly string[] {
  const keys =
    config.baseUrl === undefined ? [] : [config.apiKey, ...(config.messages ? [config.messages.apiKey] : [])];
  const values = config.header.map(([, value]) => value).filter((value) => !isInterfaceWord(value));
  return [...keys, ...values].filter((text) => text !== '');
}

const WEAK =
  'shorter than 8 characters, or a word of the interface: ' +
  'it cannot be told from ordinary text, so it is redacted only where it is a whole value.';

/** Which secrets cannot be kept apart from ordinary text, as a sentence. */
export function weakSecretsNote({ apiKey, messages, header }: Config): string | undefined {
  const named = [
    ...(isWeak(apiKey) ? ['the API key'] : []),
    ...(messages && messages.apiKey !== apiKey && isWeak(messages.apiKey)
      ? ['the key of the messages interface']
      : []),
    ...header
      .filter(([, value]) => value !== '' && isWeak(value) && !isInterfaceWord(value))
      .map(([name]) => `the value of the header ${name}`),
  ];
  if (named.length === 0) return undefined;
  const what = named.join(' and ');
  return `${what.charAt(0).toUpperCase()}${what.slice(1)} ${named.length === 1 ? 'is' : 'are'} ${WEAK}`;
}

const NAMED = "the (?:API key|key of the messages interface|value of the header [\\w!#$%&'*+.^`|~-]+)";
const NAMES = new RegExp(`^${NAMED}(?: and ${NAMED})* (?:is|are) $`, 'iu');

export function isWeakSecretsNote(note: string): boolean {
  return note.endsWith(WEAK) && NAMES.test(note.slice(0, -WEAK.length));
}
