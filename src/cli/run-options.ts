import { Option } from 'commander';
import { wrapIndented } from '../../reports/render/terminal/layout.ts';
import type { Setting } from '../config/setting.ts';
import { settingRows, type SettingName } from '../config/settings.ts';

/**
 * Returns the options of `run` from the table of settings. src/config parses their values.
 * @param without options that the command does not have
 * @param defaults other defaults for this command; undefined shows no default in the help
 */
export function defineRunOptions(
  without: readonly SettingName[] = [],
  defaults: Partial<Record<SettingName, string | undefined>> = {},
): Option[] {
  return settingRows
    .filter(([name]) => !without.includes(name))
    .map(([name, row]) => {
      const flags = row.argument === undefined ? row.flag : `${row.flag} <${row.argument}>`;
      const option = new Option(
        flags,
        describe(row, name in defaults ? defaults[name] : row.initial),
      ).helpGroup(`${row.group}:`);
      if (row.repeatable === true) option.argParser(collectOptionValues);
      return option;
    });
}

/** Returns the paragraph of the help about environment variables. */
export function environmentHelpText(
  without: readonly SettingName[] = [],
  flagOnly: readonly SettingName[] = [],
): string {
  const unset = settingRows.flatMap(([name, { flag, environment }]) =>
    !without.includes(name) && (environment === undefined || flagOnly.includes(name)) ? [flag] : [],
  );
  return wrapIndented(
    `Environment variables: PETSTORE_BASE_URL for --base-url, and so on; none for ${unset.join(', ')}. An option wins over a variable, and a variable over .env.`,
    80,
    0,
  );
}

export function collectOptionValues(value: string, earlier: readonly string[] | undefined): string[] {
  return [...(earlier ?? []), value];
}

function describe({ why, repeatable }: Setting<unknown>, byDefault: string | undefined): string {
  const notes = [
    ...(repeatable === true ? ['repeatable'] : []),
    ...(byDefault === undefined || byDefault === 'false' ? [] : [`default: ${byDefault}`]),
  ];
  return notes.length === 0 ? why : `${why} (${notes.join('; ')})`;
}
