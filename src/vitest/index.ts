import type { Judged, JudgeHooks } from '../judge.ts';
import { configFromOptions } from '../config/read.ts';
import type { Options } from '../config/options.ts';
import { assertVitestVersion } from './peer.ts';

export type { Options } from '../config/options.ts';

export interface TestHooks extends Pick<JudgeHooks, 'onEvent' | 'env'> {
  /** Called after the last test with the result of `judge`, and awaited; not called if `-t` skipped tests. */
  readonly onEnd?: ((judged: Judged) => void | Promise<void>) | undefined;
}

assertVitestVersion(import.meta.url);
const { registerCheckTests } = await import('./tests.ts');

/**
 * Registers each check as a test in the calling test file. A test fails if a mandatory requirement failed or is
 * undecided; a warning is an annotation.
 * @param options options as for `judge`, or a function that returns them; a beforeAll hook calls it, after the hooks above the
 *   call
 */
export function conformance(
  options: Options | (() => Options | Promise<Options>) = {},
  hooks: TestHooks = {},
): void {
  if (typeof options === 'function')
    registerCheckTests(async () => configFromOptions(await options()), hooks);
  // If the options are known now, only the selected checks become tests, and an invalid option fails before any test runs.
  else registerCheckTests(configFromOptions(options), hooks);
}
