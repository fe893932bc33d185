import { settings, type Setting } from './settings.ts';
import type { Config } from './types.ts';

/** What a repetition of a run says for one setting; the texts are raw. */
export interface Told {
  readonly flag: `--${string}`;
  /** What follows the flag; absent for a switch. */
  readonly text?: string;
  /** A variable whose value follows the text: a secret, or a file that only the user knows. */
  readonly variable?: string;
}

/**
 * What a run with this configuration was told, as far as another one needs it to come to the same: whatever is not the
 * default, save what it selects. No secret is in it.
 * @param startedAt when the run began: on another day it has to be told the day
 */
export function toldAgain(config: Config, startedAt: Date): readonly Told[] {
  return Object.values<Setting<unknown>>(settings).flatMap(({ flag, initial, again }): readonly Told[] =>
    (again?.(config, startedAt) ?? []).flatMap((value): readonly Told[] => {
      if (value === true) return [{ flag }];
      if (typeof value === 'string') return value === initial ? [] : [{ flag, text: value }];
      return [{ flag, ...value }];
    }),
  );
}
