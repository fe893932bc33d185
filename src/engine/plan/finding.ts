import type { RequirementId } from '../../../requirements/index.ts';
import type { Operation } from '../../../reports/exchange.ts';
import type { Cause, ClassCoverage, ExchangePart, FindingEvidence } from '../../../reports/model.ts';
import { type Reply, requestText } from '../target/index.ts';
import type { RequestComplexity } from './simplest.ts';

/** Evidence that a requirement was tested, and that no counterexample came. */
export interface PassEvidence {
  readonly kind: 'witness';
  readonly requirement: RequirementId;
  /** The pass message, such as `12 lists, none with an id twice`. */
  readonly note: string;
  readonly exchanges: readonly string[];
}

export interface Flaw {
  /** The violated requirement. Default: the first requirement that the check decides. */
  readonly requirement?: RequirementId;
  /** A sentence that a server author can act on. Default: the request, the actual result and the expected result. */
  readonly message?: string;
  readonly expected: string;
  readonly actual: string;
  /** The required status, if exactly one status is allowed. */
  readonly requiredStatus?: number;
  readonly input?: unknown;
  readonly places?: readonly ExchangePart[];
  /** What the flaw concerns besides its exchanges, such as `animal 7`; used with `possibleCauses`. */
  readonly subjects?: readonly string[];
  /** Requirements whose failure explains this flaw, if both failures share an exchange or a subject. */
  readonly possibleCauses?: readonly RequirementId[];
  /** The replies that this response is compared with. */
  readonly comparedWith?: readonly Reply[];
  /** The kind of the flaw; only one flaw of each kind is reported. Default: all flaws of a requirement have one kind. */
  readonly kind?: string;
  /** Words for the flaw in counts, if the message names one animal: `an id twice` (in 3 of 9 lists). Default: `seen`. */
  readonly countedAs?: string;
  /** Groups flaws of which only the latest is repeated. Default: for each input, only the simplest flaw is repeated. */
  readonly groupKey?: string;
  /** Another client may have changed the data legitimately: the flaw counts only if fresh animals show it too. */
  readonly mayChange?: true;
  /** The status is missing: the flaw counts only if it shows after the consistency time too, as reads may lag. */
  readonly isMissing?: true;
}

export interface FlawedReply<R extends Reply = Reply> {
  readonly reply: R;
  readonly flaw: Flaw;
}

export function flawMessage({ reply, flaw: { message, actual, expected } }: FlawedReply): string {
  return message ?? `${requestText(reply)}: ${actual}, expected ${expected}`;
}

/** The result of repeating a failure: how often it was reproduced, and the replies that show it. */
export interface ConfirmationResult {
  readonly times: number;
  readonly of: number;
  readonly replies: readonly Pick<Reply, 'outcome'>[];
  readonly more?: string;
}

/** A counterexample with its evidence. */
export interface Violation
  extends
    FindingEvidence,
    Pick<Flaw, 'expected' | 'actual' | 'requiredStatus' | 'input' | 'subjects' | 'possibleCauses'> {
  readonly kind: 'violation';
  readonly requirement: RequirementId;
  /** The operation of the request that proves the violation. */
  readonly operation?: Operation;
  /** Seen in a sequence, but not shown to depend on the order of its requests; another run may not see it. */
  readonly incidental?: true;
  /** Of several violations, the one with the lowest complexity is reported first. Absent: zero. */
  readonly burden?: RequestComplexity;
  readonly waived?: boolean;
}

/** A requirement that the run could not decide. */
export interface UndecidedRequirement {
  readonly kind: 'undecided';
  readonly requirement: RequirementId;
  readonly reason: string;
  readonly cause: Cause;
  /** The next step, if the usual next step for this cause does not fit. */
  readonly next?: string;
  /** The failed requirement that prevents a decision on this requirement. */
  readonly because?: RequirementId;
  readonly exchanges: readonly string[];
}

export interface SkippedRequirement {
  readonly kind: 'left-out';
  readonly requirement: RequirementId;
  readonly reason: string;
  /** How to include the requirement; absent if there is no way. */
  readonly next?: string;
  /** False if the document removed the operation, so that the omission does not limit the verdict. */
  readonly limitsVerdict: boolean;
}

export type Finding = PassEvidence | Violation | UndecidedRequirement | SkippedRequirement;

export interface CheckOutcome {
  readonly check: string;
  readonly findings: readonly Finding[];
  readonly covered?: readonly ClassCoverage[];
  /** The stack of an error in the kit itself: a bug of the kit, never a verdict on the target. */
  readonly crash?: string;
}

/** Names of what flaws are about: two flaws about the same thing may be cause and effect. */
export const flawSubjectKey = {
  animal: (id: bigint | string | undefined): string => `animal ${String(id ?? 'without id')}`,
  parameter: (name: 'limit' | 'status', value?: string): string =>
    value === undefined ? name : `${name}=${value}`,
  credential: (operation: string, label: string): string => `${operation} with ${label}`,
  member: (operation: string, name: string): string => `${name} shown by ${operation}`,
  answer: (operation: string, code: number): string => `${operation} answered ${String(code)}`,
};
