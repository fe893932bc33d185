import { counted } from './measures.ts';
import type { Report, Verdict } from './model.ts';
import { binding, countWords, onlyStaleWaivers } from './rows.ts';

/** What the verdict on the whole means, in one or two sentences for somebody who never saw the kit. */
export function verdictSentence(report: Report): string {
  if (report.aborted !== undefined) return cutOff(report);
  switch (report.verdict) {
    case 'conformant':
      return `Every requirement that the document states or implies was put to the test and held.${warnings(report)}`;
    case 'partial':
      return `Nothing that was tested failed, but this is not a full certificate: ${left(report)}.`;
    case 'inconclusive': {
      const open = report.requirements.filter((row) => row.verdict === 'inconclusive' && binding(row));
      return open.length === 0
        ? 'Nothing that the document states or implies was put to the test. This is neither a pass nor a fail.'
        : `${counted(open.length, 'requirement', 'that the document states or implies')} could not be decided. This is neither a pass nor a fail.`;
    }
    case 'non-conformant':
      return missed(report);
  }
}

/** The verdicts that say something of the target. */
const DECIDED = ['pass', 'fail', 'warn', 'waived'] as const satisfies readonly Verdict[];

function cutOff({ totals }: Report): string {
  if (DECIDED.every((verdict) => totals[verdict] === 0))
    return 'The run was not carried through, and nothing was decided: this says nothing about the target.';
  const decided = Object.fromEntries(
    Object.entries(totals).map(([verdict, count]) => [
      verdict,
      (DECIDED as readonly string[]).includes(verdict) ? count : 0,
    ]),
  ) as Report['totals'];
  return (
    `The run was not carried through. What was decided by then stands: ${countWords(decided)}. ` +
    'It is not a verdict on the whole.'
  );
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

function left({ totals: { 'not-tested': untested, waived } }: Report): string {
  const were = (count: number) => `${counted(count, 'requirement')} ${count === 1 ? 'was' : 'were'}`;
  const parts = [
    ...(untested > 0 ? [`${were(untested)} left out`] : []),
    ...(waived > 0 ? [`${were(waived)} missed and waived`] : []),
  ];
  return parts.join(', and ') || 'a part of a claimed profile was left out';
}
