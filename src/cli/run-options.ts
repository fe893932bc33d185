import { Option } from 'commander';
import type { Setting } from '../config/setting.ts';
import { settingRows, type SettingName } from '../config/settings.ts';

/**
 * The options of `run`, as the table of settings has them; their texts are read and checked by src/config.
 * @param without those that mean nothing to another command that takes the rest
 * @param otherwise what leaving one out means there, in words
 * @param flagOnly those whose variables it does not read
 */
export function runOptions(
  without: readonly SettingName[] = [],
  otherwise: Partial<Record<SettingName, string>> = {},
  flagOnly: readonly SettingName[] = [],
): Option[] {
  const rows = settingRows.filter(([name]) => !without.includes(name));
  return rows.map(([name, row]) => {
    const flags = row.argument === undefined ? row.flag : `${row.flag} <${row.argument}>`;
    const { environment: _, ...unread } = row;
    const told = flagOnly.includes(name) ? unread : row;
    const option = new Option(flags, describe(told, otherwise[name])).helpGroup(`${row.group}:`);
    if (row.repeatable === true) option.argParser(collect);
    return option;
  });
}

/** Gathers the values of an option that may be given several times. */
export function collect(value: string, earlier: readonly string[] | undefined): string[] {
  return [...(earlier ?? []), value];
}

function describe(row: Setting<unknown>, told?: string): string {
  const otherwise = told ?? row.otherwise ?? (row.argument === undefined ? 'off' : row.initial);
  const notes = [
    row.environment,
    `default: ${otherwise}`,
    ...(row.repeatable === true ? ['may be repeated'] : []),
  ].filter((note) => note !== undefined);
  return `${row.why} [${notes.join('; ')}]`;
}
