import { relative } from 'node:path';
import type { RecordedSettings, RecordedValue, Report } from '../../reports/model.ts';
import type { Options } from './options.ts';
import { label, type RecordedRun, type Setting } from './setting.ts';
import { settingRows } from './settings.ts';
import type { Config } from './types.ts';

export function scopeOf(config: Config): Omit<Report['scope'], 'profiles'> {
  const asked = settingRows.filter(([name, { scope }]) => scope === true && config[name] !== undefined);
  return {
    ...(Object.fromEntries(asked.map(([name]) => [name, config[name]])) as Report['scope']),
    ...(config.categoryIdsGiven ? { categoryIds: config.categoryIds.map(String) } : {}),
  };
}

/**
 * What a report records of the settings of its run: each that differs from its default, a secret as a label.
 * @param shown takes secrets out of a text
 */
export function recordSettings(
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
  run: RecordedRun,
): string | number | boolean | undefined {
  if (value === undefined) return undefined;
  if (row.record !== undefined) return row.record(value, run);
  if (row.parse.kind === 'secret') return label(row.environment ?? '');
  if (typeof value !== 'string') {
    const isScalar = typeof value === 'number' || typeof value === 'boolean';
    return isScalar && String(value) !== row.initial ? value : undefined;
  }
  const text = row.parse.kind === 'file' ? shortened(value) : value;
  return text === row.initial ? undefined : text;
}

/** A path from here, unless that would lead out of here first. */
function shortened(path: string): string {
  const way = relative(process.cwd(), path);
  return path === '' || way.startsWith('..') ? path : way || '.';
}

const NEVER_READ_BACK: readonly string[] = ['address', 'secret', 'file'];
const READ_BACK: ReadonlySet<string> = new Set(
  settingRows
    .filter(([, { parse, commandOnly }]) => commandOnly !== true && !NEVER_READ_BACK.includes(parse.kind))
    // Another run with the same challenge would meet the animals of this one.
    .filter(([name]) => name !== 'challenge')
    .map(([name]) => name),
);

/** The settings of a report, for another run in the same way: no address, no secret, and no file. */
export function recordedOptions({ settings }: Pick<Report, 'settings'>): Options {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => READ_BACK.has(name)));
}
