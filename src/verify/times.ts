import { counted } from '../../reports/measures.ts';
import { harPieces } from '../../reports/render/har.ts';
import type { Config } from '../config/types.ts';
import { ensure, type Discrepancy } from './discrepancy.ts';
import type { Folder } from './folder.ts';

/** Milliseconds by which the clock of a machine may be set back or forth while a run goes on. */
const CLOCK_MS = 1000;
/** Milliseconds by which two clocks of one machine may differ. */
const ROUNDED = 1;
/** A clock may be a day off, with its zone. */
const DAY_MS = 24 * 3600 * 1000;

/** Requests of a run from which on some overlap, unless --concurrency or a rate limit keeps them from it. */
const MANY = 100;

/** Whether as many requests overlap as --concurrency says: never more, and of many requests more than one. */
function overlaps(evidence: Folder['evidence'], concurrency: number): readonly Discrepancy[] {
  const sent = evidence.filter(({ failure }) => failure?.kind !== 'cancelled');
  const moments = sent
    .flatMap(({ sentAt, durationMs }): (readonly [at: number, step: 1 | -1])[] => [
      [sentAt, 1],
      // An overlap is longer than what rounding loses.
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
  const message = `has ${counted(most, 'request')} under way at once, with --concurrency ${String(concurrency)}`;
  return ensure(most <= concurrency && most >= least, 'scope', 'evidence.har', message);
}

/** Whether pieces make a text; they are never put together, since evidence is large. */
function isText(text: string, pieces: Iterable<string>): boolean {
  let at = 0;
  for (const piece of pieces) {
    if (!text.startsWith(piece, at)) return false;
    at += piece.length;
  }
  return at === text.length;
}

/** The inconsistencies of a folder that show without a replay: order, times, and what is said twice. */
export function timesDisagreements(
  folder: Folder,
  { concurrency, timeoutMs, deadline }: Config,
): readonly Discrepancy[] {
  const { report, evidence, har } = folder;
  const { startedAt, finishedAt, durationMs } = report;
  const begun = evidence.find(({ check }) => check !== 'preflight')?.sentAt ?? 0;
  const [start, finish] = [Date.parse(startedAt), Date.parse(finishedAt)];
  // A run that was cut off leaves out what it never sent, and what was under way.
  const isWhole = report.aborted === undefined;
  // The first request without an answer was waited for that long; later ones may be given up sooner.
  const [hung] = evidence
    .filter(({ failure }) => failure?.kind === 'timeout' && failure.code === undefined)
    .toSorted((a, b) => a.ended - b.ended);
  let latest = start - CLOCK_MS;
  let moment = 0;
  const ends = new Set<number>();
  return [
    ...ensure(
      Math.abs(finish - start - durationMs) <= ROUNDED,
      'date',
      'durationMs',
      `is ${String(durationMs)}, and from start to finish are ${String(finish - start)} ms`,
    ),
    ...ensure(finish <= Date.now() + DAY_MS, 'date', 'finishedAt', 'is in the future'),
    ...overlaps(evidence, concurrency),
    // Much of an entry says again what stands elsewhere in it.
    ...ensure(
      isText(har, harPieces(report, evidence)),
      'evidence',
      'evidence.har',
      'is not what this kit writes of its own exchanges: something was removed, added or changed',
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
        // A run whose time was over was cut off.
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
      return rules.flatMap(([holds, kind, message]) => ensure(holds, kind, id, message));
    }),
  ];
}
