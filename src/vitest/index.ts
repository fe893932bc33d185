import { describe } from 'vitest';
import { readOptions, type Options } from '../config/options.ts';
import type { UserConfig } from '../config/types.ts';
import { checksFor, openRun } from '../run/open.ts';
import { prepareTarget, waiversOf } from '../run/prepare.ts';
import { putTests } from './tests.ts';

export type { Options } from '../config/options.ts';

/**
 * Puts the checks as tests into the test file that calls it: one for each, red where the target breaks what the document
 * states or implies, or gave no chance to decide it; a warning is an annotation.
 * @param options as for `judge`; or a function that returns them once the server runs, which is called after the hooks
 *   that stand before the call
 */
export function conformance(options: Options | (() => Options | Promise<Options>) = {}): void {
  describe('Pet Store conformance', () => {
    // What is known by now can leave tests out, and is wrong before anything runs.
    const known = typeof options === 'function' ? undefined : readOptions(options);
    const later = async (): Promise<UserConfig> =>
      known ?? readOptions(typeof options === 'function' ? await options() : options);
    putTests(checksFor(known ?? { only: [] }), async (checks, signal) => {
      const user = await later();
      const waivers = await waiversOf(user);
      const { config, close } = await prepareTarget(user);
      const wanted = new Set(checksFor(user));
      const run = openRun(config, { checks: checks.filter((check) => wanted.has(check)), waivers, signal });
      return {
        ...run,
        close: async () => {
          try {
            await run.close();
          } finally {
            await close();
          }
        },
      };
    });
  });
}
