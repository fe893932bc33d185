import { relative } from 'node:path';
import { withoutUndefined } from '../base/without-undefined.ts';
import type { RecordedSettings, RecordedValue, Report } from '../../reports/model.ts';
import type { Options } from './options.ts';
import { secretPlaceholder, type SettingRecordContext, type Setting } from './setting.ts';
import { settingRows } from './settings.ts';
import type { Config } from './types.ts';

export function reportScopeOf(config: Config): Omit<Report['scope'], 'profiles'> {
  const asked = settingRows.filter(([name, { scope }]) => scope === true && config[name] !== undefined);
  return {
    ...(Object.fromEntries(asked.map(([name]) => [name, config[name]])) as Report['scope']),
    ...(config.categoryIdsGiven ? { categoryIds: config.categoryIds.map(String) } : {}),
  };
}

/** Returns the settings for a report: those that differ from their defaults; secrets as labels. `shown` removes secrets from a text. */
export function settingsToRecord(
  config: Config,
  startedAt: Date,
  shown: (text: string) => string,
): RecordedSettings {
  const { embedded, categoryIdsGiven } = config;
  const recorded = settingRows.flatMap(([name, row]): readonly (readonly [string, RecordedValue])[] => {
    if (embedded && row.ofTarget === true) return [];
    const value = config[name];
    const values: readonly unknown[] = row.repeatable === true && Array.isArray(value) ? value : [value];
    const found = values.flatMap((one, index) => {
      const said = recordOf(one, row, { startedAt, categoryIdsGiven, which: index + 1 });
      return said === undefined ? [] : [typeof said === 'string' ? shown(said) : said];
    });
    const [first] = found;
    if (first === undefined) return [];
    return [[name, row.repeatable === true ? found.map(String) : first]];
  });
  return Object.fromEntries(recorded);
}

function recordOf(
  value: unknown,
  row: Setting<unknown>,
  run: SettingRecordContext,
): string | number | boolean | undefined {
  if (value === undefined) return undefined;
  if (row.record !== undefined) return row.record(value, run);
  if (row.parse.kind === 'secret') return secretPlaceholder(row.environment ?? '');
  if (typeof value !== 'string') {
    const isScalar = typeof value === 'number' || typeof value === 'boolean';
    return isScalar && String(value) !== row.initial ? value : undefined;
  }
  const text = row.parse.kind === 'file' ? shortened(value) : value;
  return text === row.initial ? undefined : text;
}

/** Returns a path relative to the working folder, unless it is outside of it. */
function shortened(path: string): string {
  const way = relative(process.cwd(), path);
  return path === '' || way.startsWith('..') ? path : way || '.';
}

const NEVER_READ_BACK: readonly string[] = ['address', 'secret', 'file'];

/** Returns the settings of a report that another run may reuse: no addresses, secrets or files. */
export function reusableOptions({ settings }: Pick<Report, 'settings'>): Options {
  const reusable = settingRows.filter(
    ([name, { parse, commandOnly }]) =>
      // The challenge is left out: with the same challenge, another run would take the animals of this run for its own.
      name !== 'challenge' && commandOnly !== true && !NEVER_READ_BACK.includes(parse.kind),
  );
  return withoutUndefined(Object.fromEntries(reusable.map(([name]) => [name, settings[name]])));
}
