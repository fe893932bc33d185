import type { KeyObject } from 'node:crypto';
import { readKey } from '../attest/keys.ts';
import { line } from '../config/parsers.ts';
import { problem, quoted } from '../config/problem.ts';
import { UsageError } from '../config/usage-error.ts';
import { bytesOf } from '../verify/folder.ts';

/**
 * The word of an option that takes one of a few.
 * @throws UsageError if it is another one
 */
export function oneOf<Word extends string>(flag: string, words: readonly Word[], said: string): Word {
  const word = words.find((one) => one === said);
  if (word !== undefined) return word;
  throw new UsageError([`The option ${flag} must be one of ${words.join(', ')}, not ${quoted(said)}.`]);
}

/**
 * The text of an option that is one line.
 * @throws UsageError if it is not
 */
export function oneLine(flag: string, text: string | undefined): string | undefined {
  const read = text === undefined ? undefined : line(text);
  if (read?.ok === false) throw new UsageError([problem(`The option ${flag}`, read, [])]);
  return read?.value;
}

/** @throws UsageError if the file does not hold such a key */
export async function keyIn(half: 'private' | 'public', path: string): Promise<KeyObject> {
  const pem = await bytesOf(path, 'keygen');
  return readKey(half, pem.toString('utf8'), quoted(path));
}

/** A path that the system does not let a command write to. */
export function unwritable(path: string): UsageError {
  return new UsageError([`${quoted(path)} cannot be written: name a folder that can be written to.`]);
}
