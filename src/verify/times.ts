import type { Report } from '../../reports/model.ts';
import { renderHar } from '../../reports/render/har.ts';
import type { Exchange } from '../../reports/exchange.ts';
import { unless, type Disagreement } from './disagreement.ts';
import type { Folder } from './folder.ts';

/** Milliseconds by which the clock of a machine may be set back or forth while a run goes on. */
const CLOCK_MS = 1000;
/** Milliseconds by which two clocks of one machine may differ. */
const ROUNDED = 1;
/** A clock may be a day off, with its zone. */
const DAY_MS = 24 * 3600 * 1000;

/** What does not hold together in a folder without a look at what the checks make of it: order, times, and what is said twice. */
export function timesDisagreements({ report, evidence, har }: Folder): readonly Disagreement[] {
  return [
    ...dates(report),
    ...drawnAgain(report, evidence, har),
    ...sequence(report, evidence),
    ...ends(report, evidence),
  ];
}

function dates({ startedAt, finishedAt, durationMs }: Report): readonly Disagreement[] {
  const took = Date.parse(finishedAt) - Date.parse(startedAt);
  return [
    ...unless(
      Math.abs(took - durationMs) <= ROUNDED,
      'date',
      'durationMs',
      `is ${String(durationMs)}, and from start to finish are ${String(took)} ms`,
    ),
    ...unless(took >= 0, 'date', 'finishedAt', `is before startedAt`),
    ...unless(Date.parse(finishedAt) <= Date.now() + DAY_MS, 'date', 'finishedAt', 'is in the future'),
  ];
}

/** Much of an entry says again what stands elsewhere in it. */
function drawnAgain(report: Report, evidence: readonly Exchange[], har: string): readonly Disagreement[] {
  const message =
    'is not what this kit writes of its own exchanges: something was taken out, added or changed';
  return unless(renderHar(report, evidence) === har, 'evidence', 'evidence.har', message);
}

/** Numbered without a gap in the order of sending, within the time of the run. */
function sequence(report: Report, evidence: readonly Exchange[]): readonly Disagreement[] {
  const from = Date.parse(report.startedAt) - CLOCK_MS;
  const to = Date.parse(report.finishedAt) + CLOCK_MS;
  let before = from;
  let moment = 0;
  return evidence.flatMap(
    ({ id, startedAt, sentAt: since = moment, durationMs, attempt, response, failure }, at) => {
      const sentAt = Date.parse(startedAt);
      const late = sentAt + CLOCK_MS < before;
      before = Math.max(before, sentAt);
      const backwards = since < moment;
      moment = Math.max(moment, since);
      const expected = `x${String(at + 1)}`;
      return [
        // A run that was cut off leaves out what it never sent.
        ...unless(
          id === expected || report.aborted !== undefined,
          'evidence',
          id,
          `stands where ${expected} belongs: an exchange is missing, or in another place`,
        ),
        ...unless(!backwards, 'date', id, 'has a time of sending before that of the exchange ahead of it'),
        ...unless(!late, 'date', id, 'was sent before the exchange ahead of it'),
        ...unless(
          sentAt >= from && sentAt + durationMs <= to,
          'date',
          id,
          'was not sent within the time of the run',
        ),
        ...unless(attempt >= 1, 'evidence', id, `is attempt ${String(attempt)}`),
        ...unless(
          (response === null) !== (failure === null),
          'evidence',
          id,
          'has to have either an answer or a reason why there is none',
        ),
      ];
    },
  );
}

/** Each came to its end as another one of the run: the first, the second, up to the last. */
function ends({ aborted }: Report, evidence: readonly Exchange[]): readonly Disagreement[] {
  const taken = new Set<number>();
  return evidence.flatMap(({ id, ended }) => {
    // Older evidence does not say it.
    if (ended === undefined) return [];
    const free = !taken.has(ended);
    taken.add(ended);
    // What was under way when a run was cut off may be missing.
    return unless(
      free && ended >= 1 && (ended <= evidence.length || aborted !== undefined),
      'evidence',
      id,
      `cannot have been number ${String(ended)} of the run to come to its end`,
    );
  });
}
