import { requirements, type Profile, type RequirementId } from '../../requirements/index.ts';
import type { Exchange } from '../../reports/exchange.ts';
import type { Report, Waiver } from '../../reports/model.ts';
import { countUnanswered } from '../http/attempt.ts';
import { withoutUndefined } from '../base/without-undefined.ts';
import { monotonicDate } from '../http/monotonic-date.ts';
import type { Config } from '../config/types.ts';
import { type CheckOutcome, selectedIds } from '../engine/plan/index.ts';
import { judgeRequirements, type Judgement, type JudgingScope } from '../engine/judge/index.ts';
import type { AbortReason } from '../engine/silence/index.ts';
import { applyWaivers } from '../waivers/apply.ts';
import { assembleReport } from './assemble.ts';
import type { RunEvent } from './events.ts';

export interface RunResult {
  /** The content of report.json. */
  readonly report: Report;
  /** All requests of the run and their outcomes, redacted, in the order of sending. */
  readonly evidence: readonly Exchange[];
  /** Verdicts and their findings, in the order of the catalogue. */
  readonly judgements: readonly Judgement[];
  readonly outcomes: readonly CheckOutcome[];
  /** Stacks of errors of the kit itself: bugs, never a verdict on the target. */
  readonly crashes: readonly string[];
}

export interface RunInput {
  readonly config: Config;
  readonly waivers: readonly Waiver[];
  readonly startedAt: Date;
}

export const INTERRUPTED_ABORT: AbortReason = {
  cause: 'scope',
  message: 'The run was interrupted: the report holds the results so far. Run it again.',
  undecided: {
    reason: 'the run was cut off before this was decided',
    next: 'Run again, without an interrupt.',
  },
};

/** Returns the run so far from its events; may be called at any time. */
export function runResultFromEvents(events: readonly RunEvent[], input: RunInput): RunResult {
  const { config, waivers, startedAt } = input;
  const ofKind = <K extends RunEvent['kind']>(kind: K) =>
    events.filter((event): event is Extract<RunEvent, { kind: K }> => event.kind === kind);
  const claimed: readonly Profile[] = config.messages === null ? ['animals'] : ['animals', 'messages'];
  const scope = { selected: selectedIds(config.only), claimed };
  const outcomes = ofKind('finished').map(({ outcome }) => outcome);
  const done = new Map(outcomes.map((outcome) => [outcome.check, outcome]));
  const [begun] = ofKind('begun');
  const expected = begun?.checks ?? [];
  /** Requirements with a check that did not end. */
  const open = new Set(expected.flatMap(({ id, concerns }) => (done.has(id) ? [] : concerns)));
  const [ended] = ofKind('ended');
  const exchanges = ofKind('exchange');
  const evidence = exchanges.map(({ exchange }) => exchange);
  const interrupted = open.size > 0 ? INTERRUPTED_ABORT : undefined;
  const why = ofKind('cut-off')[0]?.why ?? interrupted;
  const judged = cutOff(judgeRequirements(requirements, outcomes, scope, evidence), scope, open, why);
  const today = startedAt.toISOString().slice(0, 10);
  const judgements = applyWaivers(judged, waivers, { today, strict: config.strict });
  const finishedAt = monotonicDate();
  const { created: stored, ...sent } = (ended ?? exchanges.at(-1))?.traffic ?? NOTHING;
  const report = assembleReport(config, claimed, judgements, {
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt.toISOString(),
    durationMs: finishedAt.getTime() - startedAt.getTime(),
    traffic: { ...sent, created: stored, unanswered: countUnanswered(evidence) },
    tag: begun?.tag,
    waits: ended?.waits,
    created: ended?.created ?? [],
    // Checks end in any order; the report lists them in the order of `begun`.
    coverage: expected.flatMap(({ id }) =>
      (done.get(id)?.covered ?? []).map((one) => ({ check: id, ...one })),
    ),
    abort: why,
  });
  const place = ({ id }: Exchange): number => Number(id.slice(1));
  return {
    report,
    evidence: evidence.toSorted((a, b) => place(a) - place(b)),
    judgements,
    outcomes,
    crashes: [
      ...ofKind('crashed').map(({ error }) => error),
      ...outcomes.flatMap(({ crash }) => crash ?? []),
    ],
  };
}

/** Returns the result that the run would have if only this check had run, without findings of other checks as causes. */
export function runResultOfCheck(id: string, events: readonly RunEvent[], input: RunInput): RunResult {
  const own = events.flatMap((event): RunEvent | readonly RunEvent[] => {
    if (event.kind === 'begun') return { ...event, checks: event.checks.filter((check) => check.id === id) };
    return event.kind === 'finished' && event.outcome.check !== id ? [] : event;
  });
  return runResultFromEvents(own, input);
}

const NOTHING = { requests: 0, retried: 0, created: 0 } as const;

/**
 * Makes each requirement with a check that did not end (`open`) inconclusive; its reason still names earlier findings. Failures
 * before a lockout stand.
 */
function cutOff(
  judgements: readonly Judgement[],
  { selected, claimed }: JudgingScope,
  open: ReadonlySet<RequirementId>,
  why: AbortReason | undefined,
): readonly Judgement[] {
  if (why === undefined) return judgements;
  const { reason, next } = why.undecided ?? { reason: why.message, next: undefined };
  return judgements.map((judgement) => {
    const { requirement, verdict } = judgement;
    const { id, profile } = requirement;
    if (!open.has(id) || !selected.has(id) || !claimed.includes(profile)) return judgement;
    const broken = verdict === 'fail' || verdict === 'warn';
    if (broken && why.isLockout === true) return judgement;
    const until = broken ? `, but before that this was found: ${judgement.reason}` : '';
    const { causedBy: _, next: _next, ...rest } = judgement;
    const undecided = {
      ...rest,
      verdict: 'inconclusive',
      reason: `${reason}${until}`,
      cause: why.cause,
    } as const;
    return { ...undecided, ...withoutUndefined({ next }) };
  });
}
