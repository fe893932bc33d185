import { Option } from 'commander';
import { hang } from '../../reports/render/terminal/layout.ts';
import type { Setting } from '../config/setting.ts';
import { settingRows, type SettingName } from '../config/settings.ts';

/**
 * The options of `run`, as the table of settings has them; their texts are read and checked by src/config.
 * @param without options that mean nothing to another command that takes the rest
 * @param defaults defaults that differ in that command; undefined for one that the help does not show
 */
export function runOptions(
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
      if (row.repeatable === true) option.argParser(collect);
      return option;
    });
}

/** Which of the options of `run` that a command takes can be set by the environment, as one paragraph of its help. */
export function environmentText(
  without: readonly SettingName[] = [],
  flagOnly: readonly SettingName[] = [],
): string {
  const unset = settingRows.flatMap(([name, { flag, environment }]) =>
    !without.includes(name) && (environment === undefined || flagOnly.includes(name)) ? [flag] : [],
  );
  return hang(
    `Environment variables: PETSTORE_BASE_URL for --base-url, and so on; none for ${unset.join(', ')}. An option wins over a variable, and a variable over .env.`,
    80,
    0,
  );
}

export function collect(value: string, earlier: readonly string[] | undefined): string[] {
  return [...(earlier ?? []), value];
}

function describe({ why, repeatable }: Setting<unknown>, byDefault: string | undefined): string {
  const notes = [
    ...(repeatable === true ? ['repeatable'] : []),
    ...(byDefault === undefined || byDefault === 'false' ? [] : [`default: ${byDefault}`]),
  ];
  return notes.length === 0 ? why : `${why} (${notes.join('; ')})`;
}
