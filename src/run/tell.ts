import { requirement } from '../../requirements/index.ts';
import { answerLine, requestLine } from '../../reports/rows.ts';
import { inertLine, jsonLine } from '../../reports/text.ts';
import type { Exchange } from '../../reports/exchange.ts';
import type { Verdict } from '../../reports/model.ts';
import { concerns, type Check } from '../engine/check.ts';
import type { Violation } from '../engine/finding.ts';
import { judgeRequirement, type Judgement } from '../engine/judgement.ts';
import { applyWaivers, type Waived } from '../waivers/apply.ts';
import type { Ending, OpenRun } from './open.ts';

/** What one check says of the target by itself, in words: the worst of what it says of each requirement. */
export interface CheckVerdict {
  /** `crash` where the kit itself failed. */
  readonly verdict: Verdict | 'crash';
  readonly text: string;
}

/** What of a run it takes to judge a check. */
type RunView = Pick<OpenRun, 'config' | 'waivers' | 'evidence'>;

const WORST_FIRST = [
  'fail',
  'inconclusive',
  'warn',
  'waived',
  'pass',
  'not-tested',
] as const satisfies Verdict[];

/** Judges a check of a run on its own: what another check found, and may explain it, is not known here. */
export function tellCheck(check: Check, ending: Ending, run: RunView): CheckVerdict {
  if ('abort' in ending) return { verdict: 'inconclusive', text: ending.abort.message };
  const { outcome } = ending;
  if (outcome.crash !== undefined) {
    const text = `the kit itself failed, which says nothing about the target: ${outcome.crash}`;
    return { verdict: 'crash', text };
  }
  const judged = concerns(check)
    .map((id) => judgeRequirement(requirement(id), [outcome]))
    // Another check may have something to say of the others.
    .filter(({ findings }) => findings.length > 0)
    .map((judgement) => accept(judgement, run));
  // An undecided advisory requirement makes nothing undecided but itself.
  const binding = judged.filter(
    (one) => one.verdict !== 'inconclusive' || one.requirement.level !== 'advisory',
  );
  const verdict = WORST_FIRST.find((worst) => binding.some((one) => one.verdict === worst));
  const told = verdict === undefined ? judged : binding.filter((one) => one.verdict === verdict);
  const text = told.map((one) => words(one, run.evidence)).join('\n');
  return { verdict: verdict ?? 'not-tested', text: text || 'it found nothing to judge' };
}

/** A failure is held against the waivers; whether another is still needed is not for one check to say. */
function accept(judgement: Judgement, { config: { strict }, waivers }: RunView): Waived {
  if (judgement.verdict !== 'fail' && judgement.verdict !== 'warn') return judgement;
  const today = new Date().toISOString().slice(0, 10);
  const [waived = judgement] = applyWaivers([judgement], waivers, { today, strict });
  return waived.verdict === 'warn' && strict ? { ...waived, verdict: 'fail' } : waived;
}

function words(
  { requirement: row, verdict, reason, findings }: Judgement,
  evidence: readonly Exchange[],
): string {
  if (verdict !== 'fail' && verdict !== 'warn') return `${row.id}: ${inertLine(reason)}`;
  const violations = findings.flatMap(({ finding }) => (finding.kind === 'violation' ? [finding] : []));
  return violations.map((one) => inFull(one, evidence)).join('\n');
}

function inFull(one: Violation, evidence: readonly Exchange[]): string {
  const proof = evidence.find(({ id }) => id === (one.proof ?? one.exchanges.at(-1)));
  const lines = [
    `${one.requirement}: ${inertLine(one.message)}`,
    `  Asked     ${requirement(one.requirement).statement}`,
    `  Expected  ${inertLine(one.expected)}`,
    `  Actual    ${inertLine(one.actual)}`,
    ...(one.input === undefined ? [] : [`  Input     ${inertLine(jsonLine(one.input))}`]),
    ...(proof === undefined
      ? []
      : [`  Request   ${inertLine(requestLine(proof), 200)}`, `  Answer    ${inertLine(answerLine(proof))}`]),
  ];
  return lines.join('\n');
}
