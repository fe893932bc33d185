import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'dotenv';
import { unreadableReason } from '../base/files.ts';
import { settingRows } from './settings.ts';
import type { Flags, SettingName } from './settings.ts';

/** The text of a setting, and where it was given, as the beginning of an error message. */
export interface SettingText {
  readonly text: string;
  readonly where: string;
}

interface EnvFile {
  readonly name: string;
  readonly values: Readonly<Record<string, string>>;
}

interface Sources {
  readonly flags: Flags;
  readonly env: NodeJS.ProcessEnv;
  readonly files: readonly EnvFile[];
  readonly recorded: Flags;
}

/** Reads the files of `--env-file`, otherwise `.env` if it exists. `unread` has the reason for each unreadable file. */
export function readEnvFiles(flags: Flags, cwd: string) {
  const named = list(flags.envFile);
  const files: EnvFile[] = [];
  const unread: { name: string; why: string }[] = [];
  for (const name of named.length > 0 ? named : isFile(resolve(cwd, '.env')) ? ['.env'] : []) {
    // An empty name is reported with the other empty settings.
    if (name === '') continue;
    try {
      files.push({ name, values: parse(readFileSync(resolve(cwd, name), 'utf8')) });
    } catch (error) {
      unread.push({ name, why: unreadableReason(error) });
    }
  }
  return { files, unread };
}

/**
 * Returns the texts of each setting, grouped by source, in order of precedence: flag, environment, files from last to first,
 * earlier report. A source gives several texts only for a repeatable setting.
 * @param called returns the name of an option in error messages
 * @param flagOnly settings whose variables are ignored
 */
export function settingTexts(
  { flags, env, files, recorded }: Sources,
  called: (name: SettingName) => string,
  flagOnly: readonly SettingName[],
): ReadonlyMap<SettingName, readonly (readonly SettingText[])[]> {
  return new Map(
    settingRows.map(([name, row]) => {
      const variable = flagOnly.includes(name) ? undefined : row.environment;
      const valueIn = (values: EnvFile['values'] | NodeJS.ProcessEnv) => variable && values[variable];
      const given = [
        { value: flags[name], where: `The option ${called(name)}` },
        { value: valueIn(env), where: `The environment variable ${variable}` },
        ...files.toReversed().map(({ name: file, values }) => ({
          value: valueIn(values),
          where: `${variable} in the file ${JSON.stringify(file)}`,
        })),
        { value: recorded[name], where: `The setting ${name} of the report` },
      ];
      const texts = given.map(({ value, where }) => list(value).map((text) => ({ text, where })));
      return [name, texts.filter((some) => some.length > 0)];
    }),
  );
}

function list(flag: Flags[SettingName]): readonly string[] {
  if (flag === undefined) return [];
  return typeof flag === 'object' ? flag : [String(flag)];
}

function isFile(path: string): boolean {
  // A folder named .env, as Python projects often have, is ignored.
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}
