import type { Verdict } from '../model.ts';

/** What became of a requirement since the round before: only what was red, or is. */
export type Turn = 'new-red' | 'still-red' | 'red' | 'pending' | 'new-green' | 'unsure' | 'none';

/** The turns that are told, what asks for action first, in words. */
export const turnWords = {
  'new-red': 'New red',
  'still-red': 'Still red',
  red: 'Red',
  pending: 'Was red, not judged again yet',
  unsure: 'Was red, undecided now',
  'new-green': 'New green',
} as const satisfies Record<Exclude<Turn, 'none'>, string>;

/** Those turns, in that order. */
export const turns = Object.keys(turnWords) as readonly Exclude<Turn, 'none'>[];

/** Whether a verdict asks its reader to do something; a warning does only where it counts. */
export function isRed(verdict: Verdict | undefined, strict: boolean): boolean {
  return verdict === 'fail' || (verdict === 'warn' && strict);
}

/**
 * What became of a requirement from one round to the next.
 * @param before undefined where no round before has a verdict on it: then nothing is new
 * @param now undefined where the round has not come to it
 */
export function turnOf(before: Verdict | undefined, now: Verdict | undefined, strict: boolean): Turn {
  const was = isRed(before, strict);
  if (now === undefined) return was ? 'pending' : 'none';
  if (isRed(now, strict)) return before === undefined ? 'red' : was ? 'still-red' : 'new-red';
  if (!was) return 'none';
  return now === 'inconclusive' || now === 'not-tested' ? 'unsure' : 'new-green';
}
