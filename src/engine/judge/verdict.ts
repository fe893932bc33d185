import type { RunVerdict, Verdict } from '../../../reports/model.ts';
import type { Profile } from '../../../requirements/index.ts';
import type { Judgement } from './judgement.ts';

export type JudgedRequirement = Pick<Judgement, 'verdict' | 'limitsVerdict'> & {
  readonly requirement: Pick<Judgement['requirement'], 'level' | 'profile'>;
};

/** `otherDay`: true if `--as-of` names a day other than the day of the run: the verdict is then `partial` at best. */
export function combineVerdicts(
  judged: readonly JudgedRequirement[],
  strict: boolean,
  otherDay = false,
): RunVerdict {
  const has = (verdict: Verdict) => judged.filter((one) => one.verdict === verdict);
  if (has('fail').length > 0 || (strict && has('warn').length > 0)) return 'non-conformant';
  if (has('inconclusive').some((one) => one.requirement.level !== 'advisory')) return 'inconclusive';
  const narrowed = otherDay || judged.some((one) => one.limitsVerdict) || has('waived').length > 0;
  return narrowed ? 'partial' : 'conformant';
}

/** The verdict on the whole run: `inconclusive` if no requirement was decided. */
export function wholeRunVerdict(
  judged: readonly JudgedRequirement[],
  strict: boolean,
  otherDay = false,
): RunVerdict {
  const verdict = combineVerdicts(judged, strict, otherDay);
  const empty = judged.every((one) => one.verdict === 'not-tested' || one.verdict === 'inconclusive');
  return empty ? 'inconclusive' : verdict;
}

/** The verdict of each claimed profile; `otherDay` only affects the profile `animals`. */
export function profileVerdicts(
  judged: readonly JudgedRequirement[],
  claimed: readonly Profile[],
  strict: boolean,
  otherDay = false,
): Partial<Record<Profile, RunVerdict>> {
  const entries = claimed.map((profile) => {
    const own = judged.filter((one) => one.requirement.profile === profile);
    return [profile, combineVerdicts(own, strict, otherDay && profile === 'animals')] as const;
  });
  return Object.fromEntries(entries);
}
