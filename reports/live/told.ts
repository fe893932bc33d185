import { byTurn, isRed } from '../compare/changes.ts';
import type { Verdict } from '../model.ts';
import { runVerdicts } from '../words.ts';
import type { Live, LiveRow } from './live.ts';

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
