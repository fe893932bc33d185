import { countWithNoun } from '../../reports/measures.ts';
import { renderHarPieces } from '../../reports/render/har.ts';
import type { Config } from '../config/types.ts';
import { inconsistencyUnless, SIGN_UNCHANGED, type ReportInconsistency } from './inconsistency.ts';
import type { ReportFolder } from './folder.ts';

/** Milliseconds by which the machine's clock may be corrected during a run. */
const CLOCK_MS = 1000;
/** Milliseconds by which two readings of one clock may differ. */
const ROUNDED = 1;
/** A clock, or its time zone, may be a day off. */
const DAY_MS = 24 * 3600 * 1000;

/** Requests from which on some must overlap, unless --concurrency or a rate limit prevents it. */
const MANY = 100;

/** Checks how many requests overlap: never more than --concurrency, and in a long run at least two. */
function overlaps(evidence: ReportFolder['evidence'], concurrency: number): readonly ReportInconsistency[] {
  const sent = evidence.filter(({ failure }) => failure?.kind !== 'cancelled');
  const moments = sent
    .flatMap(({ sentAt, durationMs }): (readonly [at: number, step: 1 | -1])[] => [
      [sentAt, 1],
      // Slightly shorter, so that rounding creates no overlap.
      [sentAt + durationMs - ROUNDED / 100, -1],
    ])
    .toSorted(([a, one], [b, other]) => a - b || one - other);
  let [now, most] = [0, 0];
  for (const [, step] of moments) {
    now += step;
    most = Math.max(most, now);
  }
  const isSlowed = evidence.some(({ response }) => response?.status === 429 || response?.status === 503);
  const least = isSlowed || sent.length < MANY ? 0 : Math.min(concurrency, 2);
  const message = `has ${countWithNoun(most, 'request')} under way at once, with --concurrency ${String(concurrency)}`;
  return inconsistencyUnless(most <= concurrency && most >= least, 'scope', 'evidence.har', message);
}

/** True if the pieces concatenate to the text; they are not joined, since evidence is large. */
function isText(text: string, pieces: Iterable<string>): boolean {
  let at = 0;
  for (const piece of pieces) {
    if (!text.startsWith(piece, at)) return false;
    at += piece.length;
  }
  return at === text.length;
}

/** Returns the inconsistencies that show without a replay: order, times, and repeated values that differ. */
export function timingInconsistencies(
  folder: ReportFolder,
  { concurrency, timeoutMs, deadline }: Config,
): readonly ReportInconsistency[] {
  const { report, evidence, har } = folder;
  const { startedAt, finishedAt, durationMs } = report;
  const begun = evidence.find(({ check }) => check !== 'preflight')?.sentAt ?? 0;
  const [start, finish] = [Date.parse(startedAt), Date.parse(finishedAt)];
  // An aborted run lacks requests that were never sent or were in flight.
  const isWhole = report.aborted === undefined;
  // The first request that timed out waited for the whole timeout; later ones may have been given up earlier.
  const [hung] = evidence
    .filter(({ failure }) => failure?.kind === 'timeout' && failure.code === undefined)
    .toSorted((a, b) => a.ended - b.ended);
  let latest = start - CLOCK_MS;
  let moment = 0;
  const ends = new Set<number>();
  return [
    ...inconsistencyUnless(
      Math.abs(finish - start - durationMs) <= ROUNDED,
      'date',
      'durationMs',
      `is ${String(durationMs)}, and from start to finish are ${String(finish - start)} ms`,
    ),
    ...inconsistencyUnless(finish <= Date.now() + DAY_MS, 'date', 'finishedAt', 'is in the future'),
    ...overlaps(evidence, concurrency),
    // Entries repeat facts, so the whole file is compared with what the kit writes.
    ...inconsistencyUnless(
      isText(har, renderHarPieces(report, evidence)),
      'evidence',
      'evidence.har',
      'is not what this kit writes for these exchanges: something was removed, added or changed',
      SIGN_UNCHANGED,
    ),
    ...evidence.flatMap((one, at) => {
      const { id, ended, sentAt: since } = one;
      const sentAt = Date.parse(one.startedAt);
      const rules: readonly (readonly [holds: boolean, kind: 'date' | 'evidence', message: string])[] = [
        [
          id === `x${String(at + 1)}` || !isWhole,
          'evidence',
          `stands where x${String(at + 1)} belongs: an exchange is missing or misplaced`,
        ],
        [since >= moment, 'date', 'has an earlier time than the exchange before it'],
        [sentAt + CLOCK_MS >= latest, 'date', 'was sent earlier than the exchange before it'],
        [
          sentAt >= start - CLOCK_MS && sentAt + one.durationMs <= finish + CLOCK_MS,
          'date',
          'was not sent within the time of the run',
        ],
        // A run that exceeds its --deadline is aborted.
        [
          one.durationMs <= timeoutMs + CLOCK_MS && (one !== hung || one.durationMs >= timeoutMs - CLOCK_MS),
          'date',
          `ended after ${String(Math.round(one.durationMs))} ms, with --timeout-ms ${String(timeoutMs)}`,
        ],
        [
          since - begun + one.durationMs <= deadline * 1000 + CLOCK_MS,
          'date',
          `ended later than --deadline ${String(deadline)} allows`,
        ],
        [
          (one.response === null) !== (one.failure === null),
          'evidence',
          'must have either an answer or the reason why there is none',
        ],
        [
          !ends.has(ended) && (ended <= evidence.length || !isWhole),
          'evidence',
          `cannot have been number ${String(ended)} of the run to end`,
        ],
      ];
      latest = Math.max(latest, sentAt);
      moment = Math.max(moment, since);
      ends.add(ended);
      return rules.flatMap(([holds, kind, message]) => inconsistencyUnless(holds, kind, id, message));
    }),
  ];
}
