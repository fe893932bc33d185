import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'dotenv';
import { unreadable } from '../base/files.ts';
import { settingRows } from './settings.ts';
import type { Flags, SettingName } from './settings.ts';

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

/** The places where a setting can be given. */
interface Sources {
  readonly flags: Flags;
  readonly env: NodeJS.ProcessEnv;
  readonly files: readonly EnvFile[];
  /** The settings of an earlier report. */
  readonly recorded: Flags;
}

/** Reads the files that `--env-file` names, or else `.env` where there is one; of those that cannot be read why, as the end of a sentence. */
export function readEnvFiles(flags: Flags, cwd: string) {
  const named = list(flags.envFile);
  const files: EnvFile[] = [];
  const unread: { name: string; why: string }[] = [];
  for (const name of named.length > 0 ? named : isFile(resolve(cwd, '.env')) ? ['.env'] : []) {
    // Said with all other texts that are empty.
    if (name === '') continue;
    try {
      files.push({ name, values: parse(readFileSync(resolve(cwd, name), 'utf8')) });
    } catch (error) {
      unread.push({ name, why: unreadable(error) });
    }
  }
  return { files, unread };
}

/**
 * Every text that was given for each setting, by places, of which the first one counts: a flag, then the environment, then
 * the files from the last to the first, then an earlier report. Only a repeatable one has several in a place.
 * @param called what an option is called where it is given
 * @param flagOnly settings of which no variable is read
 */
export function givenTexts(
  { flags, env, files, recorded }: Sources,
  called: (name: SettingName) => string,
  flagOnly: readonly SettingName[],
): ReadonlyMap<SettingName, readonly (readonly Given[])[]> {
  const places = [
    { values: env, phrase: (name: string) => `The environment variable ${name}` },
    ...files
      .map(({ name: file, values }) => ({
        values,
        phrase: (name: string) => `${name} in the file ${JSON.stringify(file)}`,
      }))
      .toReversed(),
  ];
  return new Map(
    settingRows.map(([name, row]) => {
      const environment = flagOnly.includes(name) ? undefined : row.environment;
      const texts = (from: Flags, where: string) => list(from[name]).map((text) => ({ text, where }));
      const others = places.map(({ values, phrase }) => {
        const text = environment === undefined ? undefined : values[environment];
        return environment === undefined || text === undefined ? [] : [{ text, where: phrase(environment) }];
      });
      const all = [
        texts(flags, `The option ${called(name)}`),
        ...others,
        texts(recorded, `The setting ${name} of the report`),
      ];
      return [name, all.filter((given) => given.length > 0)];
    }),
  );
}

function list(flag: Flags[SettingName]): readonly string[] {
  if (flag === undefined) return [];
  return typeof flag === 'object' ? flag : [String(flag)];
}

function isFile(path: string): boolean {
  // A folder named .env is a Python habit, not a configuration of ours.
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}
