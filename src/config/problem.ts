import { quotedValue } from '../base/usage-error.ts';
import type { ParseResult } from './parsers.ts';

/** Returns a quoted text, escaped and shortened for a terminal; undefined if it contains a secret. */
export function quoteUnlessSecret(text: string, secrets: readonly string[]): string | undefined {
  return secrets.some((secret) => holds(text, secret)) ? undefined : quotedValue(text);
}

function holds(text: string, secret: string): boolean {
  const ascii = /^[\u0021-\u007e]+$/u.test(secret);
  return text.includes(secret) || (ascii && text.includes(encodeURIComponent(secret)));
}

/** Returns a sentence about a wrong value: where it was given, what it must be, what it was. */
export function problemSentence(
  where: string,
  wrong: Extract<ParseResult<unknown>, { ok: false }>,
  secrets: readonly string[],
): string {
  const text = wrong.shown === undefined ? undefined : quoteUnlessSecret(wrong.shown, secrets);
  const shown = text === undefined ? '' : `, not ${text}`;
  const hint = wrong.hint === undefined ? '' : `: ${wrong.hint}`;
  const sentence = `${where} ${wrong.must}${shown}${hint}`;
  return sentence.endsWith('?') ? sentence : `${sentence}.`;
}
