import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'dotenv';
import { settings } from './settings.ts';
import type { Flags, Setting, SettingName } from './settings.ts';
import { address } from './parsers.ts';

/** A text that somebody gave for a setting, and where: the beginning of a sentence about it. */
export interface Given {
  readonly text: string;
  readonly where: string;
}

/** The names and values of one .env file. */
interface EnvFile {
  readonly name: string;
  readonly values: Readonly<Record<string, string>>;
}

/** An environment file that could not be read, and why: the end of a sentence about it. */
export interface UnreadFile {
  readonly name: string;
  readonly why: string;
}

/** The environment files that apply, first to last, and those that could not be read. */
export function readEnvFiles(flags: Flags, cwd: string): { files: EnvFile[]; unread: UnreadFile[] } {
  const named = list(flags.envFile);
  const files: EnvFile[] = [];
  const unread: UnreadFile[] = [];
  for (const name of named.length > 0 ? named : isFile(resolve(cwd, '.env')) ? ['.env'] : []) {
    try {
      files.push({ name, values: parse(readFileSync(resolve(cwd, name), 'utf8')) });
    } catch (error) {
      unread.push({ name, why: unreadable(error) });
    }
  }
  return { files, unread };
}

const UNREAD = new Map([
  ['ENOENT', 'does not exist'],
  ['ENOTDIR', 'does not exist'],
  ['EISDIR', 'is a folder'],
]);

/** Why a file could not be read, as what follows "the file" in a sentence. */
export function unreadable(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return UNREAD.get(code) ?? 'cannot be read';
}

/** Looks settings up by their precedence: a flag, then the environment, then the files from the last to the first. */
export class Sources {
  readonly #flags: Flags;
  readonly #called: (name: SettingName) => string;
  readonly #places: readonly { values: Readonly<Record<string, string | undefined>>; phrase: Phrase }[];

  /** @param called what whoever gives an option calls it */
  constructor(
    flags: Flags,
    env: NodeJS.ProcessEnv,
    files: readonly EnvFile[],
    called: (name: SettingName) => string,
  ) {
    this.#flags = flags;
    this.#called = called;
    this.#places = [
      { values: env, phrase: (name) => `The environment variable ${name}` },
      ...files
        .map(({ name: file, values }) => ({
          values,
          phrase: (name: string) => `${name} in the file ${JSON.stringify(file)}`,
        }))
        .toReversed(),
    ];
  }

  /** Every text that counts for the setting: none where it was left out, several only where it is repeatable. */
  find(name: SettingName): readonly Given[] {
    return this.#all(name)[0] ?? [];
  }

  /**
   * Every text that was given anywhere for a key, is the value of a header, or stands as a user or password in an
   * address.
   */
  secrets(): readonly string[] {
    const texts = (name: SettingName): string[] =>
      this.#all(name)
        .flat()
        .map(({ text }) => text);
    const keys = [...texts('apiKey'), ...texts('messagesApiKey')];
    const values = texts('header').map((text) => text.slice(text.indexOf(':') + 1).trim());
    const userinfo = [...texts('baseUrl'), ...texts('messagesUrl')].flatMap((text) => {
      if (address(text).ok || !URL.canParse(text)) return [];
      const { username, password } = new URL(text);
      return [username, password];
    });
    return [...keys, ...values, ...userinfo].filter((text) => text !== '');
  }

  #all(name: SettingName): readonly (readonly Given[])[] {
    const row: Setting<unknown> = settings[name];
    const where = `The option ${this.#called(name)}`;
    const flag = list(this.#flags[name]).map((text) => ({ text, where }));
    const { environment } = row;
    const others =
      environment === undefined
        ? []
        : this.#places.map(({ values, phrase }) => {
            const text = values[environment];
            return text === undefined ? [] : [{ text, where: phrase(environment) }];
          });
    return [flag, ...others].filter((given) => given.length > 0);
  }
}

type Phrase = (environmentName: string) => string;

function list(flag: Flags[SettingName]): readonly string[] {
  if (flag === undefined) return [];
  return typeof flag === 'object' ? flag : [String(flag)];
}

function isFile(path: string): boolean {
  // A folder named .env is a Python habit, not a configuration of ours.
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}
