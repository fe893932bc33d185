import type { Argument } from '../../reports/model.ts';
import { settings, type Setting } from './settings.ts';
import type { Config } from './types.ts';

/**
 * What a run with this configuration was told, as far as another one needs it to come to the same: whatever is not the
 * default, save what it selects. No secret is in it.
 * @param startedAt when the run began: on another day it has to be told the day
 */
export function toldAgain(config: Config, startedAt: Date): readonly Argument[] {
  return Object.values<Setting<unknown>>(settings).flatMap(({ flag, initial, again }): readonly Argument[] =>
    (again?.(config, startedAt) ?? []).flatMap((value): readonly Argument[] => {
      if (value === true) return [{ flag }];
      if (typeof value === 'string') return value === initial ? [] : [{ flag, text: value }];
      return [{ flag, ...value }];
    }),
  );
}
