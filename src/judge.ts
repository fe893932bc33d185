import { configFromOptions } from './config/read.ts';
import type { Options } from './config/options.ts';
import type { Config, ConfigBeforeStart } from './config/types.ts';
import type { RunResult } from './run/run-result.ts';
import { openRun, type RunHooks } from './run/open.ts';
import { prepareRun } from './run/prepare.ts';

/** Optional hooks of a run. */
export type JudgeHooks = Pick<RunHooks, 'signal' | 'onEvent' | 'env'>;

/** The result of a run. */
export type Judged = Pick<RunResult, 'report' | 'evidence'>;

/**
 * Judges the server that the options name, or else the embedded reference server. Never writes, prints, exits or reads the
 * environment. The report says if the server fails or cannot be reached: neither is an error. Rejects with an error of a
 * listener.
 * @param options the settings of the command line, in camel case
 * @throws UsageError, before any request, if the options are wrong
 */
export async function judge(options: Options = {}, hooks: JudgeHooks = {}): Promise<Judged> {
  const { report, evidence } = await judgeTarget(configFromOptions(options), hooks);
  return { report, evidence };
}

/**
 * Like `judge`, for a parsed configuration; every entry point of the kit calls it.
 * @param hooks `checks`: the checks to run; default: those that the configuration selects
 * @param onTarget called with the final configuration before any request
 * @throws UsageError, before any request, for a wrong configuration
 */
export async function judgeTarget(
  user: ConfigBeforeStart,
  hooks: JudgeHooks & Pick<RunHooks, 'checks'>,
  onTarget?: (config: Config) => void,
): Promise<RunResult> {
  const { config, waivers, close } = await prepareRun(user, hooks.env);
  try {
    onTarget?.(config);
    return await openRun(config, { ...hooks, waivers }).finish();
  } finally {
    await close();
  }
}
