import type { Report, Waiver } from '../../../reports/model.ts';
import type { Exchange } from '../../../reports/exchange.ts';
import { userAgent } from '../../base/version.ts';
import { Names, withClock } from '../../engine/target/index.ts';
import { commonHeaders } from '../../http/request.ts';
import { openRun } from '../../run/open.ts';
import { createReplayClient } from './client.ts';
import type { Config } from '../../config/types.ts';
import { createSchedule } from './schedule.ts';

/**
 * What a stranger's files may cost at most: requests that they have not, and seconds of CPU time, for all of them and for
 * each exchange. A standard run takes 1, and one with --runs 1000 takes 60.
 */
const MOST = { missing: 1000, seconds: 6, each: 0.005 } as const;

/**
 * Replays a run: the same checks, each request answered as the evidence has it, by the recorded times and under the recorded
 * names. Nothing is sent anywhere.
 * @param config what the report says that the run had
 */
export async function replay(report: Report, evidence: readonly Exchange[], config: Config) {
  const schedule = createSchedule(report.waits ?? []);
  const stop = new AbortController();
  const common = commonHeaders(config.header, userAgent(report.tool.version));
  const client = createReplayClient(evidence, schedule, common, (missing) => {
    if (missing > MOST.missing) stop.abort(`more than ${String(MOST.missing)} requests are missing`);
  });
  const seconds = Math.round(MOST.seconds + MOST.each * evidence.length);
  const begun = process.cpuUsage();
  // A machine that others use too takes longer, but no more of its processor.
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(begun);
    if (user + system > seconds * 1e6)
      stop.abort(`it takes more than ${String(seconds)} seconds of CPU time`);
  }, 200);
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
  }).finally(() => clearInterval(timer));
  return {
    ...(stop.signal.aborted ? { givenUp: String(stop.signal.reason) } : {}),
    // What this kit would have written on that day, with the same waivers.
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
