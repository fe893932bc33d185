import { requirement } from '../../../requirements/index.ts';
import type { RequirementId } from '../../../requirements/index.ts';
import type { Progress } from '../../../reports/render/terminal/progress.ts';
import type { CheckOutcome } from '../../engine/plan/index.ts';
import type { RunEvent } from '../../run/events.ts';

/**
 * Returns a listener that shows the events of a run.
 * `showFailuresEarly`: each first failure at once, unless another may cause it.
 */
export function createProgressListener(
  progress: Progress,
  showFailuresEarly: boolean,
): (event: RunEvent) => void {
  const told = new Set<RequirementId>();
  const finished = ({ findings }: CheckOutcome): void => {
    let verdict: 'pass' | 'fail' = 'pass';
    for (const finding of findings) {
      const { kind, requirement: id } = finding;
      if (kind !== 'violation' || (finding.possibleCauses ?? []).length > 0) continue;
      if (requirement(id).level === 'advisory') continue;
      verdict = 'fail';
      if (showFailuresEarly && !told.has(id)) progress.fail(id, finding.message);
      told.add(id);
    }
    progress.finished(verdict);
  };
  return (event) => {
    if (event.kind === 'begun') progress.expect(event.checks.length);
    if (event.kind === 'exchange') progress.traffic(event.traffic.requests, event.exchange.check);
    if (event.kind === 'finished') finished(event.outcome);
  };
}
