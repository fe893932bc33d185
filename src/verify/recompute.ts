import type { Report } from '../../reports/model.ts';
import type { Exchange } from '../../reports/exchange.ts';
import type { Config } from '../config/types.ts';
import { UsageError } from '../config/usage-error.ts';
import { REDACTED } from '../http/redact.ts';
import { reportDisagreements } from './compare.ts';
import { ensure, type Discrepancy } from './discrepancy.ts';
import type { Folder } from './folder.ts';
import { originDisagreements } from './origin.ts';
import { configOf } from './replay/config.ts';
import { replay } from './replay/replay.ts';
import { StalledError } from './replay/schedule.ts';
import { timesDisagreements } from './times.ts';

/** Values of each class that take no time to draw, however few were sent. */
const MOST_RUNS = 100;
/** Lines of a kind that are told before the others are counted. */
const TOLD = 10;

/**
 * What does not hold together in a folder: order and times, and what the report says otherwise than comes out of the evidence
 * alone, by the checks and the judge of this kit.
 */
export async function folderDisagreements(folder: Folder): Promise<readonly Discrepancy[]> {
  try {
    const config = configOf(folder.report);
    return [
      ...timesDisagreements(folder, config),
      ...originDisagreements(folder),
      ...(await recompute(folder, config)),
    ];
  } catch (error) {
    if (error instanceof UsageError) return firstFew(error.problems, 'report.json', (problem) => problem);
    throw error;
  }
}

async function recompute({ report, evidence }: Folder, config: Config): Promise<readonly Discrepancy[]> {
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
    } = await replay(report, evidence, config);
    // What was not come to says nothing.
    if (givenUp !== undefined)
      return firstFew([givenUp], 'evidence.har', (why) => `cannot be gone through to its end: ${why}`);
    return [
      ...reportDisagreements(report, found),
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
      return firstFew([error.message], 'evidence.har', (why) => `cannot be gone through: ${why}`);
    }
    throw error;
  }
}

/** Why a run cannot be gone through again at all. */
function notReplayable(report: Report, evidence: readonly Exchange[]): readonly Discrepancy[] {
  const isUntimed = report.tag === undefined || report.waits === undefined;
  const cutOff = report.aborted !== undefined && evidence.some(({ check }) => check !== 'preflight');
  const cut = evidence.filter(({ response }) => response?.cut === true).map(({ id }) => id);
  // The run knew what stood there, and nobody else does.
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
  return [
    ...ensure(!isUntimed && !isUnlinked, 'replay', 'report.json', 'lacks the data for a replay'),
    ...ensure(
      !cutOff,
      'replay',
      'aborted',
      'the run was cut off, and what it had not come to cannot be computed',
    ),
    ...ensure(
      !hidden,
      'replay',
      'evidence.har',
      'has the key, or the value of a --header, among what the run itself sends: it is redacted there, and cannot be computed',
    ),
    // Each value that is drawn is sent, and drawing takes its time.
    ...ensure(
      runs <= Math.max(MOST_RUNS, evidence.length),
      'replay',
      'scope',
      `says --runs ${String(runs)}, for which ${String(evidence.length)} exchanges are too few to be gone through`,
    ),
    ...firstFew(
      cut,
      'evidence.har',
      (id) => `has only the beginning of the answer of ${id}, which nothing can be computed from`,
    ),
  ];
}

function firstFew(
  items: readonly string[],
  where: string,
  message: (item: string) => string,
): readonly Discrepancy[] {
  const rest = items.length - TOLD;
  const told = items.slice(0, TOLD).map(message);
  if (rest > 0) told.push(`and ${String(rest)} more of that kind`);
  return told.map((text) => ({ kind: 'replay', where, message: text }));
}
