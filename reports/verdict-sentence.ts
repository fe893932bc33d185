import { groupBy } from '../src/base/group-by.ts';
import { counted, number } from './measures.ts';
import type { Report } from './model.ts';
import { isOtherDay } from './other-day.ts';
import { inertLine } from './text.ts';
import { binding, countWords, onlyStaleWaivers, rowsWith } from './rows.ts';

/** Characters at most: a report that somebody made up may say what would bring a row in at any length. */
const LONGEST = 1500;

/** What the verdict on the whole means, and how far it reaches, for somebody who never saw the kit. */
export function verdictSentence(report: Report): string {
  if (report.aborted !== undefined) return cutOff(report);
  return inertLine([meaning(report), ...reach(report)].join(' '), LONGEST);
}

function meaning(report: Report): string {
  switch (report.verdict) {
    case 'conformant':
      return `Every requirement that the document states or implies${ofProfiles(report)} was put to the test and held.${warnings(report)}`;
    case 'partial':
      return `Nothing that was tested failed, but this is not a full certificate: ${left(report)}.`;
    case 'inconclusive': {
      const open = rowsWith(report, 'inconclusive').filter(binding);
      return open.length === 0
        ? 'Nothing that the document states or implies was put to the test. This is neither a pass nor a fail.'
        : `${counted(open.length, 'requirement', 'that the document states or implies')} could not be decided. This is neither a pass nor a fail.`;
    }
    case 'non-conformant':
      return missed(report);
  }
}

function cutOff({ totals }: Report): string {
  const decided = { ...totals, inconclusive: 0, 'not-tested': 0 };
  const words = countWords(decided);
  return words === ''
    ? 'The run was not carried through, and nothing was decided: this says nothing about the target.'
    : `The run was not carried through. What was decided by then stands: ${words}. It is not a verdict on the whole.`;
}

function missed(report: Report): string {
  const { fail, warn } = report.totals;
  if (onlyStaleWaivers(report)) {
    const names = fail === 1 ? 'names' : 'name';
    return `Nothing was missed, but ${counted(fail, 'waiver')} ${names} what is met, and this run was asked to fail until such entries are removed.`;
  }
  if (fail > 0)
    return `The target missed ${counted(fail, 'requirement', 'that the document states or implies')}.`;
  return `The target missed ${counted(warn, 'advisory requirement')}, and this run was asked to count warnings (strict).`;
}

function warnings({ totals: { warn } }: Report): string {
  if (warn === 0) return '';
  return ` ${counted(warn, 'warning')} about good practice ${warn === 1 ? 'does' : 'do'} not change that.`;
}

/** Whose requirements they are, where that is not all of them. */
function ofProfiles({ scope: { profiles }, requirements }: Report): string {
  const all = new Set(requirements.map(({ profile }) => profile));
  return profiles.length < all.size ? ` of the profile ${profiles.join(', ')}` : '';
}

function left({ totals: { waived }, requirements, scope, startedAt }: Report): string {
  const untested = requirements.filter(
    ({ verdict, profile }) => verdict === 'not-tested' && scope.profiles.includes(profile),
  ).length;
  const parts = [
    ...(untested > 0 ? [`${were(untested)} left out`] : []),
    ...(waived > 0 ? [`${were(waived)} missed and waived`] : []),
    ...(isOtherDay(scope.asOf, startedAt)
      ? [`it was judged as of ${scope.asOf}, which is not the day of the run`]
      : []),
  ];
  const inPart = requirements.filter(
    ({ verdict, checks }) => verdict === 'pass' && checks.some((one) => one.verdict === 'not-tested'),
  );
  const names = inPart.map(({ id }) => id).join(', ') || 'a claimed profile';
  return parts.join(', and ') || `a part of ${names} was left out`;
}

function were(requirements: number): string {
  return `${counted(requirements, 'requirement')} ${requirements === 1 ? 'was' : 'were'}`;
}

/** How much was asked, what got no answer, and what was not tested, with what would bring it in. */
function reach(report: Report): readonly string[] {
  const steps = groupBy(rowsWith(report, 'not-tested'), ({ next = '' }) => next);
  const untested = [...steps].map(
    ([next, rows]) => `${were(rows.length)} not tested${next === '' ? '.' : `: ${uncapped(next)}`}`,
  );
  return [...asked(report), ...untested];
}

/** A sentence as it goes on behind a colon. */
function uncapped(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}

function asked({ coverage = [], traffic: { requests, unanswered = 0 } }: Report): readonly string[] {
  const classes = coverage.reduce((sum, one) => sum + one.of, 0);
  if (classes === 0) return [];
  const met = coverage.reduce((sum, one) => sum + one.classes.length, 0);
  const unmet = coverage.flatMap((one) => one.missed ?? []);
  const silent = unmet.filter(({ why }) => why === 'unanswered').length;
  const why = [
    ...(silent > 0 ? [`${number(silent)} never answered`] : []),
    ...(unmet.length > silent ? [`${number(unmet.length - silent)} left out`] : []),
  ].join(', ');
  const none = `${number(unanswered)} of them ${unanswered === 1 ? 'was' : 'were'} never answered`;
  return [
    `The run met ${number(met)} of ${number(classes)} classes of input${why === '' ? '' : ` (${why})`} in ${counted(requests, 'request')}; ${unanswered === 0 ? 'each was answered' : none}.`,
  ];
}
