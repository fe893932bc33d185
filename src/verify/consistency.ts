import { countWithNoun } from '../../reports/measures.ts';
import { renderHarPieces } from '../../reports/render/har.ts';
import type { Config } from '../config/types.ts';
import { headerOf } from '../http/content.ts';
import { REFERENCE_SERVER_NAME } from '../run/prepare.ts';
import { inconsistencyUnless, NEXT_STEP_SIGN_UNCHANGED, type ReportInconsistency } from './inconsistency.ts';
import type { ReportFolder } from './folder.ts';

/** Milliseconds by which the machine's clock may be corrected during a run. */
const CLOCK_MS = 1000;
/** Milliseconds by which two times of the same clock may differ because of rounding. */
const ROUNDED = 1;
/** A day, in milliseconds: the date of a machine may be wrong by a day, for example because of its time zone. */
const DAY_MS = 24 * 3600 * 1000;

/** If a run has at least this many requests, some must overlap, unless --concurrency or a rate limit prevents it. */
const MANY = 100;

/** Checks how many requests overlap: never more than --concurrency, and in a long run at least two. */
function overlaps(evidence: ReportFolder['evidence'], concurrency: number): readonly ReportInconsistency[] {
  const sent = evidence.filter(({ failure }) => failure?.kind !== 'cancelled');
  const moments = sent
    .flatMap(({ sentAt, durationMs }): (readonly [at: number, step: 1 | -1])[] => [
      [sentAt, 1],
      // Ends each request a little early, so that rounding cannot make two requests overlap.
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

/** True if the pieces, put together, are the text; compares piece by piece, because evidence is too large to copy. */
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
      `is ${String(durationMs)}, but startedAt and finishedAt are ${String(finish - start)} ms apart`,
    ),
    ...inconsistencyUnless(finish <= Date.now() + DAY_MS, 'date', 'finishedAt', 'is in the future'),
    ...overlaps(evidence, concurrency),
    // A HAR entry repeats some facts, so the whole file is compared with the text that the kit would write.
    ...inconsistencyUnless(
      isText(har, renderHarPieces(report, evidence)),
      'evidence',
      'evidence.har',
      'is not what this kit writes for these exchanges: something was removed, added or changed',
      NEXT_STEP_SIGN_UNCHANGED,
    ),
    ...evidence.flatMap((one, at) => {
      const { id, ended, sentAt: since } = one;
      const sentAt = Date.parse(one.startedAt);
      const rules: readonly (readonly [holds: boolean, kind: 'date' | 'evidence', message: string])[] = [
        [
          id === `x${String(at + 1)}` || !isWhole,
          'evidence',
          `stands where x${String(at + 1)} should be: an exchange is missing or misplaced`,
        ],
        [since >= moment, 'date', 'has an earlier sentAt than the exchange before it'],
        [sentAt + CLOCK_MS >= latest, 'date', 'has an earlier startedAt than the exchange before it'],
        [
          sentAt >= start - CLOCK_MS && sentAt + one.durationMs <= finish + CLOCK_MS,
          'date',
          'was not sent between the start and the end of the run',
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
          'must have either an answer or a reason for having no answer',
        ],
        [
          !ends.has(ended) && (ended <= evidence.length || !isWhole),
          'evidence',
          `cannot have been number ${String(ended)} in the order in which the exchanges ended`,
        ],
      ];
      latest = Math.max(latest, sentAt);
      moment = Math.max(moment, since);
      ends.add(ended);
      return rules.flatMap(([holds, kind, message]) => inconsistencyUnless(holds, kind, id, message));
    }),
  ];
}

const HOUR_MS = 3600 * 1000;
/** Date of the kit's first version: no run can be older. */
const FIRST_DAY = '2026-11-21';
/** Hours by which the clock of a target may be wrong: more than any time zone, but not enough for a report of another day. */
const MOST_HOURS = 24;

/** Returns text in lower case, with its JSON \u escapes decoded. */
function plain(text: string): string {
  return text
    .replaceAll(/\\u([0-9a-f]{4})/giu, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .toLowerCase();
}

/** Finds an animal name with this run's tag in a response, if no request sent that name: the evidence then lacks requests. */
function strayNames({ report: { tag }, evidence }: ReportFolder): readonly ReportInconsistency[] {
  if (tag === undefined || !/^[a-z]{6}$/u.test(tag)) return [];
  const ours = new RegExp(`\\b[a-z]{3,4}${tag}\\b`, 'gu');
  const given = new Set(evidence.flatMap(({ request }) => plain(request.body ?? '').match(ours) ?? []));
  return evidence.flatMap(({ id, response }) => {
    const stray = plain(response?.body ?? '')
      .match(ours)
      ?.find((name) => !given.has(name));
    const message = `shows ${stray ?? ''}, which no request sent: a request is missing, or another run had the same challenge`;
    const next = 'A challenge is for one run: ask for a new challenge, and run again with it.';
    return inconsistencyUnless(stray === undefined, 'evidence', id, message, next);
  });
}

/** Checks origin and time of the responses. Cannot detect a forger who changes all responses consistently. */
export function provenanceInconsistencies(folder: ReportFolder): readonly ReportInconsistency[] {
  const { report, evidence } = folder;
  const answers = evidence.flatMap(({ response, startedAt }) =>
    response === null ? [] : [{ headers: response.headers, at: Date.parse(startedAt) }],
  );
  const reference = answers.filter(({ headers }) => headerOf(headers, 'server') === REFERENCE_SERVER_NAME);
  const off = answers
    .map(({ headers, at }) => Date.parse(headerOf(headers, 'date') ?? '') - at)
    .filter((ms) => !Number.isNaN(ms))
    .toSorted((a, b) => a - b);
  // Median, not mean: a cache may serve responses with old dates.
  const hours = (off[Math.floor(off.length / 2)] ?? 0) / HOUR_MS;
  return [
    ...strayNames(folder).slice(0, 1),
    // If this machine's clock is wrong, the date is not checked.
    ...inconsistencyUnless(
      report.startedAt >= FIRST_DAY || Date.now() < Date.parse(FIRST_DAY),
      'date',
      'startedAt',
      `is before ${FIRST_DAY}, the date of the first version of this kit`,
    ),
    ...inconsistencyUnless(
      reference.length === 0 || report.target.embedded,
      'evidence',
      'target',
      "is not the kit's own reference server, but that server sent the answers",
    ),
    ...inconsistencyUnless(
      Math.abs(hours) <= MOST_HOURS,
      'date',
      'evidence.har',
      `has Date headers that are ${String(Math.round(Math.abs(hours)))} hours ${hours < 0 ? 'before' : 'after'} the times of the run`,
    ),
  ];
}
