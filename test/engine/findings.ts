import type { RequirementId } from '../../requirements/index.ts';
import type {
  CheckOutcome,
  Finding,
  SkippedRequirement,
  UndecidedRequirement,
  Violation,
  PassEvidence,
} from '../../src/engine/plan/finding.ts';

export function outcome(check: string, ...findings: readonly Finding[]): CheckOutcome {
  return { check, findings };
}

export function violation(requirement: RequirementId, different: Partial<Violation> = {}): Violation {
  const told = { message: 'it broke', expected: 'this', actual: 'that', exchanges: ['x1'] };
  return { kind: 'violation', requirement, ...told, ...different };
}

export function witness(requirement: RequirementId): PassEvidence {
  return { kind: 'witness', requirement, note: 'it held', exchanges: ['x2'] };
}

export function undecided(requirement: RequirementId): UndecidedRequirement {
  return { kind: 'undecided', requirement, reason: 'no chance', cause: 'test-data', exchanges: [] };
}

export function leftOut(requirement: RequirementId): SkippedRequirement {
  return { kind: 'left-out', requirement, reason: 'out of scope', limitsVerdict: true };
}
