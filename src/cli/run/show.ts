import { requirement } from '../../../requirements/index.ts';
import type { RequirementId } from '../../../requirements/index.ts';
import type { Progress } from '../../../reports/render/terminal/progress.ts';
import type { CheckOutcome, Violation } from '../../kit/finding.ts';
import type { RunListener } from '../../run/events.ts';

/**
 * Passes on to the progress what a run tells.
 * @param early whether a failure is told when it is found: once for each requirement, and only where no other failure
 * may turn out to explain it
 */
export function createShow(progress: Progress, early: boolean): RunListener {
  const told = new Set<RequirementId>();
  const finished = ({ check, findings }: CheckOutcome): void => {
    const failures = findings.filter(
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
  return (event) => {
    switch (event.kind) {
      case 'begun':
        progress.expect(event.checks.length);
        break;
      case 'started':
        progress.started(event.check);
        break;
      case 'exchange':
        progress.traffic(event.traffic.requests, event.exchange.check);
        break;
      case 'finished':
        finished(event.outcome);
        break;
      default:
    }
  };
}
