import type { Report } from '../../reports/model.ts';
import { isOtherDay } from '../../reports/other-day.ts';
import { profileVerdicts, wholeVerdict, type Judged } from '../kit/verdict.ts';
import { unless, type Disagreement } from './disagreement.ts';

/** What does not hold together in what a report says of the whole: verdicts, scope, dates. */
export function wholeDisagreements(report: Report): readonly Disagreement[] {
  return [...verdicts(report), ...scope(report), ...dates(report)];
}

function verdicts(report: Report): readonly Disagreement[] {
  const { aborted, scope: asked } = report;
  const judged = report.requirements.map((row): Judged => ({
    verdict: row.verdict,
    requirement: row,
    lowered: lowered(row, report),
  }));
  const otherDay = isOtherDay(asked.asOf, report.startedAt);
  const whole = aborted === undefined ? wholeVerdict(judged, asked.strict, otherDay) : 'inconclusive';
  const found = profileVerdicts(judged, asked.profiles, asked.strict, otherDay);
  return [
    ...unless(
      report.verdict === whole,
      'verdict',
      'verdict',
      `is ${report.verdict}, and the requirements come to ${whole}`,
    ),
    ...asked.profiles.flatMap((profile) => {
      const expected = aborted === undefined ? found[profile] : 'inconclusive';
      return unless(
        report.profiles[profile] === expected,
        'verdict',
        `profiles.${profile}`,
        `is ${String(report.profiles[profile])}, and its requirements come to ${String(expected)}`,
      );
    }),
    ...unless(
      Object.keys(report.profiles).length === asked.profiles.length,
      'scope',
      'profiles',
      `has a verdict on ${Object.keys(report.profiles).join(', ')}, and claimed are ${asked.profiles.join(', ')}`,
    ),
  ];
}

/** Whether scope left out something of a requirement that the run could have judged. */
function lowered(
  { profile, verdict, checks }: Report['requirements'][number],
  { scope: asked }: Report,
): boolean {
  if (!asked.profiles.includes(profile)) return false;
  if (checks.length === 0) return verdict === 'not-tested';
  return checks.some((check) => check.verdict === 'not-tested' && check.gap !== false);
}

function scope({ scope: asked, target, traffic }: Report): readonly Disagreement[] {
  const claimed = target.messagesUrl === null ? 'animals' : 'animals, messages';
  return [
    ...unless(
      asked.profiles.join(', ') === claimed,
      'scope',
      'scope.profiles',
      `are ${asked.profiles.join(', ')}, and the addresses claim ${claimed}`,
    ),
    ...unless(
      traffic.created <= asked.maxCreated,
      'scope',
      'traffic.created',
      `is ${String(traffic.created)}, and at most ${String(asked.maxCreated)} were allowed`,
    ),
    ...unless(
      !asked.readOnly || traffic.created === 0,
      'scope',
      'traffic.created',
      `is ${String(traffic.created)} in a read-only run`,
    ),
  ];
}

/** Milliseconds by which two clocks of one machine may differ. */
const ROUNDED = 1;

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

/** A clock may be a day off, with its zone. */
const DAY_MS = 24 * 3600 * 1000;
