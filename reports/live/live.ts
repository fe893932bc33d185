import type { Exchange } from '../exchange.ts';
import type { Report, RequirementReport, Verdict } from '../model.ts';
import { byTurn, isRed, type Turn } from '../compare/changes.ts';
import { runVerdicts } from '../words.ts';

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

/** What a round without a verdict is called. */
export const NO_VERDICT = { word: 'No verdict', like: 'inconclusive' } as const;

/** How many requirements are red by what is known, of whatever round. */
export function redCount({ rows, strict }: Pick<Live, 'rows' | 'strict'>): number {
  return rows.filter(({ verdict }) => isRed(verdict, strict)).length;
}

/** The last verdict and its round: `Conformant, round 3`; undefined before the first. */
export function lastVerdict({ last }: Live): string | undefined {
  return last && `${runVerdicts[last.report.verdict].word}, round ${String(last.number)}`;
}

/**
 * What stands at this moment, in a word or two. The last verdict stands until the next one does, but not while the server is
 * away, where the latest round came to none, or where something turned red since.
 */
export function headline(live: Live): { readonly word: string; readonly like: Verdict } {
  const { phase, note, last } = live;
  const red = redCount(live);
  const stands = last && runVerdicts[last.report.verdict];
  if (phase === 'waiting') return { word: 'Waiting for the server', like: 'inconclusive' };
  if (phase === 'idle' && note !== '') return NO_VERDICT;
  if (red > 0 && stands?.like !== 'fail') return { word: `${String(red)} red so far`, like: 'fail' };
  return stands ?? { word: 'No verdict yet', like: 'not-tested' };
}

/** `New red: list.complete. New green: list.success, media.json`; empty where nothing turned. */
export function turnedLine(rows: readonly LiveRow[]): string {
  return byTurn(rows, ({ turn }) => turn)
    .map(({ word, found }) => `${word}: ${found.map(({ id }) => id).join(', ')}`)
    .join('. ');
}
