import { substituteKey } from '../../../generators/substitute-keys.ts';
import type { Report, Waiver } from '../../../reports/model.ts';
import type { Exchange } from '../../../reports/exchange.ts';
import { UsageError } from '../../base/usage-error.ts';
import { userAgent } from '../../base/version.ts';
import { configFromOptions } from '../../config/read.ts';
import { reusableOptions } from '../../config/record.ts';
import type { Config } from '../../config/types.ts';
import { NameGenerator, withClock } from '../../engine/target/index.ts';
import { createCommonHeaders } from '../../http/request.ts';
import { openRun } from '../../run/open.ts';
import { createReplayClient } from './client.ts';
import { createReplaySchedule } from './schedule.ts';

/**
 * Limits against untrusted files: number of requests that the evidence lacks; seconds of CPU time, in total and per exchange.
 * Replaying a standard run takes 1 second, replaying one with --runs 1000 takes 60.
 */
const MOST = { missing: 1000, seconds: 6, each: 0.005 } as const;

/** Replays a run with its configuration: the same checks, names, times and responses. Sends nothing. */
export async function replayRun(report: Report, evidence: readonly Exchange[], config: Config) {
  const schedule = createReplaySchedule(report.waits ?? []);
  const stop = new AbortController();
  const common = createCommonHeaders(config.header, userAgent(report.tool.version));
  const client = createReplayClient(evidence, schedule, common, (missing) => {
    if (missing > MOST.missing) stop.abort(`more than ${String(MOST.missing)} requests are missing`);
  });
  const seconds = Math.round(MOST.seconds + MOST.each * evidence.length);
  const begun = process.cpuUsage();
  // CPU time, not elapsed time: other load on the machine does not count.
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(begun);
    if (user + system > seconds * 1e6)
      stop.abort(`the replay takes more than ${String(seconds)} seconds of CPU time`);
  }, 200);
  const hooks = {
    client,
    // With a challenge, the names of animals are derived from the challenge, not from the tag in the report.
    ...(report.scope.challenge === undefined ? { names: new NameGenerator(report.tag) } : {}),
    waivers: waiversIn(report),
    startedAt: new Date(report.startedAt),
    signal: stop.signal,
  };
  const run = await withClock(schedule, async () => {
    const open = openRun(config, hooks);
    await schedule.advanceUntil(Promise.all(open.checks.map(open.outcome)), () =>
      stop.abort('the replay stopped before its end, with nothing left to do'),
    );
    return open.finish();
  }).finally(() => clearInterval(timer));
  return {
    ...(stop.signal.aborted ? { givenUp: String(stop.signal.reason) } : {}),
    // The report that this version of the kit would have written for that run, with the same waivers.
    report: run.report,
    missing: client.missing,
    altered: client.altered,
    unasked: client.unasked(),
    crashes: run.crashes,
  };
}

/** Stands for header values, which the evidence does not contain; redaction leaves common words of HTTP unchanged. */
const NO_SECRET = 'application/json';

/** Returns a reported run's configuration, with substitute keys. Throws a UsageError if no run can have had it. */
export function configOfReport(report: Report): Config {
  const { target, settings, startedAt, keysLack = {} } = report;
  const { baseUrl, messagesUrl, embedded } = target;
  const { challenge, header = [] } = settings;
  const apiKey = substituteKey(keysLack.animals);
  const messagesApiKey = substituteKey(keysLack.messages);
  if (apiKey === undefined || messagesApiKey === undefined)
    throw new UsageError(['keysLack has a list that no key can give: the report was changed']);
  const config = configFromOptions({
    asOf: startedAt.slice(0, 10),
    ...reusableOptions(report),
    ...(challenge === undefined ? {} : { challenge: String(challenge) }),
    header: [header].flat().map((text) => String(text).replace(/: .*$/su, `: ${NO_SECRET}`)),
    baseUrl,
    apiKey,
    ...(messagesUrl === null ? {} : { messagesUrl, messagesApiKey }),
  });
  if (config.baseUrl === undefined) throw new Error('the report has no target');
  return { ...config, embedded };
}

function waiversIn({ requirements }: Report): readonly Waiver[] {
  return requirements.flatMap(({ waivers = [] }) =>
    waivers.map(({ state: _state, ...waiver }): Waiver => waiver),
  );
}
