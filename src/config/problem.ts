import type { Parsed } from './parsers.ts';

/** Longest part of a wrong text that a sentence quotes, in characters. */
const LONGEST = 60;

/** A text in quotes for a terminal, control characters escaped and a long one cut; undefined if it holds a key. */
export function quote(text: string, secrets: readonly string[]): string | undefined {
  return secrets.some((secret) => holds(text, secret)) ? undefined : quoted(text);
}

/** The same for a text that can hold no key. */
export function quoted(text: string): string {
  const shown = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  const escape = (letter: string): string => `\\u{${(letter.codePointAt(0) ?? 0).toString(16)}}`;
  return JSON.stringify(shown).replaceAll(/[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu, escape);
}

function holds(text: string, secret: string): boolean {
  const ascii = /^[\u0021-\u007e]+$/u.test(secret);
  return text.includes(secret) || (ascii && text.includes(encodeURIComponent(secret)));
}

/** One sentence about a wrong text: where it was given, what it must be, what it was. */
export function problem(
  where: string,
  wrong: Extract<Parsed<unknown>, { ok: false }>,
  secrets: readonly string[],
): string {
  const text = wrong.shown === undefined ? undefined : quote(wrong.shown, secrets);
  const shown = text === undefined ? '' : `, not ${text}`;
  const hint = wrong.hint === undefined ? '' : `: ${wrong.hint}`;
  const sentence = `${where} ${wrong.must}${shown}${hint}`;
  return sentence.endsWith('?') ? sentence : `${sentence}.`;
}
