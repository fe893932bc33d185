import type { KeyObject } from 'node:crypto';
import { dirname } from 'node:path';
import { parsePemKey } from '../attest/keys.ts';
import { makeFolder, writeFileAtomically } from '../base/files.ts';
import type { Parser } from '../config/parsers.ts';
import { problemSentence } from '../config/problem.ts';
import { quotedValue, UsageError } from '../base/usage-error.ts';
import { readKitFile } from '../verify/folder.ts';

/** Returns the value of an option that takes one of a few words. Throws a UsageError for another word. */
export function requireOneOf<Word extends string>(flag: string, words: readonly Word[], value: string): Word {
  const word = words.find((one) => one === value);
  if (word !== undefined) return word;
  throw new UsageError([`The option ${flag} must be one of ${words.join(', ')}, not ${quotedValue(value)}.`]);
}

/** Returns the parsed value of an option; undefined if it is not given. Throws a UsageError if the parser refuses it. */
export function parseFlagValue<T>(flag: string, parse: Parser<T>, text: string | undefined): T | undefined {
  const read = text === undefined ? undefined : parse(text);
  if (read?.ok === false) throw new UsageError([problemSentence(`The option ${flag}`, read, [])]);
  return read?.value;
}

const MOST_KEY = 1e6;

/** Reads a private or public key from a PEM file; throws a UsageError if the file does not have such a key. */
export async function readKeyFile(half: 'private' | 'public', path: string): Promise<KeyObject> {
  const pem = await readKitFile(path, 'keygen', MOST_KEY);
  return parsePemKey(half, pem.toString('utf8'), quotedValue(path));
}

/** Writes a file, and its folder if that does not exist; throws a UsageError if it cannot be written. */
export async function writeTextFile(path: string, text: string): Promise<void> {
  await makeFolder(dirname(path))
    .then(() => writeFileAtomically(path, text))
    .catch(() => {
      throw unwritableError(path);
    });
}

export function unwritableError(path: string): UsageError {
  return new UsageError([`${quotedValue(path)} cannot be written: name a folder that can be written to.`]);
}
