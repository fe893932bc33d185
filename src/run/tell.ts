import { explain, failureOf } from '../../reports/explain.ts';
import type { RequirementReport, Verdict } from '../../reports/model.ts';
import { inertLine } from '../../reports/text.ts';
import { type Check, concerns } from '../engine/plan/index.ts';
import type { Ending, OpenRun } from './open.ts';

/** What one check says of the target by itself, in words: the worst of what it says of each requirement. */
export interface CheckVerdict {
  /** `crash` where the kit itself failed. */
  readonly verdict: Verdict | 'crash';
  readonly text: string;
}

const WORST_FIRST = [
  'fail',
  'inconclusive',
  'warn',
  'waived',
  'pass',
  'not-tested',
] as const satisfies Verdict[];

/** A check of a run on its own, by the rows of a report that knows nothing of the others. */
export function tellCheck(check: Check, ending: Ending, run: OpenRun): CheckVerdict {
  if ('abort' in ending) return { verdict: 'inconclusive', text: ending.abort.message };
  if (ending.outcome.crash !== undefined) {
    const text = `the kit itself failed, which says nothing about the target: ${ending.outcome.crash}`;
    return { verdict: 'crash', text };
  }
  const report = run.reportOf(check);
  const verdictOf = ({ verdict, cause }: RequirementReport): Verdict => {
    // Whether a waiver is still needed is not for one check to say.
    if (cause === 'configuration') return 'pass';
    return verdict === 'warn' && report.scope.strict ? 'fail' : verdict;
  };
  const rows = report.requirements.filter(
    ({ id, checks }) => concerns(check).includes(id) && checks.length > 0,
  );
  // An undecided advisory requirement makes nothing undecided but itself.
  const binding = rows.filter((row) => row.verdict !== 'inconclusive' || row.level !== 'advisory');
  const verdict = WORST_FIRST.find((worst) => binding.some((row) => verdictOf(row) === worst));
  const told = verdict === undefined ? rows : binding.filter((row) => verdictOf(row) === verdict);
  const texts = told.map((row) => {
    const isBroken = row.verdict === 'fail' || row.verdict === 'warn';
    const facts = isBroken ? explain(failureOf(row, report, run.evidence)) : [];
    return [
      `${row.id}: ${inertLine(row.reason)}`,
      ...facts
        // What was found is the reason above.
        .filter(({ kind, label }) => kind !== 'command' && label !== 'Found')
        .map(({ label, text }) => `  ${label.padEnd(9)} ${inertLine(text)}`),
    ].join('\n');
  });
  return { verdict: verdict ?? 'not-tested', text: texts.join('\n') || 'it found nothing to judge' };
}
