import type { Exchange } from '../../src/client/types.ts';
import { shellWord } from './shell.ts';

/** An Authorization header of a curl command, and whether it is what was sent or only alike. */
export interface ShownCredential {
  /** The option with its value, quoted for bash. */
  readonly option: string;
  /** What a person has to know; absent where the command sends what was sent. */
  readonly note?: string;
}

/** `KEY` stands for the variable with the key. Evidence keeps only the label, so the label says what to write. */
const exact: Readonly<Record<string, string>> = {
  'valid key': 'Bearer KEY',
  'Bearer without a token': 'Bearer',
  'the key without a scheme': 'KEY',
  'Basic with the key as password': String.raw`Basic $(printf 'user:%s' "KEY" | base64 | tr -d '\n')`,
  'Bearer and the key without a space': 'BearerKEY',
  'Bearer with a colon and the key': 'Bearer: KEY',
  'Basic before Bearer with the key': 'Basic Bearer KEY',
  'Bearer with the key twice': 'Bearer KEY KEY',
  'Bearer with the key as a parameter': 'Bearer token=KEY',
  'Bearer with the key, and Basic behind a comma': 'Bearer KEY, Basic x',
  'Basic with the key as user': String.raw`Basic $(printf '%s:' "KEY" | base64 | tr -d '\n')`,
  'Bearer with the key and a part behind a dot': 'Bearer KEY.qX7vWk2p',
  'Bearer with the key and more behind it': 'Bearer KEYqX7vWk2pZr9tLm4n',
};

/** Tokens that evidence does not keep; any other of the kind does as well. */
const alike: Readonly<Record<string, string>> = {
  'random token': 'Bearer a-token-that-is-no-key',
  'Bearer with the key, altered': 'Bearer a-token-that-is-no-key',
  'Bearer with half of the key': 'Bearer a-token-that-is-no-key',
};

const schemes: readonly (readonly [RegExp, string])[] = [
  [/^([A-Za-z][A-Za-z-]*) with the key$/u, ' KEY'],
  [/^valid key behind ([A-Za-z]+)$/u, ' KEY'],
];

/** A token that is written out, since it has nothing of the key. */
const WRITTEN_OUT = /^Bearer with the token ([\w.-]+)$/u;

function known(label: string): string | undefined {
  if (Object.hasOwn(exact, label)) return exact[label];
  const token = WRITTEN_OUT.exec(label)?.[1];
  if (token !== undefined) return `Bearer ${token}`;
  for (const [form, rest] of schemes) {
    const scheme = form.exec(label)?.[1];
    if (scheme !== undefined) return scheme + rest;
  }
  return undefined;
}

/** The variable that holds the key; messages may have one of their own. */
function keyVariable({ operation }: Exchange, value: string): string {
  if (operation === 'message') return '${PETSTORE_MESSAGES_API_KEY:-$PETSTORE_API_KEY}';
  return /KEY\w/u.test(value) ? '${PETSTORE_API_KEY}' : '$PETSTORE_API_KEY';
}

/** How curl sends the credential that an exchange's Authorization header was recorded with. */
export function shownCredential(recorded: string, exchange: Exchange): ShownCredential {
  const label = /^<(.*)>$/su.exec(recorded)?.[1] ?? recorded;
  // An empty value is written with a semicolon: a colon with nothing after it would take the header out.
  if (label === 'empty' || label === '') return { option: "-H 'Authorization;'" };
  const value = known(label);
  if (value !== undefined) {
    return { option: `-H "Authorization: ${value.replaceAll('KEY', () => keyVariable(exchange, value))}"` };
  }
  const option = `-H ${shellWord(`Authorization: ${Object.hasOwn(alike, label) ? (alike[label] ?? '') : recorded}`)}`;
  return { option, note: label };
}
