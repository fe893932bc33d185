import type { RequirementId } from '../../requirements/index.ts';
import type { Violation } from '../kit/finding.ts';
import type { Judgement } from '../kit/judgement.ts';
import type { Waiver, WaiverState, WaiverUse } from '../../reports/model.ts';

/** A judgement, and the waivers that had a bearing on it. */
export interface Waived extends Judgement {
  readonly waivers?: readonly WaiverUse[];
}

/** What waivers are held against. */
export interface WaiverDay {
  /** The day of the run in UTC, `YYYY-MM-DD`. */
  readonly today: string;
  /** Whether a warning counts as a failure, and so can be waived. */
  readonly strict: boolean;
}

type Found = Judgement['findings'][number];

/**
 * Holds what was judged against the failures that are accepted. A failure that a waiver names is `waived`, and so is what
 * could not be decided because of nothing else. Past its day a waiver changes nothing and is told. Where what it names
 * was decided, and met, it has to go: that requirement fails until it does, with the configuration as the cause.
 */
export function applyWaivers(
  judgements: readonly Judgement[],
  waivers: readonly Waiver[],
  day: WaiverDay,
): readonly Waived[] {
  if (waivers.length === 0) return judgements;
  const applied = judgements.map((judgement) => {
    const own = waivers.filter(({ requirement }) => requirement === judgement.requirement.id);
    return own.length === 0 ? judgement : applyTo(judgement, own, day);
  });
  const accepted = new Set(
    applied.filter(({ verdict }) => verdict === 'waived').map(({ requirement }) => requirement.id),
  );
  return applied.map((judgement) => followOn(judgement, accepted));
}

function applyTo(judgement: Judgement, own: readonly Waiver[], day: WaiverDay): Waived {
  const { verdict } = judgement;
  if (verdict === 'fail' || (verdict === 'warn' && day.strict)) return accept(judgement, own, day);
  // Where scope left a part of it out, the part that is left may be the one that fails.
  if (verdict === 'pass' && !judgement.lowered) return complain(judgement, own);
  return judgement;
}

/** A requirement that is broken: what is left of that once the waivers are taken off. */
function accept(judgement: Judgement, own: readonly Waiver[], { today }: WaiverDay): Waived {
  const names = (waiver: Waiver, { check, finding }: Found): boolean =>
    finding.kind === 'violation' && (waiver.check === undefined || waiver.check === check);
  const live = own.filter(({ expires }) => expires === undefined || expires >= today);
  const findings = judgement.findings.map((found): Found => {
    const { finding } = found;
    if (finding.kind !== 'violation' || !live.some((waiver) => names(waiver, found))) return found;
    return { ...found, finding: { ...finding, waived: true } };
  });
  const open = findings.map(({ finding }) => finding).filter(isOpen);
  const uses = own.flatMap((waiver): WaiverUse[] => {
    const hit = judgement.findings.some((found) => names(waiver, found));
    if (!hit) return isMet(waiver, judgement) ? [use(waiver, 'unneeded')] : [];
    return [use(waiver, live.includes(waiver) ? 'applied' : 'expired')];
  });
  const [first] = open;
  if (first === undefined) {
    const reasons = uses.filter(({ state }) => state === 'applied').map(acceptance);
    const stale = uses.filter(({ state }) => state === 'unneeded').map(({ check }) => removal(check));
    return {
      ...judgement,
      findings,
      verdict: 'waived',
      reason: [`${reasons.join('; ')}; missed: ${judgement.reason}`, ...stale].join('; '),
      next: 'Correct the server, then remove the entry from the waiver file.',
      waivers: uses,
    };
  }
  const more = open.length === 1 ? '' : ` (and ${String(open.length - 1)} more)`;
  const notes = uses.flatMap(({ state, expires, check }) => {
    if (state === 'expired') return [`its waiver expired on ${expires ?? ''}`];
    return state === 'unneeded' ? [removal(check)] : [];
  });
  return {
    ...judgement,
    findings,
    reason: [`${first.message}${more}`, ...notes].join('; '),
    ...(uses.length === 0 ? {} : { waivers: uses }),
  };
}

/** A requirement that is met, though entries say that it fails. */
function complain(judgement: Judgement, own: readonly Waiver[]): Waived {
  const stale = own.filter((waiver) => isMet(waiver, judgement));
  if (stale.length === 0) return judgement;
  const message = `this is met now, and a waiver still says that it fails: remove this entry from the waiver file`;
  const exchanges = judgement.findings.flatMap(({ finding }) =>
    finding.kind === 'witness' ? finding.exchanges : [],
  );
  const finding: Violation = {
    kind: 'violation',
    requirement: judgement.requirement.id,
    message,
    expected: 'no waiver of what is met',
    actual: `met: ${judgement.reason}`,
    exchanges: [...new Set(exchanges)].slice(0, 5),
  };
  return {
    ...judgement,
    verdict: judgement.requirement.level === 'advisory' ? 'warn' : 'fail',
    reason: message,
    cause: 'configuration',
    next: 'Remove the entry from the waiver file, then run again.',
    findings: [...judgement.findings, { check: 'waivers/needed', finding }],
    waivers: stale.map((waiver) => use(waiver, 'unneeded')),
  };
}

/** Whether the part of a requirement that a waiver names was put to the test as a whole, and held. */
function isMet({ check }: Waiver, { findings, verdict }: Judgement): boolean {
  if (check === undefined) return verdict === 'pass';
  const own = findings.filter((found) => found.check === check).map(({ finding }) => finding.kind);
  return own.length > 0 && own.every((kind) => kind === 'witness');
}

/** What a failure that is accepted left undecided, and nothing else did, is accepted with it. */
function followOn(judgement: Waived, accepted: ReadonlySet<RequirementId>): Waived {
  if (judgement.verdict !== 'inconclusive' || judgement.cause === 'kit') return judgement;
  const open = judgement.findings.flatMap(({ finding }) => (finding.kind === 'undecided' ? [finding] : []));
  const because = open.map((finding) => finding.because);
  const [first] = because;
  if (first === undefined || because.some((id) => id === undefined || !accepted.has(id))) return judgement;
  return {
    ...judgement,
    verdict: 'waived',
    reason: `with ${first}, which is waived: ${judgement.reason}`,
    next: `Correct what ${first} names, then remove the entry from the waiver file.`,
  };
}

function isOpen(finding: Found['finding']): finding is Violation {
  return finding.kind === 'violation' && finding.waived !== true;
}

function use(waiver: Waiver, state: WaiverState): WaiverUse {
  return { ...waiver, state };
}

function acceptance({ reason, owner, expires }: WaiverUse): string {
  const notes = [
    ...(owner === undefined ? [] : [`by ${owner}`]),
    ...(expires === undefined ? [] : [`until ${expires}`]),
  ];
  return `waived${notes.length === 0 ? '' : ` ${notes.join(' ')}`}: ${reason.trim().replace(/\.$/u, '')}`;
}

function removal(check: string | undefined): string {
  return `a waiver names ${check ?? 'it'} too, which finds nothing any more: remove this entry`;
}
