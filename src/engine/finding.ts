import type { RequirementId } from '../../requirements/index.ts';
import type { Operation } from '../../reports/exchange.ts';
import type { Cause, Covered, Shown } from '../../reports/model.ts';
import type { Burden } from './witness.ts';

/** The requirement was really put to the test, and no counterexample came. */
export interface Witness {
  readonly kind: 'witness';
  readonly requirement: RequirementId;
  /** What was tried, in words. */
  readonly note: string;
  /** Ids of exchanges. */
  readonly exchanges: readonly string[];
}

/** What a probe says of a counterexample; no exchange is named only where no request is involved. */
export interface Counterexample extends Shown {
  /** What the document asks here. */
  readonly expected: string;
  /** The status that had to come, where it is one. */
  readonly asked?: number;
  /** What came instead. */
  readonly actual: string;
  /** What the proof asked for; absent where no request is involved. */
  readonly operation?: Operation;
  /** It took no order of requests, though it was come upon in one: another run may not come upon it. */
  readonly byChance?: true;
  /** The input that shows it. */
  readonly input?: unknown;
  /** What it is about besides its exchanges, such as `animal 7`: see `explainedBy`. */
  readonly about?: readonly string[];
  /** Requirements whose own failure explains this one, where both are about the same exchange or thing. */
  readonly explainedBy?: readonly RequirementId[];
  /** What it takes to show it: of several violations the one that takes least is told first. Absent: nothing. */
  readonly burden?: Burden;
}

export interface Violation extends Counterexample {
  readonly kind: 'violation';
  readonly requirement: RequirementId;
  /** Whether a waiver accepts it. */
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

/** A part that the scope of the run left out. */
export interface LeftOut {
  readonly kind: 'left-out';
  readonly requirement: RequirementId;
  readonly reason: string;
  /** What would bring it in; absent where nothing would. */
  readonly next?: string;
  /** False where leaving it out is no gap of the run: an operation that the document removed. */
  readonly lowers: boolean;
}

export type Finding = Witness | Violation | Undecided | LeftOut;

/** What became of one check: plain data. */
export interface CheckOutcome {
  readonly check: string;
  readonly findings: readonly Finding[];
  /** What its properties met. */
  readonly covered?: readonly Covered[];
  /** The error that the kit itself ran into: a bug of ours, never a verdict on the target. */
  readonly crash?: string;
}
