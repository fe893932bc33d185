import type { RequirementId } from '../requirements/index.ts';
import type { Report, RequirementReport, Verdict } from './model.ts';

/** Rows that one thing keeps from being decided, or left out. */
export interface Group {
  /** The requirement whose failure it is, where it is one. */
  readonly because?: RequirementId;
  readonly reason: string;
  readonly next?: string;
  readonly rows: readonly RequirementReport[];
}

/** The rows of a verdict by what they have in common: the failure that left them open, else their reason. */
export function groupsOf(report: Report, verdict: Verdict): readonly Group[] {
  const groups = new Map<string, RequirementReport[]>();
  for (const row of report.requirements.filter((one) => one.verdict === verdict)) {
    const key = row.because === undefined ? `reason ${row.reason}` : `because ${row.because}`;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()].flatMap((rows): Group[] => {
    const [first] = rows;
    if (first === undefined) return [];
    const { because, reason, next } = first;
    return [
      {
        ...(because === undefined ? {} : { because }),
        reason,
        ...(next === undefined ? {} : { next }),
        rows,
      },
    ];
  });
}

/** The rows that a failure left undecided. */
export function leftOpenBy(report: Report, id: RequirementId): readonly RequirementReport[] {
  return report.requirements.filter((row) => row.because === id);
}

/** Failures that the same answer shows: the proof of one is the proof of the other. */
export function shownByTheSame(report: Report, row: RequirementReport): readonly RequirementReport[] {
  const proofs = new Set(proofsOf(row));
  return report.requirements.filter((other) => other !== row && proofsOf(other).some((id) => proofs.has(id)));
}

function proofsOf({ checks }: RequirementReport): readonly string[] {
  return checks.flatMap(({ verdict, proof, exchanges }) => {
    if (verdict !== 'fail' && verdict !== 'warn') return [];
    return proof ?? exchanges.at(-1) ?? [];
  });
}
