import type { Argument, Report } from '../../reports/model.ts';
import type { Again, Setting } from './setting.ts';
import { settingRows, type Flags, type SettingName } from './settings.ts';
import type { Config } from './types.ts';

/** What a run with this configuration was asked to judge, by the names of the settings. */
export function scopeOf(config: Config): Omit<Report['scope'], 'profiles'> {
  const asked = settingRows.filter(([name, { scope }]) => scope === true && config[name] !== undefined);
  return {
    ...(Object.fromEntries(asked.map(([name]) => [name, config[name]])) as Report['scope']),
    ...(config.categoryIdsGiven ? { categoryIds: config.categoryIds.map(String) } : {}),
  };
}

/**
 * What a run with this configuration was told, as far as another one needs it to come to the same: whatever is not the
 * default, save what it selects. No secret is in it.
 * @param startedAt when the run began: on another day it has to be told the day
 */
export function toldAgain(config: Config, startedAt: Date): readonly Argument[] {
  const { embedded, categoryIdsGiven } = config;
  return settingRows.flatMap(([name, row]) => {
    if (embedded && row.ofTarget === true) return [];
    const value = config[name];
    const values: readonly unknown[] = row.repeatable === true && Array.isArray(value) ? value : [value];
    return values.flatMap((one, index): readonly Argument[] => {
      if (one === undefined) return [];
      const run = { startedAt, categoryIdsGiven, which: index + 1 };
      const said = row.again === undefined ? textOf(one, row) : row.again(one, run);
      return said === undefined ? [] : [{ flag: row.flag, ...said }];
    });
  });
}

/** What a run was told, read again as flags: of the settings that `takes` takes, all but what stands in variables. */
export function flagsTold(
  { settings = [] }: Pick<Report, 'settings'>,
  takes: (name: SettingName, row: Setting<unknown>) => boolean,
): Flags {
  const taken = settingRows.filter(([name, row]) => takes(name, row));
  const names = new Map(taken.map(([name, { flag }]) => [flag, name]));
  return Object.fromEntries(
    settings.flatMap(({ flag, text = 'true', variable }) => {
      const name = variable === undefined ? names.get(flag) : undefined;
      return name === undefined ? [] : [[name, text]];
    }),
  );
}

/** The text of a value, where it is not the one that may be left out; a switch has none. */
function textOf(value: unknown, { argument, initial, commandOnly }: Setting<unknown>): Again | undefined {
  const text = String(value);
  if (text === initial || commandOnly === true) return undefined;
  return argument === undefined ? {} : { text };
}
