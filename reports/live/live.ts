import type { Exchange } from '../exchange.ts';
import type { Report, RequirementReport, Verdict } from '../model.ts';
import type { Turn } from '../compare/changes.ts';

/** What a session of watching is at: a run goes on, it waits for the target to answer, or for a reason to judge again. */
export type Phase = 'judging' | 'waiting' | 'idle';

/** One requirement as it stands at this moment. */
export interface LiveRow extends Pick<RequirementReport, 'id' | 'area' | 'level'> {
  /** The latest that is known; absent before the first verdict on it. */
  readonly verdict?: Verdict;
  readonly reason?: string;
  /** Whether the round that is shown has decided it; false where the verdict is from a round before. */
  readonly fresh: boolean;
  /** What became of it since the round before. */
  readonly turn: Turn;
}

/** A round that came to its end, its report held against the one before it. */
export interface Round {
  /** Counts from 1. */
  readonly number: number;
  readonly report: Report;
  readonly evidence: readonly Exchange[];
}

/** What became of a round, for the history. */
export interface Ending {
  readonly number: number;
  /** An ISO 8601 instant. */
  readonly startedAt: string;
  /** One line: why it judged; where it was not carried through, why not. */
  readonly why: string;
  /** What turned red or green in it. */
  readonly turned: readonly LiveRow[];
  /** Absent where it was not carried through. */
  readonly found?: Pick<Report, 'verdict' | 'totals'>;
}

/** Where a session of watching stands: all that its page and its terminal show. No secret is in it. */
export interface Live {
  readonly target: string;
  readonly phase: Phase;
  /** One line: why it judges, what it waits for, or why the last round has no verdict. */
  readonly note: string;
  /** The round under way, or the last one; 0 before the first. */
  readonly number: number;
  readonly checks: { readonly done: number; readonly all: number };
  readonly requests: number;
  /** What the session has added to the target, or may have, and the most that it may. */
  readonly animals: { readonly added: number; readonly most: number };
  readonly strict: boolean;
  readonly rows: readonly LiveRow[];
  /** How rounds ended, the latest first; without those that were given up before anything had turned. */
  readonly endings: readonly Ending[];
  /** The last round that was carried through. */
  readonly last?: Round;
}
