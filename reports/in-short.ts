import type { Operation } from './exchange.ts';
import { countsText, countWithNoun } from './measures.ts';
import type { Report, RequirementReport, Verdict } from './model.ts';
import { isMandatory, groupFailuresByCause, rowsWith } from './rows.ts';

/** For each operation, its area, which is also its title in the document, and the requirement that it works at all. */
const OPERATIONS = {
  list: ['List animals', 'list.success'],
  create: ['Add an animal', 'create.success'],
  get: ['Get an animal', 'get.success'],
  message: ['Messages', 'messages.success'],
} as const satisfies Record<Operation, readonly [area: string, works: string]>;
type Rows = readonly RequirementReport[];
const AREAS: ReadonlySet<string> = new Set(Object.values(OPERATIONS).map(([area]) => area));

/** Returns for each operation whether it works, and its failed requirements, the one to fix first at the start. */
export function operationSummaries(report: Report) {
  const causes = groupFailuresByCause(report).flatMap(({ root, followers }) => [root, ...followers]);
  const failures = [...causes.filter(({ verdict }) => verdict === 'fail'), ...rowsWith(report, 'waived')];
  return Object.entries(OPERATIONS).map(([operation, [title, works]]) => {
    const rows = report.requirements.filter((row) => row.area === title && isMandatory(row));
    const failed = failures.filter((row) => concerns(row, operation as Operation, title));
    const success = rows.find(({ id }) => id === works);
    return { title, failed, ...stateOf(report, rows, failed, success) };
  });
}

interface State {
  readonly word: 'works' | 'works as far as checked' | 'fails' | 'not checked';
  /** The verdict whose mark and colour is shown. */
  readonly like: Verdict;
  /** The reason in one sentence, without ids; empty if the failed requirements show it. */
  readonly text: string;
}

function stateOf(report: Report, rows: Rows, failed: Rows, success: RequirementReport | undefined): State {
  if (failed.some(({ verdict }) => verdict === 'fail')) return { word: 'fails', like: 'fail', text: '' };
  if (failed.length > 0) return { word: 'fails', like: 'waived', text: 'A waiver accepts what fails.' };
  if (success?.verdict !== 'pass')
    return { word: 'not checked', like: 'not-tested', text: whyNot(report, success, rows) };
  const all = countWithNoun(rows.length, 'mandatory requirement');
  const those = (verdict: Verdict) => rows.filter((row) => row.verdict === verdict).length;
  const open = countsText({ undecided: those('inconclusive'), 'not tested': those('not-tested') });
  return open === ''
    ? { word: 'works', like: 'pass', text: `All ${all} passed.` }
    : { word: 'works as far as checked', like: 'inconclusive', text: `${open} of ${all}.` };
}

/** True if a requirement that did not pass concerns an operation, by its area or by the operations of its findings. */
function concerns(row: RequirementReport, operation: Operation, title: string): boolean {
  const { area, profile, checks, verdict } = row;
  if (AREAS.has(area)) return area === title;
  const seen = checks
    .filter((check) => check.verdict === verdict)
    .flatMap((check) => [check.operation, ...(check.spread ?? []).map((one) => one.operation)])
    .filter((one) => one !== undefined);
  const isOfProfile = (operation === 'message') === (profile === 'messages');
  return seen.length === 0 ? isOfProfile : seen.includes(operation);
}

function whyNot({ aborted }: Report, row: RequirementReport | undefined, rows: Rows): string {
  if (row === undefined || row.verdict === 'not-tested') return 'This run did not test the operation.';
  if (aborted !== undefined) return 'The run stopped before this operation was judged.';
  return row.because === undefined
    ? 'The run could not decide whether the operation works.'
    : `Undecided until another failure is fixed; ${String(rows.filter(({ verdict }) => verdict === 'pass').length)} of ${countWithNoun(rows.length, 'mandatory requirement')} passed.`;
}
