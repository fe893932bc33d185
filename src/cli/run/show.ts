import { requirement } from '../../../requirements/index.ts';
import type { RequirementId } from '../../../requirements/index.ts';
import type { Progress } from '../../../reports/render/terminal/progress.ts';
import type { Dispatch } from '../../vitest/bridge.ts';
import type { Violation } from '../../kit/finding.ts';

/**
 * Passes on to the progress what became of each check.
 * @param early whether a failure is told when it is found: once for each requirement, and only where no other failure
 * may turn out to explain it
 */
export function createShow(progress: Progress, early: boolean): (check: string, dispatch: Dispatch) => void {
  const told = new Set<RequirementId>();
  return (check, { outcome, traffic }) => {
    progress.traffic(traffic.requests);
    const failures = (outcome?.findings ?? []).filter(
      (finding): finding is Violation =>
        finding.kind === 'violation' &&
        requirement(finding.requirement).level !== 'advisory' &&
        (finding.explainedBy ?? []).length === 0,
    );
    for (const failure of failures) {
      if (early && !told.has(failure.requirement)) progress.fail(failure.requirement, failure.message);
      told.add(failure.requirement);
    }
    progress.finished(check, failures.length === 0 ? 'pass' : 'fail');
  };
}
