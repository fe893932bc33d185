import { didYouMean } from './nearest.ts';
import type { ValueKind } from './parsers.ts';
import type { Setting } from './setting.ts';
import { settingRows, type settings } from './settings.ts';
import type { Flags, SettingName, SettingValue } from './settings.ts';
import { UsageError } from '../base/usage-error.ts';

/** The type of a setting's value in code: boolean, number or list of numbers; otherwise the text that the command line takes. */
type Plain<T> = T extends boolean
  ? boolean
  : T extends number
    ? number
    : T extends readonly bigint[]
      ? readonly (number | bigint)[] | string
      : string;

type Option<Name extends SettingName> = (typeof settings)[Name] extends { readonly repeatable: true }
  ? Plain<SettingValue<Name>> | readonly Plain<SettingValue<Name>>[]
  : Plain<SettingValue<Name>>;

type LibraryName = {
  [Name in SettingName]: (typeof settings)[Name] extends { readonly commandOnly: true } ? never : Name;
}[SettingName];

/** The settings of a run in code, such as `{ baseUrl, apiKey, categoryIds: [1, 2] }`; undefined means not given. */
export type Options = { readonly [Name in LibraryName]?: Option<Name> | undefined };

const rows: ReadonlyMap<string, Setting<unknown>> = new Map(
  settingRows.filter(([, { commandOnly }]) => commandOnly !== true),
);

/** Converts options to flags; returns an error message for each unknown option and each value of a wrong type. */
export function flagsOf(options: Options): { readonly flags: Flags; readonly problems: readonly string[] } {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw new UsageError(['The options must be an object such as { baseUrl, apiKey }.']);
  }
  const problems: string[] = [];
  const flags: Record<string, readonly string[]> = {};
  for (const [name, value] of Object.entries<unknown>(options)) {
    const row = rows.get(name);
    if (row === undefined) {
      const hint = didYouMean(name, [...rows.keys()], `it takes ${[...rows.keys()].join(', ')}.`);
      problems.push(`There is no option ${JSON.stringify(name.slice(0, 60))}: ${hint}`);
    } else if (value !== undefined) {
      const { types, words } = FORMS[row.parse.kind] ?? TEXT;
      const isList = Array.isArray(value) && (row.repeatable === true || row.parse.kind === 'numbers');
      const items: readonly unknown[] = isList ? value : [value];
      if (items.every((item) => types.includes(typeof item))) {
        flags[name] = row.repeatable === true ? items.map(String) : [items.join(',')];
      } else {
        const orList = row.repeatable === true ? ', or a list of texts' : '';
        problems.push(`The option ${name} must be ${words}${orList}.`);
      }
    }
  }
  return { flags, problems };
}

const TEXT = { types: ['string'], words: 'a text' };

/** JavaScript types of a value by kind of setting, and their name in messages; other kinds take a text. */
const FORMS: Readonly<Partial<Record<ValueKind, typeof TEXT>>> = {
  switch: { types: ['boolean'], words: 'true or false' },
  number: { types: ['number'], words: 'a number' },
  numbers: { types: ['string', 'number', 'bigint'], words: 'a text, or a list of numbers' },
};
