import type { Report } from '../reports/model.ts';
import type { ProxyEnvironment } from './http/proxies.ts';
import type { Exchange } from '../reports/exchange.ts';
import { readOptions } from './config/read.ts';
import type { Options } from './config/options.ts';
import type { Config, UserConfig } from './config/types.ts';
import type { RunListener } from './run/events.ts';
import type { Run } from './run/ledger.ts';
import { openRun, type RunHooks } from './run/open.ts';
import { checkProxies, prepareTarget, waiversOf } from './run/prepare.ts';

/** Hooks of a run, besides its options. */
export interface JudgeHooks {
  /** Cuts the run off: it still resolves, with the report of what was decided until then. */
  readonly signal?: AbortSignal | undefined;
  /** Called with each event of the run. What it throws, or its promise rejects with, ends the run, and is what `judge` rejects with. */
  readonly onEvent?: RunListener | undefined;
  /** The variables that name proxies, such as `process.env`; absent, connections are direct. */
  readonly env?: ProxyEnvironment | undefined;
}

/** The result of a run. */
export interface Judged {
  /** The content of report.json. */
  readonly report: Report;
  /** Every request of the run and its outcome, redacted, in the order of sending. */
  readonly evidence: readonly Exchange[];
}

/**
 * Judges a server against the document: the one that the options name, or the embedded reference server where they speak
 * of none. Never writes, prints or exits, and reads no environment; `options` are the settings of the command in camel
 * case. Rejects with a UsageError, before anything is sent, where they are wrong, and with what a listener throws; a server that is wrong, or cannot be
 * reached, is a matter of the report.
 */
export async function judge(options: Options = {}, hooks: JudgeHooks = {}): Promise<Judged> {
  const { report, evidence } = await judgeTarget(readOptions(options), hooks);
  return { report, evidence };
}

/**
 * `judge` for options that are read already, and all that came of the run: what every door of the kit goes through.
 * @param hooks with the checks that run, where these are not all that the options ask for
 * @param onTarget hears what is judged, once that is known and before anything is sent
 * @throws UsageError before anything is sent
 */
export async function judgeTarget(
  user: UserConfig,
  hooks: JudgeHooks & Pick<RunHooks, 'checks'>,
  onTarget?: (config: Config) => void,
): Promise<Run> {
  if (hooks.env !== undefined) checkProxies(hooks.env);
  const waivers = await waiversOf(user);
  const { config, close } = await prepareTarget(user);
  try {
    onTarget?.(config);
    return await openRun(config, { ...hooks, waivers }).finish();
  } finally {
    await close();
  }
}
