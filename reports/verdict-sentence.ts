import { groupBy } from '../src/base/group-by.ts';
import { countsText, countWithNoun, isOtherDay, formatCount, joinPhrases } from './measures.ts';
import type { Report, RequirementReport } from './model.ts';
import { safeLine } from './text.ts';
import { isMandatory, groupFailuresByCause, totalsText, rowsWith } from './rows.ts';

/** Longest sentence, in characters, since a forged report may have a next step of any length. */
const LONGEST = 1500;

export function verdictSentence(report: Report): string {
  if (report.aborted !== undefined) return cutOff(report);
  const rest = report.verdict === 'partial' ? [] : untested(report).map((text) => `${text}.`);
  return safeLine([meaning(report), ...rest].join(' '), LONGEST);
}

function meaning(report: Report): string {
  switch (report.verdict) {
    case 'conformant':
      return `All mandatory requirements${ofProfiles(report)} were tested and passed.${warnings(report)}`;
    case 'partial':
      return `No tested requirement failed. Partial: ${left(report)}.`;
    case 'inconclusive': {
      const open = rowsWith(report, 'inconclusive').filter(isMandatory);
      return open.length === 0
        ? 'No mandatory requirement was tested: no verdict.'
        : `${countWithNoun(open.length, 'mandatory requirement')} ${open.length === 1 ? 'is' : 'are'} undecided: no verdict.`;
    }
    case 'non-conformant':
      return missed(report);
  }
}

function cutOff(report: Report): string {
  if (report.verdict === 'non-conformant') return `${missed(report)} Then the run stopped early.`;
  const words = totalsText({ ...report.totals, inconclusive: 0, 'not-tested': 0 });
  return `Run stopped early: no verdict. ${words === '' ? 'Nothing was decided' : `So far: ${words}`}.`;
}

function missed(report: Report): string {
  const { fail, warn } = report.totals;
  // If only stale waivers fail, the target passed.
  if (fail > 0 && rowsWith(report, 'fail').every(({ cause }) => cause === 'configuration'))
    return fail === 1
      ? 'Passed, but 1 waiver is stale: remove it.'
      : `Passed, but ${formatCount(fail)} waivers are stale: remove them.`;
  if (fail > 0) {
    const causes = groupFailuresByCause(report).length;
    const from = causes === fail ? '' : `, with ${countWithNoun(causes, 'cause')}`;
    return `${countWithNoun(fail, 'mandatory requirement')} failed${from}.`;
  }
  return `${countWithNoun(warn, 'advisory requirement')} failed, and this run counts warnings (--strict).`;
}

function warnings({ totals: { warn } }: Report): string {
  if (warn === 0) return '';
  return ` ${countWithNoun(warn, 'warning')} about good practice ${warn === 1 ? 'does' : 'do'} not change that.`;
}

/** Returns a phrase that names the claimed profiles; empty if all profiles are claimed. */
function ofProfiles({ scope: { profiles }, requirements }: Report): string {
  const all = new Set(requirements.map(({ profile }) => profile));
  return profiles.length < all.size ? ` of the profile ${profiles.join(', ')}` : '';
}

function left(report: Report): string {
  const { totals, requirements, scope, startedAt } = report;
  const isOther = isOtherDay(scope.asOf, startedAt);
  const parts = [
    ...untested(report, (row) => scope.profiles.includes(row.profile) && isGap(row)),
    countsText({ waived: totals.waived }),
    isOther ? `judged as of ${scope.asOf}, which is not the day of the run` : '',
  ];
  const inPart = requirements.filter(
    ({ verdict, checks }) =>
      verdict === 'pass' && checks.some((one) => one.verdict === 'not-tested' && one.gap !== false),
  );
  const names = inPart.map(({ id }) => id).join(', ') || 'a claimed profile';
  return joinPhrases(parts, '; ') || `a part of ${names} was left out`;
}

/** True if the verdict depends on an untested requirement, as it does unless the document removed its operation. */
function isGap({ checks }: RequirementReport): boolean {
  return checks.length === 0 || checks.some(({ gap }) => gap !== false);
}

/** Returns the counts of untested requirements by the step that would test them: `50 not tested: run without --read-only`. */
function untested(
  report: Report,
  isMeant: (row: RequirementReport) => boolean = () => true,
): readonly string[] {
  const steps = groupBy(rowsWith(report, 'not-tested').filter(isMeant), ({ next = '' }) =>
    next.replace(/\.$/u, ''),
  );
  return [...steps].map(([next, rows]) =>
    // The text after the colon starts with a lower-case letter.
    joinPhrases(
      [`${formatCount(rows.length)} not tested`, next.slice(0, 1).toLowerCase() + next.slice(1)],
      ': ',
    ),
  );
}
