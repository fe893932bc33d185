import { flagOf } from '../base/flag.ts';
import { withoutUndefined } from '../base/without-undefined.ts';
import type { Parser } from './parsers.ts';

/** A heading in the help, below which settings are listed. */
export type SettingGroup = 'Target' | 'Access' | 'Scope' | 'Timing' | 'Inputs' | 'CI' | 'Report' | 'Other';

/** A row of the table: one option of `run`. */
export interface SettingRow<T> {
  readonly group: SettingGroup;
  /** Placeholder for the value in the help; if absent, the placeholder of `parse`. */
  readonly argument?: string;
  /** True if the flag may be given several times; all values count. */
  readonly repeatable?: true;
  /** True if only the flag sets the option: no environment variable or .env file. */
  readonly flagOnly?: true;
  /** The default, as a user would write it; absent if the default cannot be written as a value. */
  readonly initial?: string;
  /** Computes the default, if it is not a fixed text. */
  readonly fallback?: () => T;
  /** The default in words; absent: `initial`, or "none". */
  readonly otherwise?: string;
  /** What the option does, verb first: one line of the help, at most 52 characters. */
  readonly why: string;
  /** Further explanation, for docs/running.md and .env.example only. */
  readonly detail?: string;
  /** Returns the secret parts of the value, which are redacted; absent if it has none. */
  readonly secret?: (text: string) => readonly string[];
  /** True if the library does not have the option, since it concerns output or files of the command line. */
  readonly commandOnly?: true;
  /** True if the option needs a base address, since it describes the user's server. */
  readonly ofTarget?: true;
  /** True if the option decides what is judged: the report lists it in `scope`. */
  readonly scope?: true;
  readonly parse: Parser<T>;
  /**
   * Returns what a report records instead of the value; undefined for the default. A method, not a function property,
   * so that rows of different types fit into one list.
   */
  record?(value: T, run: SettingRecordContext): string | undefined;
}

/** The facts of a run that `record` methods use. */
export interface SettingRecordContext {
  readonly startedAt: Date;
  readonly categoryIdsGiven: boolean;
  /** Position of the value in a repeatable setting, from 1. */
  readonly which: number;
}

/** Returns the text that replaces a secret in a report, such as `${PETSTORE_API_KEY}`: printed commands read that variable. */
export function secretPlaceholder(variable: string): string {
  return `\${${variable}}`;
}

/** A row of the table of settings, with its flag and environment variable. */
export interface Setting<T> extends SettingRow<T> {
  readonly flag: `--${string}`;
  /** Absent for a setting that only a flag gives. */
  readonly environment?: `PETSTORE_${string}`;
}

/** Adds flag and variable to each row: `maxCreated` gets `--max-created` and PETSTORE_MAX_CREATED. */
export function withFlagNames<const Rows extends Readonly<Record<string, SettingRow<unknown>>>>(rows: Rows) {
  const named = Object.entries(rows).map(([name, row]): [string, Setting<unknown>] => {
    const flag = flagOf(name);
    const environment = `PETSTORE_${flag.slice(2).toUpperCase().replaceAll('-', '_')}` as const;
    return [
      name,
      {
        ...withoutUndefined({ argument: row.parse.argument }),
        ...(row.initial === undefined ? { otherwise: 'none' } : {}),
        ...row,
        flag,
        ...(row.flagOnly === true ? {} : { environment }),
      },
    ];
  });
  return Object.fromEntries(named) as {
    readonly [Name in keyof Rows]: Rows[Name] & Pick<Setting<unknown>, 'flag' | 'environment'>;
  };
}
