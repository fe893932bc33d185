import { Option } from 'commander';
import { settings } from '../config/settings.ts';
import type { Setting } from '../config/settings.ts';

/** The options of `run`, as the table of settings has them; their texts are read and checked by src/config. */
export function runOptions(): Option[] {
  return Object.values<Setting<unknown>>(settings).map((row) => {
    const flags = row.argument === undefined ? row.flag : `${row.flag} <${row.argument}>`;
    const option = new Option(flags, describe(row)).helpGroup(`${row.group}:`);
    if (row.repeatable === true) option.argParser(collect);
    return option;
  });
}

/** Gathers the values of an option that may be given several times. */
export function collect(value: string, earlier: readonly string[] | undefined): string[] {
  return [...(earlier ?? []), value];
}

function describe(row: Setting<unknown>): string {
  const otherwise = row.otherwise ?? (row.argument === undefined ? 'off' : row.initial);
  const notes = [
    row.environment,
    `default: ${otherwise}`,
    ...(row.repeatable === true ? ['may be repeated'] : []),
  ].filter((note) => note !== undefined);
  return `${row.why} [${notes.join('; ')}]`;
}
