import type { Cause, Verdict } from '../../reports/model.ts';
import type { Profile, Requirement, RequirementId } from '../../requirements/index.ts';
import { blame, type Blame } from './blame.ts';
import type { CheckOutcome, Finding, Undecided, Violation } from './finding.ts';
import { NEXT_STEP, WIDEN } from './causes.ts';

/** What the findings of a run say about one requirement. */
export interface Judgement {
  readonly requirement: Requirement;
  readonly verdict: Verdict;
  readonly reason: string;
  /** With every verdict other than pass. */
  readonly cause?: Cause;
  /** What the reader can do; absent where nothing helps. */
  readonly next?: string;
  /** Findings by check, violations that another failure explains turned into undecided ones. */
  readonly findings: readonly { readonly check: string; readonly finding: Finding }[];
  /** Whether scope left out something of it that the run could have judged. */
  readonly lowered: boolean;
}

type Found = Judgement['findings'][number];

function explained(violation: Violation, by: RequirementId): Undecided {
  return {
    kind: 'undecided',
    requirement: violation.requirement,
    reason: `not decided because ${by} fails: ${violation.message}`,
    cause: 'server',
    next: `Correct what ${by} names first, then run again.`,
    because: by,
    exchanges: violation.exchanges,
  };
}

/**
 * Decides one requirement from the findings about it. A counterexample is a `fail` (`warn` where the requirement is
 * advisory); else anything undecided is `inconclusive`; else a witness is a `pass`; else scope left it out. No finding
 * at all is never a pass.
 * @param blamed which violations another failure explains, from {@link blame}
 */
export function judgeRequirement(
  requirement: Requirement,
  outcomes: readonly CheckOutcome[],
  blamed: Blame,
): Judgement {
  const findings: Found[] = outcomes.flatMap(({ check, findings: all }) =>
    all
      .filter((finding) => finding.requirement === requirement.id)
      .map((finding) => {
        if (finding.kind !== 'violation') return { check, finding };
        const by = blamed.failed.has(requirement.id) ? undefined : blamed.explains(finding);
        return { check, finding: by === undefined ? finding : explained(finding, by) };
      }),
  );
  const of = <K extends Finding['kind']>(kind: K) =>
    findings
      .map((found) => found.finding)
      .filter((one): one is Extract<Finding, { kind: K }> => one.kind === kind);
  const left = of('left-out');
  const base = { requirement, findings, lowered: left.some((one) => one.lowers) };

  const broken = of('violation');
  if (broken[0] !== undefined) {
    const verdict = requirement.level === 'advisory' ? 'warn' : 'fail';
    const more = broken.length === 1 ? '' : ` (and ${String(broken.length - 1)} more)`;
    return {
      ...base,
      verdict,
      reason: `${broken[0].message}${more}`,
      cause: 'server',
      next: NEXT_STEP.server,
    };
  }
  const crash = outcomes.find((outcome) => outcome.crash !== undefined);
  if (crash !== undefined) {
    const reason = `the kit itself failed in ${crash.check}: this says nothing about the target`;
    return { ...base, verdict: 'inconclusive', reason, cause: 'kit', next: NEXT_STEP.kit };
  }
  const open = of('undecided')[0];
  if (open !== undefined) {
    const next = step(open.next ?? NEXT_STEP[open.cause]);
    return { ...base, verdict: 'inconclusive', reason: open.reason, cause: open.cause, ...next };
  }
  const witnesses = of('witness');
  if (witnesses.length > 0) {
    return { ...base, verdict: 'pass', reason: passReason(witnesses, left) };
  }
  if (left[0] !== undefined) {
    return {
      ...base,
      verdict: 'not-tested',
      reason: left[0].reason,
      cause: 'scope',
      ...step(left.find(({ next }) => next !== undefined)?.next),
    };
  }
  const reason = 'no request of the run put it to the test';
  return { ...base, verdict: 'inconclusive', reason, cause: 'test-data', next: NEXT_STEP['test-data'] };
}

function step(next: string | undefined): { readonly next?: string } {
  return next === undefined ? {} : { next };
}

function passReason(
  witnesses: readonly { readonly note: string }[],
  left: readonly { readonly reason: string }[],
): string {
  const notes = [...new Set(witnesses.map(({ note }) => note))].join('; ');
  const missing = [...new Set(left.map(({ reason }) => reason))].join('; ');
  return missing === '' ? notes : `${notes}; left out: ${missing}`;
}

/** What the run was to judge. */
export interface Scope {
  /** Requirements that `--only` names; all of them where it is not used. */
  readonly selected: ReadonlySet<RequirementId>;
  readonly claimed: readonly Profile[];
}

function outOfScope(requirement: Requirement, reason: string, next: string, lowered: boolean): Judgement {
  return {
    requirement,
    verdict: 'not-tested',
    reason,
    cause: 'scope',
    next,
    findings: [],
    lowered,
  };
}

/** Decides every requirement of the catalogue. */
export function judgeAll(
  all: readonly Requirement[],
  outcomes: readonly CheckOutcome[],
  { selected, claimed }: Scope,
): readonly Judgement[] {
  const blamed = blame(outcomes);
  return all.map((requirement) => {
    if (!claimed.includes(requirement.profile)) {
      return outOfScope(requirement, 'the messages profile is not claimed', WIDEN.messages, false);
    }
    if (!selected.has(requirement.id)) return outOfScope(requirement, 'left out by --only', WIDEN.only, true);
    return judgeRequirement(requirement, outcomes, blamed);
  });
}

/**
 * Every requirement in scope undecided, because the run could not begin or was cut off before it was decided. What to do
 * is in the message.
 */
export function judgeNone(
  all: readonly Requirement[],
  scope: Scope,
  abort: { readonly cause: Cause; readonly message: string },
): readonly Judgement[] {
  return judgeAll(all, [], scope).map(({ next, ...judgement }) =>
    judgement.verdict === 'inconclusive'
      ? { ...judgement, reason: abort.message, cause: abort.cause }
      : { ...judgement, ...step(next) },
  );
}
