import type { Report, Waiver } from '../../../reports/model.ts';
import type { Exchange } from '../../../reports/exchange.ts';
import { userAgent } from '../../base/version.ts';
import { Names, withClock } from '../../engine/target/index.ts';
import { commonHeaders } from '../../http/request.ts';
import { openRun } from '../../run/open.ts';
import { createReplayClient } from './client.ts';
import type { Config } from '../../config/types.ts';
import { createSchedule } from './schedule.ts';

/** What the checks of this kit make of the evidence of a run. */
export interface Replayed {
  /** Why it was given up before its end. */
  readonly givenUp?: string;
  /** What this kit would have reported on that day, with the waivers that were used. */
  readonly report: Report;
  /** Requests that a check sends and the evidence has not: a line for each. */
  readonly missing: readonly string[];
  /** Ids of exchanges whose requests have other headers than the kit sends. */
  readonly altered: readonly string[];
  /** Ids of exchanges that no check asks for. */
  readonly unasked: readonly string[];
  /** Errors of the kit itself. */
  readonly crashes: readonly string[];
}

/** What a stranger's files may cost at most: requests that they have not, and seconds. */
const MOST = { missing: 1000, seconds: 120 } as const;

/**
 * Replays a run: the same checks, each request answered as the evidence has it, by the recorded times and under the recorded
 * names. Nothing is sent anywhere.
 * @param config what the report says that the run had
 */
export async function replay(
  report: Report,
  evidence: readonly Exchange[],
  config: Config,
): Promise<Replayed> {
  const schedule = createSchedule(report.waits ?? []);
  const stop = new AbortController();
  const common = commonHeaders(config.header, userAgent(report.tool.version));
  const client = createReplayClient(evidence, schedule, common, (missing) => {
    if (missing > MOST.missing) stop.abort(`more than ${String(MOST.missing)} requests are missing`);
  });
  const timer = setTimeout(
    () => stop.abort(`it takes longer than ${String(MOST.seconds)} seconds`),
    MOST.seconds * 1000,
  );
  const hooks = {
    client,
    // Those of a challenge follow from it, whatever the report says.
    ...(report.scope.challenge === undefined ? { names: new Names(report.tag) } : {}),
    waivers: waiversIn(report),
    startedAt: new Date(report.startedAt),
    signal: stop.signal,
  };
  const run = await withClock(schedule, async () => {
    const open = openRun(config, hooks);
    await schedule.advanceUntil(Promise.all(open.checks.map((check) => open.outcome(check))));
    return open.finish();
  }).finally(() => clearTimeout(timer));
  return {
    ...(stop.signal.aborted ? { givenUp: String(stop.signal.reason) } : {}),
    report: run.report,
    missing: client.missing,
    altered: client.altered,
    unasked: client.unasked(),
    crashes: run.crashes,
  };
}

/** The entries that were used, as the rows tell them. */
function waiversIn({ requirements }: Report): readonly Waiver[] {
  return requirements.flatMap(({ waivers = [] }) =>
    waivers.map(({ state: _state, ...waiver }): Waiver => waiver),
  );
}
