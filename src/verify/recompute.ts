import type { Report } from '../../reports/model.ts';
import type { Exchange } from '../../reports/exchange.ts';
import type { Config } from '../config/types.ts';
import { UsageError } from '../base/usage-error.ts';
import { REDACTED } from '../http/redact.ts';
import { replayInconsistencies } from './compare.ts';
import { inconsistencyUnless, type ReportInconsistency } from './inconsistency.ts';
import type { ReportFolder } from './folder.ts';
import { originInconsistencies } from './origin.ts';
import { configOfReport } from './replay/config.ts';
import { replayRun } from './replay/replay.ts';
import { StalledError } from './replay/schedule.ts';
import { timingInconsistencies } from './times.ts';

/** Values of an input class that are quick to draw, however few exchanges there are. */
const MOST_RUNS = 100;
/** Lines shown of each kind; the others are counted. */
const TOLD = 10;

/**
 * Returns the inconsistencies of a folder: in order, times and origin, and between the report and a replay of the
 * evidence by this kit.
 */
export async function folderInconsistencies(folder: ReportFolder): Promise<readonly ReportInconsistency[]> {
  try {
    const config = configOfReport(folder.report);
    return [
      ...timingInconsistencies(folder, config),
      ...originInconsistencies(folder),
      ...(await recompute(folder, config)),
    ];
  } catch (error) {
    if (error instanceof UsageError) return firstFew(error.problems, 'report.json', (problem) => problem);
    throw error;
  }
}

async function recompute(
  { report, evidence }: ReportFolder,
  config: Config,
): Promise<readonly ReportInconsistency[]> {
  const unfit = notReplayable(report, evidence);
  if (unfit.length > 0) return unfit;
  try {
    const {
      report: found,
      missing,
      altered,
      unasked,
      crashes,
      givenUp,
    } = await replayRun(report, evidence, config);
    // The report of an aborted replay is incomplete.
    if (givenUp !== undefined)
      return firstFew([givenUp], 'evidence.har', (why) => `cannot be replayed: ${why}`);
    return [
      ...replayInconsistencies(report, found),
      ...firstFew(missing, 'evidence.har', (line) => line),
      ...firstFew(
        altered,
        'evidence.har',
        (id) => `has ${id} with other request headers than this kit sends`,
      ),
      ...firstFew(unasked, 'evidence.har', (id) => `has ${id}, which no check of this kit sends`),
      ...firstFew(crashes, 'the kit', (crash) => `failed: ${crash.split('\n', 1)[0] ?? ''}`),
    ];
  } catch (error) {
    if (error instanceof StalledError) {
      return firstFew([error.message], 'evidence.har', (why) => `cannot be replayed: ${why}`);
    }
    throw error;
  }
}

/** Returns why a run cannot be replayed. */
function notReplayable(report: Report, evidence: readonly Exchange[]): readonly ReportInconsistency[] {
  const isUntimed = report.tag === undefined || report.waits === undefined;
  const cutOff = report.aborted !== undefined && evidence.some(({ check }) => check !== 'preflight');
  const cut = evidence.filter(({ response }) => response?.cut === true).map(({ id }) => id);
  // A replay cannot know what the run sent in place of a redacted text.
  const hidden = [
    ...evidence.flatMap(({ request: { url, headers, body } }) => [
      url,
      body,
      ...headers.map(([, text]) => text),
    ]),
    JSON.stringify(report.settings),
  ].some((text) => text?.includes(REDACTED));
  const { runs } = report.scope;
  const isUnlinked = evidence.some(({ attempt, repeats }) => attempt > 1 && repeats === undefined);
  const rules: readonly (readonly [holds: boolean, where: string, message: string])[] = [
    [!isUntimed && !isUnlinked, 'report.json', 'lacks the data for a replay'],
    [!cutOff, 'aborted', 'the run was cut off, and the rest of it cannot be replayed'],
    [
      !hidden,
      'evidence.har',
      'has the key, or the value of a --header, among its inputs: it is redacted there, and cannot be replayed',
    ],
    // Drawing takes time, and every drawn value is sent: more runs than exchanges are a forgery.
    [
      runs <= Math.max(MOST_RUNS, evidence.length),
      'scope',
      `says --runs ${String(runs)}, for which ${String(evidence.length)} exchanges are too few`,
    ],
  ];
  return [
    ...rules.flatMap(([holds, where, message]) => inconsistencyUnless(holds, 'replay', where, message)),
    ...firstFew(
      cut,
      'evidence.har',
      (id) => `has only the beginning of the answer of ${id}, and cannot be replayed`,
    ),
  ];
}

function firstFew(
  items: readonly string[],
  where: string,
  message: (item: string) => string,
): readonly ReportInconsistency[] {
  const rest = items.length - TOLD;
  const told = items.slice(0, TOLD).map(message);
  if (rest > 0) told.push(`and ${String(rest)} more of that kind`);
  return told.map((text) => ({ kind: 'replay', where, message: text }));
}
