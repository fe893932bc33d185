import type { RequirementId } from '../../requirements/index.ts';
import type { Violation } from '../engine/plan/index.ts';
import type { Judgement } from '../engine/judge/index.ts';
import type { Waiver, WaiverState, WaiverUse } from '../../reports/model.ts';

export interface WaivedJudgement extends Judgement {
  readonly waivers?: readonly WaiverUse[];
}

/** Settings that decide how waivers apply. */
export interface WaiverContext {
  /** The day of the run in UTC, `YYYY-MM-DD`. */
  readonly today: string;
  /** True if warnings count as failures, and so can be waived. */
  readonly strict: boolean;
}

/**
 * Applies waivers to judgements. A failure becomes `waived` if a waiver covers it; so does a requirement that is undecided only
 * because of that failure. An expired waiver has no effect except for a note in the reason. A waiver of a requirement that
 * passes is stale: it makes the requirement fail, with the cause `configuration`, until somebody removes the entry.
 */
export function applyWaivers(
  judgements: readonly Judgement[],
  waivers: readonly Waiver[],
  context: WaiverContext,
): readonly WaivedJudgement[] {
  if (waivers.length === 0) return judgements;
  const applied = judgements.map((judgement) => applyTo(judgement, waivers, context));
  const accepted = new Set(
    applied.filter(({ verdict }) => verdict === 'waived').map(({ requirement }) => requirement.id),
  );
  return applied.map((judgement) => followOn(judgement, accepted));
}

function applyTo(
  judgement: Judgement,
  waivers: readonly Waiver[],
  { today, strict }: WaiverContext,
): WaivedJudgement {
  const { requirement, verdict, limitsVerdict } = judgement;
  const isBroken = verdict === 'fail' || (verdict === 'warn' && strict);
  // If the run left out a part of the requirement, its pass does not prove that the waiver is stale.
  if (!isBroken && (verdict !== 'pass' || limitsVerdict)) return judgement;
  const uses = waivers.flatMap((waiver): WaiverUse[] => {
    const state = waiver.requirement === requirement.id ? stateOf(waiver, judgement, today) : undefined;
    return state === undefined ? [] : [{ ...waiver, state }];
  });
  if (uses.length === 0) return judgement;
  return isBroken ? accept(judgement, uses) : complain(judgement, uses);
}

type Found = Judgement['findings'][number];

/** True if a waiver covers a finding, at all the operations where it shows. */
function covers({ check, operations }: Waiver, { check: by, finding }: Found): boolean {
  if (finding.kind !== 'violation' || (check !== undefined && check !== by)) return false;
  return (
    operations === undefined ||
    (finding.spread ?? []).every(({ operation }) => operations.includes(operation))
  );
}

/** True for an incidental violation at an operation of which another violation is waived. */
function isByTheWay({ incidental, operation }: Violation, accepted: readonly Found[]): boolean {
  return (
    incidental === true &&
    accepted.some(({ finding }) => finding.kind === 'violation' && finding.operation === operation)
  );
}

/** Returns the state of a waiver; undefined if the run did not test everything that the waiver names. */
function stateOf(waiver: Waiver, { findings, verdict }: Judgement, today: string): WaiverState | undefined {
  const { check, expires } = waiver;
  const own = findings.filter((found) => check === undefined || found.check === check);
  if (own.some(({ finding }) => finding.kind === 'violation')) {
    if (expires !== undefined && expires < today) return 'expired';
    return own.some((found) => covers(waiver, found)) ? 'applied' : 'outgrown';
  }
  const isMet =
    check === undefined
      ? verdict === 'pass'
      : own.length > 0 && own.every(({ finding }) => finding.kind === 'witness');
  return isMet ? 'unneeded' : undefined;
}

/** Waives the covered violations of a failed requirement; it still fails if others are left. */
function accept(judgement: Judgement, uses: readonly WaiverUse[]): WaivedJudgement {
  const applied = uses.filter(({ state }) => state === 'applied');
  const named = judgement.findings.filter((found) => applied.some((use) => covers(use, found)));
  const findings = judgement.findings.map((found): Found => {
    const { check, finding } = found;
    return finding.kind === 'violation' && (named.includes(found) || isByTheWay(finding, named))
      ? { check, finding: { ...finding, waived: true } }
      : found;
  });
  const base = { ...judgement, findings, waivers: uses };
  const open = findings.flatMap(({ finding }) =>
    finding.kind === 'violation' && finding.waived !== true ? [finding.message] : [],
  );
  const [first] = open;
  if (first === undefined) {
    const stale = uses.filter(({ state }) => state === 'unneeded').map(complaint);
    const reason = `${applied.map(acceptance).join('; ')}; missed: ${judgement.reason}`;
    return {
      ...base,
      verdict: 'waived',
      reason: [reason, ...stale].join('; '),
      next: 'Fix the server, then remove the entry from the waiver file.',
    };
  }
  const more = open.length === 1 ? '' : ` (and ${String(open.length - 1)} more)`;
  const notes = uses.filter(({ state }) => state !== 'applied').map(complaint);
  return { ...base, reason: [`${first}${more}`, ...notes].join('; ') };
}

/** Turns a passed requirement into a failure, because its waivers are stale and must be removed. */
function complain(judgement: Judgement, uses: readonly WaiverUse[]): WaivedJudgement {
  const { requirement, findings } = judgement;
  const message = 'Stale waiver: remove it. The requirement passes now';
  const exchanges = findings.flatMap(({ finding }) => (finding.kind === 'witness' ? finding.exchanges : []));
  const finding: Violation = {
    kind: 'violation',
    requirement: requirement.id,
    message,
    expected: 'no waiver of what is met',
    actual: `met: ${judgement.reason}`,
    exchanges: [...new Set(exchanges)].slice(0, 5),
  };
  return {
    ...judgement,
    verdict: requirement.level === 'advisory' ? 'warn' : 'fail',
    reason: message,
    cause: 'configuration',
    next: 'Remove the entry from the waiver file, then run again.',
    findings: [...findings, { check: 'waivers/needed', finding }],
    waivers: uses,
  };
}

/** Also waives a requirement that is undecided only because of waived failures. */
function followOn(judgement: WaivedJudgement, accepted: ReadonlySet<RequirementId>): WaivedJudgement {
  if (judgement.verdict !== 'inconclusive' || judgement.cause === 'kit') return judgement;
  const because = judgement.findings.flatMap(({ finding }) =>
    finding.kind === 'undecided' ? [finding.because] : [],
  );
  const [first] = because;
  if (first === undefined || because.some((id) => id === undefined || !accepted.has(id))) return judgement;
  return {
    ...judgement,
    verdict: 'waived',
    reason: `with ${first}, which is waived: ${judgement.reason}`,
    next: `Fix ${first}, then remove the entry from the waiver file.`,
  };
}

function acceptance({ reason, owner, expires }: WaiverUse): string {
  const by = owner === undefined ? '' : ` by ${owner}`;
  const until = expires === undefined ? '' : ` until ${expires}`;
  return `waived${by}${until}: ${reason.trim().replace(/\.$/u, '')}`;
}

function complaint({ state, expires = '', check = 'it', operations = [] }: WaiverUse): string {
  switch (state) {
    case 'expired':
      return `waiver expired on ${expires}`;
    case 'outgrown':
      return `its waiver accepts it only for ${operations.join(' and ')}`;
    default:
      return `stale waiver of ${check}, which passes now: remove it`;
  }
}
