import { headerOf } from '../http/content.ts';
import { REFERENCE_SERVER_NAME } from '../run/prepare.ts';
import { inconsistencyUnless, type ReportInconsistency } from './inconsistency.ts';
import type { ReportFolder } from './folder.ts';

const HOUR_MS = 3600 * 1000;
/** Date of the kit's first version: no run can be older. */
const FIRST_DAY = '2026-11-21';
/** Hours by which the target's clock may be wrong: more than a time zone, less than another day. */
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
    const message = `shows ${stray ?? ''}, which no request named: one is missing, or another run had the same challenge`;
    const next = 'A challenge is for one run: ask for a new one, and run again with that.';
    return inconsistencyUnless(stray === undefined, 'evidence', id, message, next);
  });
}

/** Checks origin and time of the responses. Does not detect a forger who edits all responses consistently. */
export function originInconsistencies(folder: ReportFolder): readonly ReportInconsistency[] {
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
      `is before ${FIRST_DAY}, and this kit was not there yet`,
    ),
    ...inconsistencyUnless(
      reference.length === 0 || report.target.embedded,
      'evidence',
      'target',
      "is not the kit's own reference server, and the answers are",
    ),
    ...inconsistencyUnless(
      Math.abs(hours) <= MOST_HOURS,
      'date',
      'evidence.har',
      `has Date headers that are ${String(Math.round(Math.abs(hours)))} hours ${hours < 0 ? 'before' : 'after'} the times of the run`,
    ),
  ];
}
