import type { Operation } from './exchange.ts';
import { countWithNoun, joinPhrases, countIfAny } from './measures.ts';
import type { Report, RequirementReport, Verdict } from './model.ts';
import { isMandatory, causeBlocksOf } from './rows.ts';

export interface OperationSummary {
  /** Name of the operation in the document. */
  readonly title: string;
  readonly word: 'works' | 'works as far as checked' | 'fails' | 'not checked';
  /** The verdict whose mark and colour is shown. */
  readonly like: Verdict;
  /** The reason in one sentence, without ids; empty if `failed` shows it. */
  readonly text: string;
  /** The failed requirements, the one to fix first at the start. */
  readonly failed: readonly RequirementReport[];
}

/** For each operation, its area, which is also its title in the document, and the requirement that it works at all. */
const OPERATIONS = {
  list: ['List animals', 'list.success'],
  create: ['Add an animal', 'create.success'],
  get: ['Get an animal', 'get.success'],
  message: ['Messages', 'messages.success'],
} as const satisfies Record<Operation, readonly [area: string, works: string]>;
const AREAS: ReadonlySet<string> = new Set(Object.values(OPERATIONS).map(([area]) => area));

/** Returns for each operation whether it works, fails or was not checked. */
export function operationSummaries(report: Report): readonly OperationSummary[] {
  const causes = causeBlocksOf(report).flatMap(({ root, followers }) => [root, ...followers]);
  const missed = [...causes, ...report.requirements.filter(({ verdict }) => verdict === 'waived')];
  const failures = missed.filter(({ verdict }) => verdict === 'fail' || verdict === 'waived');
  return Object.entries(OPERATIONS).map(([operation, [title, works]]): OperationSummary => {
    const rows = report.requirements.filter((row) => row.area === title && isMandatory(row));
    const failed = failures.filter((row) => concerns(row, operation as Operation, title));
    const success = rows.find(({ id }) => id === works);
    const state = { title, failed };
    if (failed.length > 0) {
      const isWaived = failed.every(({ verdict }) => verdict === 'waived');
      const text = isWaived ? 'A waiver accepts what fails.' : '';
      return { ...state, word: 'fails', like: isWaived ? 'waived' : 'fail', text };
    }
    if (success?.verdict !== 'pass')
      return { ...state, word: 'not checked', like: 'not-tested', text: whyNot(report, success) };
    const open = left(rows);
    return open === ''
      ? {
          ...state,
          word: 'works',
          like: 'pass',
          text: `All ${countWithNoun(rows.length, 'mandatory requirement')} passed.`,
        }
      : { ...state, word: 'works as far as checked', like: 'inconclusive', text: open };
  });
}

/** True if a requirement failed at an operation: by its area, or by its findings if it concerns all operations. */
function concerns(
  { area, profile, checks, verdict }: RequirementReport,
  operation: Operation,
  title: string,
) {
  if (AREAS.has(area)) return area === title;
  const seen = checks
    .filter((check) => check.verdict === verdict)
    .flatMap((check) => [check.operation, ...(check.spread ?? []).map((one) => one.operation)])
    .filter((one) => one !== undefined);
  const isOfProfile = (operation === 'message') === (profile === 'messages');
  return seen.length === 0 ? isOfProfile : seen.includes(operation);
}

function whyNot({ aborted }: Report, row: RequirementReport | undefined): string {
  if (row === undefined || row.verdict === 'not-tested') return 'This run left it out.';
  if (aborted !== undefined) return 'The run stopped before it was decided.';
  return row.because === undefined
    ? 'The run could not decide it.'
    : 'It cannot be checked until another failure is fixed.';
}

/** Returns how many requirements are undecided or not tested, as a sentence; empty if none. */
function left(rows: readonly RequirementReport[]): string {
  const those = (verdict: Verdict) => rows.filter((row) => row.verdict === verdict).length;
  const parts = [
    countIfAny(those('inconclusive'), 'undecided'),
    countIfAny(those('not-tested'), 'not tested'),
  ];
  const open = joinPhrases(parts, ', ');
  return open === '' ? '' : `${open} of ${countWithNoun(rows.length, 'mandatory requirement')}.`;
}
