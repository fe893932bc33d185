import type { Judged, JudgeHooks } from '../judge.ts';
import { readOptions } from '../config/read.ts';
import type { Options } from '../config/options.ts';
import { checkPeer } from './peer.ts';

export type { Options } from '../config/options.ts';

export interface TestHooks extends Pick<JudgeHooks, 'onEvent' | 'env'> {
  /** Gets what `judge` would resolve to once the last test is done, and is waited for; not where `-t` left tests out. */
  readonly onEnd?: ((judged: Judged) => void | Promise<void>) | undefined;
}

checkPeer(import.meta.url);
const { putTests } = await import('./tests.ts');

/**
 * Puts the checks as tests into the test file that calls it: one for each, red where the target breaks what the document
 * states or implies, or gave no chance to decide it; a warning is an annotation.
 * @param options as for `judge`; or a function that returns them once the server runs, which is called after the hooks
 *   that stand before the call
 */
export function conformance(
  options: Options | (() => Options | Promise<Options>) = {},
  hooks: TestHooks = {},
): void {
  if (typeof options === 'function') putTests(async () => readOptions(await options()), hooks);
  // What is known by now can leave tests out, and is wrong before anything runs.
  else putTests(readOptions(options), hooks);
}
