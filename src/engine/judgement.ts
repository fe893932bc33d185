import type { Cause, Verdict } from '../../reports/model.ts';
import type { Profile, Requirement, RequirementId } from '../../requirements/index.ts';
import { given } from '../base/given.ts';
import type { CheckOutcome, Finding, Undecided, Violation } from './finding.ts';
import { NEXT_STEP, WIDEN } from './causes.ts';
import { compareBurdens, type Burden } from './witness.ts';

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

/** Which requirements fail on their own account, and which failure explains another. */
export interface Blame {
  /** The requirements with a violation that no other failure explains. */
  readonly failed: ReadonlySet<RequirementId>;
  /** The requirement whose own failure explains a violation, where there is one. */
  readonly explains: (violation: Violation) => RequirementId | undefined;
}

/** Whether two violations are about the same exchange, animal or parameter: only then may they have one cause. */
function shares(one: Violation, other: Violation): boolean {
  const things = new Set([...one.exchanges, ...(one.about ?? [])]);
  return [...other.exchanges, ...(other.about ?? [])].some((thing) => things.has(thing));
}

/**
 * Tells failures from what follows from them. A violation is explained by a requirement that it names in `explainedBy`,
 * where that one has a violation of its own about the same thing; never in a circle.
 */
export function blame(outcomes: readonly CheckOutcome[]): Blame {
  const violations = outcomes.flatMap(({ findings }) =>
    findings.filter((finding) => finding.kind === 'violation'),
  );
  const known = new Map<Violation, boolean>();
  const explains = (violation: Violation): RequirementId | undefined =>
    violation.explainedBy?.find((id) =>
      violations.some((other) => other.requirement === id && shares(other, violation) && isOwn(other)),
    );
  const isOwn = (violation: Violation): boolean => {
    const before = known.get(violation);
    if (before !== undefined) return before;
    known.set(violation, false);
    const own = explains(violation) === undefined;
    known.set(violation, own);
    return own;
  };
  const failed = new Set(violations.filter(isOwn).map(({ requirement }) => requirement));
  return { failed, explains };
}

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
  blamed: Blame = blame(outcomes),
): Judgement {
  const findings: Found[] = outcomes
    .flatMap(({ check, findings: all }) =>
      all
        .filter((finding) => finding.requirement === requirement.id)
        .map((finding) => {
          if (finding.kind !== 'violation') return { check, finding };
          const by = blamed.failed.has(requirement.id) ? undefined : blamed.explains(finding);
          return { check, finding: by === undefined ? finding : explained(finding, by) };
        }),
    )
    .toSorted((one, other) => compareBurdens(rankOf(one, blamed), rankOf(other, blamed)));
  const of = <K extends Finding['kind']>(kind: K) =>
    findings
      .map((found) => found.finding)
      .filter((one): one is Extract<Finding, { kind: K }> => one.kind === kind);
  const left = of('left-out');
  const base = { requirement, findings, lowered: left.some((one) => one.lowers) };

  const decided = (verdict: Verdict, reason: string, cause?: Cause, next?: string): Judgement =>
    given({ ...base, verdict, reason, cause, next });

  const broken = of('violation');
  if (broken[0] !== undefined) {
    const verdict = requirement.level === 'advisory' ? 'warn' : 'fail';
    return decided(verdict, `${broken[0].message}${others(findings)}`, 'server', NEXT_STEP.server);
  }
  const crash = outcomes.find((outcome) => outcome.crash !== undefined);
  if (crash !== undefined) {
    const reason = `the kit itself failed in ${crash.check}: this says nothing about the target`;
    return decided('inconclusive', reason, 'kit', NEXT_STEP.kit);
  }
  const open = of('undecided')[0];
  if (open !== undefined)
    return decided('inconclusive', open.reason, open.cause, open.next ?? NEXT_STEP[open.cause]);
  const witnesses = of('witness');
  if (witnesses.length > 0) return decided('pass', passReason(witnesses, left));
  if (left[0] !== undefined)
    return decided('not-tested', left[0].reason, 'scope', left.find(({ next }) => next !== undefined)?.next);
  const reason = 'no request of the run put it to the test';
  return decided('inconclusive', reason, 'test-data', NEXT_STEP['test-data']);
}

/** Checks that are named. */
const MOST_CHECKS = 3;

/** Which other checks found a requirement broken, the first finding told already; nothing where there is no other finding. */
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
 * Violations come first: what no other failure may explain, then what none does, then what came again, each time or at all,
 * and then the simplest; of those as simple what a check looked for, which says how many show it.
 */
function rankOf({ finding }: Found, { explains }: Blame): Burden {
  if (finding.kind !== 'violation') return [1];
  const { explainedBy = [], reproduced, burden = [], byChance = false } = finding;
  return [
    0,
    Math.min(1, explainedBy.length),
    Number(explains(finding) !== undefined),
    reproduced === undefined || reproduced.times === 0 ? 2 : Number(reproduced.times < reproduced.of),
    ...burden,
    Number(byChance),
  ];
}

/** What the run was to judge. */
export interface Scope {
  /** Requirements that `--only` names; all of them where it is not used. */
  readonly selected: ReadonlySet<RequirementId>;
  readonly claimed: readonly Profile[];
}

/** Decides every requirement of the catalogue. */
export function judgeAll(
  all: readonly Requirement[],
  outcomes: readonly CheckOutcome[],
  { selected, claimed }: Scope,
): readonly Judgement[] {
  const blamed = blame(outcomes);
  return all.map((requirement) => {
    const out = { requirement, verdict: 'not-tested', cause: 'scope', findings: [] } as const;
    if (!claimed.includes(requirement.profile))
      return { ...out, reason: 'the messages profile is not claimed', next: WIDEN.messages, lowered: false };
    if (!selected.has(requirement.id))
      return { ...out, reason: 'left out by --only', next: WIDEN.only, lowered: true };
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
      : given({ ...judgement, next }),
  );
}
