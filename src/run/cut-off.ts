import type { RequirementId } from '../../requirements/index.ts';
import type { Judgement, Scope } from '../kit/judgement.ts';
import type { Abort } from '../kit/preflight.ts';

/** Why a run that somebody ended says nothing of what it had not come to. */
export const INTERRUPTED: Abort = {
  cause: 'scope',
  message:
    'The run was interrupted before it was done: what it had found out until then is in the report. Run it again.',
};

/**
 * What a run that was cut off still says: a requirement is decided only where each of its checks came to its end.
 * @param open requirements of which a check did not; where even the checks were not known, everything is open
 */
export function cutOff(
  judgements: readonly Judgement[],
  { selected, claimed }: Scope,
  open: ReadonlySet<RequirementId>,
  why: Abort,
): readonly Judgement[] {
  return judgements.map((judgement) => {
    const { id, profile } = judgement.requirement;
    const judged = selected.has(id) && claimed.includes(profile);
    return judged && open.has(id) ? undone(judgement, why) : judgement;
  });
}

/** A requirement that was left half judged: what was found until then is told, and claims nothing. */
function undone(judgement: Judgement, { cause, undecided }: Abort): Judgement {
  const broken = judgement.verdict === 'fail' || judgement.verdict === 'warn';
  const until = broken ? `, though until then this was found: ${judgement.reason}` : '';
  return {
    ...judgement,
    verdict: 'inconclusive',
    reason: `${undecided?.reason ?? 'the run was cut off before this was decided'}${until}`,
    cause,
    next: undecided?.next ?? 'Run again, and let it come to its end.',
  };
}
