import type { Exchange } from '../../../reports/exchange.ts';
import type { Cause, Verdict } from '../../../reports/model.ts';
import type { Profile, Requirement, RequirementId } from '../../../requirements/index.ts';
import { withoutUndefined } from '../../base/without-undefined.ts';
import {
  type RequestComplexity,
  type CheckOutcome,
  compareComplexity,
  type Finding,
  type UndecidedRequirement,
  type Violation,
} from '../plan/index.ts';
import { attributeCauses, failuresToFixFirst, type CauseAttribution } from './cause-graph.ts';
import { fixFirstText, NEXT_STEP_BY_CAUSE, NEXT_STEP_WIDEN_SCOPE } from '../target/index.ts';

export interface Judgement {
  readonly requirement: Requirement;
  readonly verdict: Verdict;
  readonly reason: string;
  /** Present with every verdict except `pass`. */
  readonly cause?: Cause;
  readonly next?: string;
  /** Findings by check; a violation that another failure explains is turned into an undecided finding. */
  readonly findings: readonly { readonly check: string; readonly finding: Finding }[];
  /** True if the options of the run left out something that it could otherwise have judged. */
  readonly limitsVerdict: boolean;
  /** The first failure of the chain that makes this requirement fail or leaves it undecided; it has no cause itself. */
  readonly causedBy?: RequirementId;
}

type Found = Judgement['findings'][number];

function explained(violation: Violation, by: RequirementId): UndecidedRequirement {
  return {
    kind: 'undecided',
    requirement: violation.requirement,
    reason: `blocked by ${by}: ${violation.message}`,
    cause: 'server',
    next: fixFirstText(by),
    because: by,
    exchanges: violation.exchanges,
  };
}

/**
 * A violation gives `fail` (`warn` if advisory); otherwise a crash of the kit or an undecided finding gives `inconclusive`;
 * otherwise a witness gives `pass`; otherwise a left-out finding gives `not-tested`. Without findings, the verdict is never
 * `pass`.
 */
export function judgeRequirement(
  requirement: Requirement,
  outcomes: readonly CheckOutcome[],
  attribution: CauseAttribution = attributeCauses(outcomes),
): Judgement {
  const findings: Found[] = outcomes
    .flatMap(({ check, findings: all }) =>
      all
        .filter((finding) => finding.requirement === requirement.id)
        .map((finding) => {
          if (finding.kind !== 'violation') return { check, finding };
          const by = attribution.failed.has(requirement.id) ? undefined : attribution.causeOf(finding);
          return { check, finding: by === undefined ? finding : explained(finding, by) };
        }),
    )
    .toSorted((one, other) => compareComplexity(rankOf(one, attribution), rankOf(other, attribution)));
  const of = <K extends Finding['kind']>(kind: K) =>
    findings
      .map((found) => found.finding)
      .filter((one): one is Extract<Finding, { kind: K }> => one.kind === kind);
  const left = of('left-out');
  const base = { requirement, findings, limitsVerdict: left.some((one) => one.limitsVerdict) };

  const decided = (verdict: Verdict, reason: string, cause?: Cause, next?: string): Judgement =>
    withoutUndefined({ ...base, verdict, reason, cause, next });

  const broken = of('violation');
  if (broken[0] !== undefined) {
    const verdict = requirement.level === 'advisory' ? 'warn' : 'fail';
    return decided(verdict, `${broken[0].message}${others(findings)}`, 'server', NEXT_STEP_BY_CAUSE.server);
  }
  const crash = outcomes.find((outcome) => outcome.crash !== undefined);
  if (crash !== undefined) {
    const reason = `the kit itself failed in ${crash.check}: this says nothing about the target`;
    return decided('inconclusive', reason, 'kit', NEXT_STEP_BY_CAUSE.kit);
  }
  const open = of('undecided')[0];
  if (open !== undefined)
    return decided('inconclusive', open.reason, open.cause, open.next ?? NEXT_STEP_BY_CAUSE[open.cause]);
  const witnesses = of('witness');
  if (witnesses.length > 0) return decided('pass', passReason(witnesses, left));
  if (left[0] !== undefined)
    return decided('not-tested', left[0].reason, 'scope', left.find(({ next }) => next !== undefined)?.next);
  const reason = 'not tested by any request of this run';
  return decided('inconclusive', reason, 'test-data', NEXT_STEP_BY_CAUSE['test-data']);
}

