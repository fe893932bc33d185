import { didYouMean } from './nearest.ts';
import { readFlags } from './read.ts';
import type { Setting } from './setting.ts';
import { settingRows, type settings } from './settings.ts';
import type { SettingName, Value } from './settings.ts';
import type { UserConfig } from './types.ts';
import { UsageError } from './usage-error.ts';

/** A value as code has it; what is neither a number nor a truth value is the text that the command takes. */
type Plain<T> = T extends boolean
  ? boolean
  : T extends number
    ? number
    : T extends readonly bigint[]
      ? readonly (number | bigint)[] | string
      : string;

type Option<Name extends SettingName> = (typeof settings)[Name] extends { readonly repeatable: true }
  ? Plain<Value<Name>> | readonly Plain<Value<Name>>[]
  : Plain<Value<Name>>;

type LibraryName = {
  [Name in SettingName]: (typeof settings)[Name] extends { readonly commandOnly: true } ? never : Name;
}[SettingName];

/**
 * The settings of a run in code, by the names of the table: `{ baseUrl, apiKey, categoryIds: [1, 2], readOnly: true }`.
 * One that is undefined is left out.
 */
export type Options = { readonly [Name in LibraryName]?: Option<Name> | undefined };

const rows: ReadonlyMap<string, Setting<unknown>> = new Map(
  settingRows.filter(([, { commandOnly }]) => commandOnly !== true),
);

/** One frozen configuration. Throws a UsageError with a sentence for each thing that is wrong. */
export function readOptions(options: Options): UserConfig {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw new UsageError(['The options must be an object such as { baseUrl, apiKey }.']);
  }
  const problems: string[] = [];
  const flags: Record<string, readonly string[]> = {};
  for (const [name, value] of Object.entries<unknown>(options)) {
    const row = rows.get(name);
    if (row === undefined) problems.push(unknownOption(name));
    else if (value !== undefined) {
      const texts = textsOf(row, value);
      if (texts === undefined) problems.push(`The option ${name} must be ${kindOf(row).words}.`);
      else flags[name] = texts;
    }
  }
  const config = readFlags(flags, problems);
  // An address that got lost must not turn into a verdict on the embedded server.
  if (config.baseUrl === undefined && Object.hasOwn(options, 'baseUrl')) {
    throw new UsageError(['The option baseUrl is undefined: give the address, or leave it out.']);
  }
  return config;
}

function unknownOption(name: string): string {
  const names = [...rows.keys()];
  const hint = didYouMean(name, names, `it takes ${names.join(', ')}.`);
  return `There is no option ${JSON.stringify(name.slice(0, 60))}: ${hint}`;
}

/** The texts that the command would take; undefined where a value can be none. */
function textsOf(row: Setting<unknown>, value: unknown): readonly string[] | undefined {
  const { types } = kindOf(row);
  const items: readonly unknown[] = Array.isArray(value) && !types.includes('boolean') ? value : [value];
  if (!items.every((item) => types.includes(typeof item))) return undefined;
  const texts = items.map(String);
  return row.repeatable === true || !Array.isArray(value) ? texts : [texts.join(',')];
}

/** What code may say for a setting: the types of a value, and they in words. */
function kindOf({ argument, parse, repeatable }: Setting<unknown>): {
  readonly types: readonly string[];
  readonly words: string;
} {
  if (argument === undefined) return { types: ['boolean'], words: 'true or false' };
  // Every number of the command may be 1.
  const one = parse('1');
  if (one.ok && typeof one.value === 'number') return { types: ['number'], words: 'a number' };
  if (one.ok && Array.isArray(one.value))
    return { types: ['string', 'number', 'bigint'], words: 'a text, or a list of numbers' };
  return { types: ['string'], words: repeatable === true ? 'a text, or a list of texts' : 'a text' };
}
