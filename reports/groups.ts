import { given } from '../src/base/given.ts';
import { groupBy } from '../src/base/group-by.ts';
import type { RequirementId } from '../requirements/index.ts';
import type { Exchange } from './exchange.ts';
import type { Report, RequirementReport, Verdict } from './model.ts';
import { rowsWith, statusLine } from './rows.ts';
import { storyOf } from './story.ts';
import { operations } from './words.ts';

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
  const groups = groupBy(rowsWith(report, verdict), ({ because, reason }) => because ?? `reason ${reason}`);
  return [...groups.values()].flatMap((rows): readonly Group[] => {
    const [first] = rows;
    if (first === undefined) return [];
    const { because, reason, next } = first;
    return [given({ because, reason, next, rows })];
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

/** Failures that show in one way: the same operation, answered with the same status. */
export interface Symptom {
  /** `adding was answered with 500 Internal Server Error`; raw. */
  readonly text: string;
  readonly rows: readonly RequirementReport[];
}

/** Failures from which on a symptom is worth a line of its own. */
const MANY = 3;

/** What several failures have in common where it is the status of an answer that is wrong. */
export function symptomsOf(report: Report, evidence: readonly Exchange[]): readonly Symptom[] {
  const found = groupBy(rowsWith(report, 'fail'), (row) => {
    const { check, proof } = storyOf(row, evidence) ?? {};
    const isStatus = check?.places?.some(({ part }) => part === 'status') === true;
    return proof && isStatus && `${operations[proof.operation]} was answered with ${statusLine(proof)}`;
  });
  return [...found].flatMap(([text, rows]) =>
    typeof text === 'string' && rows.length >= MANY ? [{ text, rows }] : [],
  );
}
