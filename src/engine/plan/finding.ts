import type { RequirementId } from '../../../requirements/index.ts';
import type { Operation } from '../../../reports/exchange.ts';
import type { Cause, Covered, Place, Shown } from '../../../reports/model.ts';
import { type Reply, requestText } from '../target/index.ts';
import type { Complexity } from './simplest.ts';

/** The requirement was really tested, and no counterexample came. */
export interface Witness {
  readonly kind: 'witness';
  readonly requirement: RequirementId;
  /** The input, in words. */
  readonly note: string;
  readonly exchanges: readonly string[];
}

export interface Flaw {
  /** The requirement that it breaks, where a check decides several. Default: the first that the check decides. */
  readonly requirement?: RequirementId;
  /** A sentence that a server author can act on. Default: the request, what came, and what was expected. */
  readonly message?: string;
  readonly expected: string;
  readonly actual: string;
  /** The status that had to come, where it is one. */
  readonly asked?: number;
  readonly input?: unknown;
  readonly places?: readonly Place[];
  /** Its subjects besides the exchanges, such as `animal 7`: see `possibleCauses`. */
  readonly subjects?: readonly string[];
  /** Requirements whose own failure explains this one, where both are about the same exchange or thing. */
  readonly possibleCauses?: readonly RequirementId[];
  /** The reply that this response is compared with. */
  readonly comparedWith?: readonly Reply[];
  /** Flaws of one kind are told once. Default: all flaws of a requirement are of one kind. */
  readonly kind?: string;
  /** What all that show it have in common, where the message is about one animal: `an id twice`, behind "show". Default: it. */
  readonly countedAs?: string;
  /** Of the flaws with the same words here only the latest is looked at again. Default: of those with the same input the first. */
  readonly groupKey?: string;
  /** Others may have changed what was read, legitimately: it counts only if it shows on fresh animals too. */
  readonly mayChange?: true;
}

export interface Flawed<R extends Reply = Reply> {
  readonly reply: R;
  readonly flaw: Flaw;
}

export function messageOf({ reply, flaw: { message, actual, expected } }: Flawed): string {
  return message ?? `${requestText(reply)}: ${actual}, expected ${expected}`;
}

/** The result of repeating a failure: how often it was reproduced, and what shows it. */
export interface Confirmed {
  readonly times: number;
  readonly of: number;
  readonly replies: readonly Pick<Reply, 'outcome'>[];
  readonly more?: string;
}

/** A counterexample with its evidence. */
export interface Violation
  extends Shown, Pick<Flaw, 'expected' | 'actual' | 'asked' | 'input' | 'subjects' | 'possibleCauses'> {
  readonly kind: 'violation';
  readonly requirement: RequirementId;
  /** The request of the proof. */
  readonly operation?: Operation;
  /** It took no order of requests, though it was met in one: another run may not meet it. */
  readonly incidental?: true;
  /** Its complexity: of several violations the simplest is reported first. Absent: zero. */
  readonly burden?: Complexity;
  readonly waived?: boolean;
}

/** The target gave no chance to decide. */
export interface Undecided {
  readonly kind: 'undecided';
  readonly requirement: RequirementId;
  readonly reason: string;
  readonly cause: Cause;
  /** The next step, where it is not the one that the cause always has. */
  readonly next?: string;
  /** The requirement whose failure left it undecided. */
  readonly because?: RequirementId;
  readonly exchanges: readonly string[];
}

export interface Skipped {
  readonly kind: 'left-out';
  readonly requirement: RequirementId;
  readonly reason: string;
  /** The option that would include it; absent if there is none. */
  readonly next?: string;
  /** False where leaving it out is no gap of the run: an operation that the document removed. */
  readonly limitsVerdict: boolean;
}

export type Finding = Witness | Violation | Undecided | Skipped;

export interface CheckOutcome {
  readonly check: string;
  readonly findings: readonly Finding[];
  readonly covered?: readonly Covered[];
  /** The error that the kit itself ran into: a bug of ours, never a verdict on the target. */
  readonly crash?: string;
}

/** A thing that flaws can be about: the word under which those that share it find each other. */
export const subject = {
  animal: (id: bigint | string | undefined): string => `animal ${String(id ?? 'without id')}`,
  parameter: (name: 'limit' | 'status', value?: string): string =>
    value === undefined ? name : `${name}=${value}`,
  credential: (operation: string, label: string): string => `${operation} with ${label}`,
  member: (operation: string, name: string): string => `${name} shown by ${operation}`,
  answer: (operation: string, code: number): string => `${operation} answered ${String(code)}`,
};
