import type { Config, ConfigBeforeStart } from '../config/types.ts';

/** A shorter secret could occur in ordinary text by chance. */
const LEAST = 8;

/** Words of the interface, of HTTP and of the requests that are as long as a key: any response may contain one. */
const WORDS = (
  'available,categoryid,createdat,messages,petstore,conformance,application,application/json,location,connection,' +
  'authorization,authentication,www-authenticate,unauthorized,content-type,content-length,transfer-encoding,keep-alive,' +
  'deprecation,deprecated,not found,bad request,not_found,bad_request,invalid_request,localhost,127.0.0.1,' +
  'constructor,undefined,__proto__,tostring'
).split(',');

function isInterfaceWord(text: string): boolean {
  return WORDS.includes(text.toLowerCase());
}

/** True if a text is one of WORDS, or a part of one. */
export function isPartOfInterfaceWord(text: string): boolean {
  return WORDS.some((word) => word.includes(text.toLowerCase()));
}

/** True if a secret is too short, or one of WORDS: it is redacted only where it is a whole value. */
export function isWeakSecret(secret: string): boolean {
  return secret.length < LEAST || isInterfaceWord(secret);
}

/** The keys, and the values of the extra headers except words of HTTP: no output may show them. */
export function secretsOf(config: ConfigBeforeStart): readonly string[] {
  const keys =
    config.baseUrl === undefined ? [] : [config.apiKey, ...(config.messages ? [config.messages.apiKey] : [])];
  const values = config.header.map(([, value]) => value).filter((value) => !isInterfaceWord(value));
  return [...keys, ...values].filter((text) => text !== '');
}

const WEAK =
  'shorter than 8 characters, or a word of the interface: ' +
  'such a secret may appear in ordinary text, so it is redacted only where it is a whole value.';

/** Names, in a sentence, the secrets that cannot be told from ordinary text; undefined if there are none. */
export function weakSecretsNote({ apiKey, messages, header }: Config): string | undefined {
  const named = [
    ...(isWeakSecret(apiKey) ? ['the API key'] : []),
    ...(messages && messages.apiKey !== apiKey && isWeakSecret(messages.apiKey)
      ? ['the key of the messages interface']
      : []),
    ...header
      .filter(([, value]) => value !== '' && isWeakSecret(value) && !isInterfaceWord(value))
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
