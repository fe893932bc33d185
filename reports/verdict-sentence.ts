import { groupBy } from '../src/base/group-by.ts';
import { counted, isOtherDay, number, phrases, some } from './measures.ts';
import type { Report } from './model.ts';
import { inertLine } from './text.ts';
import { binding, blocksOf, countWords, onlyStaleWaivers, rowsWith } from './rows.ts';

/** Characters at most: a report that somebody made up may say what would bring a row in at any length. */
const LONGEST = 1500;

/** What the verdict on the whole means, and how far it reaches, for somebody who never saw the kit. */
export function verdictSentence(report: Report): string {
  if (report.aborted !== undefined) return cutOff(report);
  const rest = report.verdict === 'partial' ? [] : untested(report).map((text) => `${text}.`);
  return inertLine([meaning(report), ...rest].join(' '), LONGEST);
}

function meaning(report: Report): string {
  switch (report.verdict) {
    case 'conformant':
      return `Every requirement that the document states or implies${ofProfiles(report)} was put to the test and held.${warnings(report)}`;
    case 'partial':
      return `Nothing that was tested failed. Partial: ${left(report)}.`;
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
  const words = countWords({ ...totals, inconclusive: 0, 'not-tested': 0 });
  return `Stopped early; no verdict. ${words === '' ? 'Nothing was decided' : `Decided by then: ${words}`}.`;
}

function missed(report: Report): string {
  const { fail, warn } = report.totals;
  if (onlyStaleWaivers(report)) {
    return `Nothing was missed. ${counted(fail, 'stale waiver')}: remove ${fail === 1 ? 'it' : 'them'}.`;
  }
  if (fail > 0) {
    const causes = blocksOf(report).length;
    const from = causes === fail ? '' : `, from ${counted(causes, 'cause')}`;
    return `The target missed ${counted(fail, 'requirement', 'that the document states or implies')}${from}.`;
  }
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

function left(report: Report): string {
  const { totals, requirements, scope, startedAt } = report;
  const isOther = isOtherDay(scope.asOf, startedAt);
  const parts = [
    ...untested(report),
    some(totals.waived, 'waived'),
    isOther ? `judged as of ${scope.asOf}, which is not the day of the run` : '',
  ];
  const inPart = requirements.filter(
    ({ verdict, checks }) => verdict === 'pass' && checks.some((one) => one.verdict === 'not-tested'),
  );
  const names = inPart.map(({ id }) => id).join(', ') || 'a claimed profile';
  return phrases(parts, '; ') || `a part of ${names} was left out`;
}

/** What was not tested, by what would bring it in: `50 not tested: run without --read-only`. */
function untested(report: Report): readonly string[] {
  const steps = groupBy(rowsWith(report, 'not-tested'), ({ next = '' }) => next.replace(/\.$/u, ''));
  return [...steps].map(([next, rows]) =>
    // A sentence as it goes on behind a colon.
    phrases([`${number(rows.length)} not tested`, next.slice(0, 1).toLowerCase() + next.slice(1)], ': '),
  );
}
