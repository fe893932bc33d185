import type { RequirementId } from '../../requirements/index.ts';
import type { Violation } from '../engine/plan/index.ts';
import type { Judgement } from '../engine/judge/index.ts';
import type { Waiver, WaiverState, WaiverUse } from '../../reports/model.ts';

export interface Waived extends Judgement {
  readonly waivers?: readonly WaiverUse[];
}

/** The day and the strictness that waivers are applied with. */
export interface WaiverDay {
  /** The day of the run in UTC, `YYYY-MM-DD`. */
  readonly today: string;
  /** Whether a warning counts as a failure, and so can be waived. */
  readonly strict: boolean;
}

/**
 * Applies waivers to what was judged. A failure that a waiver names is `waived`, and so is what is undecided because of that
 * alone. Past its day a waiver changes nothing, and the report says so. A waiver of a requirement that passes is stale: the
 * requirement fails until the entry is removed, with the configuration as the cause.
 */
export function applyWaivers(
  judgements: readonly Judgement[],
  waivers: readonly Waiver[],
  day: WaiverDay,
): readonly Waived[] {
  if (waivers.length === 0) return judgements;
  const applied = judgements.map((judgement) => applyTo(judgement, waivers, day));
  const accepted = new Set(
    applied.filter(({ verdict }) => verdict === 'waived').map(({ requirement }) => requirement.id),
  );
  return applied.map((judgement) => followOn(judgement, accepted));
}

function applyTo(judgement: Judgement, waivers: readonly Waiver[], { today, strict }: WaiverDay): Waived {
  const { requirement, verdict, limitsVerdict } = judgement;
  const isBroken = verdict === 'fail' || (verdict === 'warn' && strict);
  // Where scope left a part of it out, the part that is left may be the one that fails.
  if (!isBroken && (verdict !== 'pass' || limitsVerdict)) return judgement;
  const uses = waivers.flatMap((waiver): WaiverUse[] => {
    const state = waiver.requirement === requirement.id ? stateOf(waiver, judgement, today) : undefined;
    return state === undefined ? [] : [{ ...waiver, state }];
  });
  if (uses.length === 0) return judgement;
  return isBroken ? accept(judgement, uses) : complain(judgement, uses);
}

type Found = Judgement['findings'][number];

/** Whether a waiver accepts what a check found: all of it, where that shows at several operations. */
function covers({ check, operations }: Waiver, { check: by, finding }: Found): boolean {
  if (finding.kind !== 'violation' || (check !== undefined && check !== by)) return false;
  return (
    operations === undefined ||
    (finding.spread ?? []).every(({ operation }) => operations.includes(operation))
  );
}

/** Whether a check found by chance what is accepted of others: a failure at the same operation. */
function isByTheWay({ incidental, operation }: Violation, accepted: readonly Found[]): boolean {
  return (
    incidental === true &&
    accepted.some(({ finding }) => finding.kind === 'violation' && finding.operation === operation)
  );
}

/** The state of a waiver; undefined if not all that it names was tested. */
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

/** A requirement that failed: the violations that no waiver covers are left. */
function accept(judgement: Judgement, uses: readonly WaiverUse[]): Waived {
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

/** A requirement that is met, though entries say that it fails. */
function complain(judgement: Judgement, uses: readonly WaiverUse[]): Waived {
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

/** Also waives requirements that are undecided only because of a waived failure. */
function followOn(judgement: Waived, accepted: ReadonlySet<RequirementId>): Waived {
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
      return `its waiver accepts it for ${operations.join(' and ')} alone`;
    default:
      return `stale waiver of ${check}, which passes now: remove it`;
  }
}