const MOST_CHECKS = 3;

/** Names the other checks with a violation of the requirement; empty if there is no other violation. */
function others(findings: readonly Found[]): string {
  const [first, ...more] = findings.filter(({ finding }) => finding.kind === 'violation');
  if (more.length === 0) return '';
  const checks = [...new Set(more.map(({ check }) => check))].filter((check) => check !== first?.check);
  if (checks.length === 0)
    return ` (and ${String(more.length)} more ${more.length === 1 ? 'finding' : 'findings'})`;
  const named = checks.slice(0, MOST_CHECKS).join(', ');
  const rest = checks.length - MOST_CHECKS;
  return ` (also found by ${named}${rest > 0 ? ` and ${String(rest)} more` : ''})`;
}

function passReason(
  witnesses: readonly { readonly note: string }[],
  left: readonly { readonly reason: string }[],
): string {
  const notes = [...new Set(witnesses.map(({ note }) => note))].join('; ');
  const missing = [...new Set(left.map(({ reason }) => reason))].join('; ');
  return missing === '' ? notes : `${notes}; left out: ${missing}`;
}

/**
 * The sort key of a finding. Violations come first: without possible causes, then without an actual cause, then reproduced more
 * often, then simpler, then not `incidental`.
 */
function rankOf({ finding }: Found, { causeOf }: CauseAttribution): RequestComplexity {
  if (finding.kind !== 'violation') return [1];
  const { possibleCauses = [], reproduced, burden = [], incidental = false } = finding;
  return [
    0,
    Math.min(1, possibleCauses.length),
    Number(causeOf(finding) !== undefined),
    reproduced === undefined || reproduced.times === 0 ? 2 : Number(reproduced.times < reproduced.of),
    ...burden,
    Number(incidental),
  ];
}

export interface JudgingScope {
  /** Requirements that `--only` selects; all requirements if it is not used. */
  readonly selected: ReadonlySet<RequirementId>;
  readonly claimed: readonly Profile[];
}

/** Judges every requirement. A requirement names the failure that caused its result only if the evidence shows that cause. */
export function judgeRequirements(
  all: readonly Requirement[],
  outcomes: readonly CheckOutcome[],
  { selected, claimed }: JudgingScope,
  evidence: readonly Exchange[] = [],
): readonly Judgement[] {
  const attribution = attributeCauses(outcomes);
  const judged = all.map((requirement): Judgement => {
    const out = { requirement, verdict: 'not-tested', cause: 'scope', findings: [] } as const;
    if (!claimed.includes(requirement.profile))
      return {
        ...out,
        reason: 'the messages profile is not claimed',
        next: NEXT_STEP_WIDEN_SCOPE.messages,
        limitsVerdict: false,
      };
    if (!selected.has(requirement.id))
      return { ...out, reason: 'left out by --only', next: NEXT_STEP_WIDEN_SCOPE.only, limitsVerdict: true };
    return judgeRequirement(requirement, outcomes, attribution);
  });
  const causes = failuresToFixFirst(judged, evidence);
  return judged.map((judgement) => {
    const causedBy = causes.get(judgement.requirement.id);
    if (causedBy === undefined) return openAsWell(judgement, judged);
    const isOpen = judgement.verdict === 'inconclusive';
    return { ...judgement, causedBy, ...(isOpen && { cause: 'server', next: fixFirstText(causedBy) }) };
  });
}

/** Copies cause and next step to an undecided requirement from the undecided requirement that blocks it. */
function openAsWell(judgement: Judgement, judged: readonly Judgement[]): Judgement {
  if (judgement.verdict !== 'inconclusive') return judgement;
  const open = judgement.findings.find(({ finding }) => finding.kind === 'undecided')?.finding;
  const because = open?.kind === 'undecided' ? open.because : undefined;
  const other = judged.find(({ requirement }) => requirement.id === because);
  if (other?.verdict !== 'inconclusive') return judgement;
  const { cause, next } = other;
  return { ...judgement, ...withoutUndefined({ cause, next }) };
}
