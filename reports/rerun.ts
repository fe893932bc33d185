import { shellWord } from './render/shell.ts';
import type { Report, RequirementReport } from './model.ts';

/** What a run takes where nobody says more (contract, section Package and commands). */
const DEFAULT_MAX_CREATED = 150;

type Row = Pick<RequirementReport, 'id' | 'profile'>;

/** The parts of the command that judges just this requirement again, with the same seed. */
export function rerunWords(report: Report, row: Row): readonly string[] {
  const { target, scope } = report;
  const words = ['npx petstore-conformance run'];
  if (!target.embedded) words.push(`--base-url ${shellWord(target.baseUrl)}`);
  if (!target.embedded && row.profile === 'messages' && target.messagesUrl !== null) {
    words.push(`--messages-url ${shellWord(target.messagesUrl)}`);
  }
  words.push(`--only ${shellWord(row.id)}`, `--seed ${String(report.seed)}`, `--runs ${String(scope.runs)}`);
  if (scope.asOf !== report.startedAt.slice(0, 10)) words.push(`--as-of ${shellWord(scope.asOf)}`);
  if (scope.maxCreated !== DEFAULT_MAX_CREATED) words.push(`--max-created ${String(scope.maxCreated)}`);
  if (scope.categoryIds !== undefined) words.push(`--category-ids ${shellWord(scope.categoryIds.join(','))}`);
  if (scope.readOnly) words.push('--read-only');
  if (scope.strict) words.push('--strict');
  return words;
}

/** The command that judges just this requirement again, to be pasted. The key comes from the environment. */
export function rerunLine(report: Report, row: Row): string {
  return rerunWords(report, row).join(' ');
}
