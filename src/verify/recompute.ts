import type { Report } from '../../reports/model.ts';
import type { Exchange } from '../../reports/exchange.ts';
import type { Config } from '../config/types.ts';
import { UsageError } from '../base/usage-error.ts';
import { REDACTED } from '../http/redact.ts';
import { replayInconsistencies } from './compare.ts';
import { inconsistencyUnless, type ReportInconsistency } from './inconsistency.ts';
import type { ReportFolder } from './folder.ts';
import { provenanceInconsistencies, timingInconsistencies } from './consistency.ts';
import { configOfReport, replayRun } from './replay/replay.ts';

/** Maximum `--runs` that is always accepted, because drawing so few values takes little time. */
const MOST_RUNS = 100;
/** Maximum number of messages of each kind that are reported; further messages are counted. */
const TOLD = 10;

/** Returns the inconsistencies of a folder: in order, times and origin, and with a replay of the evidence by this kit. */
export async function folderInconsistencies(folder: ReportFolder): Promise<readonly ReportInconsistency[]> {
  try {
    const config = configOfReport(folder.report);
    return [
      ...timingInconsistencies(folder, config),
      ...provenanceInconsistencies(folder),
      ...(await recompute(folder, config)),
    ];
  } catch (error) {
    if (error instanceof UsageError) return firstFew(error.problems, 'report.json');
    throw error;
  }
}

async function recompute(
  { report, evidence }: ReportFolder,
  config: Config,
): Promise<readonly ReportInconsistency[]> {
  const unfit = notReplayable(report, evidence);
  if (unfit.length > 0) return unfit;
  const run = await replayRun(report, evidence, config);
  // The report of an aborted replay is incomplete.
  if (run.givenUp !== undefined) return firstFew([`cannot be replayed: ${run.givenUp}`]);
  return [
    ...replayInconsistencies(report, run.report),
    ...firstFew(run.missing),
    ...firstFew(
      run.altered.map((id) => `has exchange ${id}, with request headers that this kit does not send`),
    ),
    ...firstFew(run.unasked.map((id) => `has exchange ${id}, whose request no check of this kit sends`)),
    ...firstFew(
      run.crashes.map((crash) => `failed: ${crash.split('\n', 1)[0] ?? ''}`),
      'the kit',
    ),
  ];
}

/** Returns why a run cannot be replayed. */
function notReplayable(report: Report, evidence: readonly Exchange[]): readonly ReportInconsistency[] {
  const isUntimed = report.tag === undefined || report.waits === undefined;
  const cutOff = report.aborted !== undefined && evidence.some(({ check }) => check !== 'preflight');
  const cut = evidence.filter(({ response }) => response?.cut === true);
  // A replay cannot know what the run sent in place of a redacted text.
  const hidden = [
    ...evidence.map(({ request: { url, headers, body } }) => [url, headers, body]),
    report.settings,
  ].some((inputs) => JSON.stringify(inputs).includes(REDACTED));
  const { runs } = report.scope;
  const isUnlinked = evidence.some(({ attempt, repeats }) => attempt > 1 && repeats === undefined);
  return [
    ...inconsistencyUnless(!isUntimed && !isUnlinked, 'replay', 'report.json', 'lacks the data for a replay'),
    ...inconsistencyUnless(
      !cutOff,
      'replay',
      'aborted',
      'the run was cut off, and the rest of it cannot be replayed',
      'Run again until the run ends by itself, with a longer --deadline if it was cut off.',
    ),
    ...inconsistencyUnless(
      !hidden,
      'replay',
      'evidence.har',
      'has the key, or the value of a --header, among its inputs, where it is redacted: a replay is not possible',
      'Run again with another key or header value that is not a word of the API, such as 20 random characters.',
    ),
    // Every drawn value is sent, so more `--runs` than exchanges are a forgery, and drawing them takes too long.
    ...inconsistencyUnless(
      runs <= Math.max(MOST_RUNS, evidence.length),
      'replay',
      'scope',
      `says --runs ${String(runs)}, but ${String(evidence.length)} exchanges are too few for so many values`,
    ),
    ...firstFew(
      cut.map(({ id }) => `has only the beginning of the answer to ${id}, and cannot be replayed`),
      'evidence.har',
      'Run again on a target that stores less, so that every response is smaller than a megabyte.',
    ),
  ];
}

/** Returns an inconsistency for each of the first messages, and one inconsistency with the number of the other messages. */
function firstFew(
  messages: readonly string[],
  where = 'evidence.har',
  next?: string,
): readonly ReportInconsistency[] {
  const rest = messages.length - TOLD;
  const told = messages.slice(0, TOLD);
  if (rest > 0) told.push(`and ${String(rest)} more, with the same inconsistency`);
  return told.flatMap((message) => inconsistencyUnless(false, 'replay', where, message, next));
}
