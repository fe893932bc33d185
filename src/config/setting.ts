import { flagOf } from '../base/flag.ts';
import type { Parser } from './parsers.ts';

/** The heading of the help under which a setting stands. */
export type Group = 'Target' | 'Access' | 'Scope' | 'Timing' | 'Inputs' | 'CI' | 'Report' | 'Other';

/** One option of `run` in the table. */
export interface Row<T> {
  readonly group: Group;
  /** Placeholder of the value; absent for a switch. */
  readonly argument?: string;
  /** True where the flag may be given several times, and each counts. */
  readonly repeatable?: true;
  /** True where neither the environment nor a .env file has it. */
  readonly flagOnly?: true;
  /** The text that means the same as leaving it out, read like any other; absent where no text does. */
  readonly initial?: string;
  /** The default, if it is not a fixed text. */
  readonly fallback?: () => T;
  /** The default in words; if absent, `initial`, otherwise "none". */
  readonly otherwise?: string;
  /** What it does, verb first: one line of the help, which has 52 columns for it. */
  readonly why: string;
  /** What the help has no room for, in docs/running.md and .env.example. */
  readonly detail?: string;
  /** The secret parts of the value, which are never shown; absent if there are none. */
  readonly secret?: (text: string) => readonly string[];
  /** True where it is about other files than those of a target, or about what is shown: the library has no such option. */
  readonly commandOnly?: true;
  /** True where it speaks of somebody's server, and so means nothing without a base address. */
  readonly ofTarget?: true;
  /** True where it says what is judged: it stands in the scope of the report. */
  readonly scope?: true;
  readonly parse: Parser<T>;
  /**
   * What a report records of a value, where that is not the value itself; undefined where it is the default. A method, so that a
   * list of rows can hold those of any value.
   */
  record?(value: T, run: RecordedRun): string | undefined;
}

/** The run whose settings are recorded, as far as rows ask. */
export interface RecordedRun {
  readonly startedAt: Date;
  readonly categoryIdsGiven: boolean;
  /** Which value of a repeatable setting it is, counted from 1. */
  readonly which: number;
}

/** The placeholder of a secret in a report: the environment variable that printed commands read it from. */
export function label(variable: string): string {
  return `\${${variable}}`;
}

/** A row with its names, which follow from the one in the table. */
export interface Setting<T> extends Row<T> {
  readonly flag: `--${string}`;
  /** Absent where only the flag exists. */
  readonly environment?: `PETSTORE_${string}`;
}

/** The rows with their names: `maxCreated` is `--max-created` and PETSTORE_MAX_CREATED. */
export function withNames<const Rows extends Readonly<Record<string, Row<unknown>>>>(rows: Rows) {
  const named = Object.entries(rows).map(([name, row]): [string, Setting<unknown>] => {
    const flag = flagOf(name);
    const environment = `PETSTORE_${flag.slice(2).toUpperCase().replaceAll('-', '_')}` as const;
    return [
      name,
      {
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
