import { readReportAt } from '../../../reports/read.ts';
import { ReportError } from '../../../reports/report-error.ts';
import type { Report } from '../../../reports/model.ts';
import { isRequirementId } from '../../../requirements/index.ts';
import { quote } from '../../config/problem.ts';
import type { ConfigInput } from '../../config/read.ts';
import { UsageError } from '../../config/usage-error.ts';

/**
 * Reads a report that an option names.
 * @throws UsageError, one sentence, where there is none
 */
export async function readEarlier(path: string): Promise<Report> {
  try {
    return await readReportAt(path);
  } catch (error) {
    if (error instanceof ReportError) throw new UsageError([error.message]);
    throw error;
  }
}

/**
 * What the user said, with `--only-failed` turned into what it stands for: the requirements that failed in that report,
 * and its seed and runs where nobody gives others, so that the same inputs are drawn.
 * @throws UsageError where the report cannot be read, or nothing failed in it
 */
export async function withOnlyFailed(input: ConfigInput): Promise<ConfigInput> {
  const { flags, env } = input;
  const path = flags.onlyFailed;
  if (typeof path !== 'string') return input;
  if (path === '') throw new UsageError(['The option --only-failed must not be empty.']);
  if (flags.only !== undefined) {
    throw new UsageError(['The options --only-failed and --only exclude each other: give one of them.']);
  }
  const report = await readEarlier(path);
  const failed = failedIds(report);
  const only = failed.filter(isRequirementId);
  if (only.length === 0) {
    const shown = quote(path, []) ?? '';
    const [first] = failed;
    throw new UsageError([
      first === undefined
        ? `Nothing failed in the report ${shown}: there is nothing to judge again.`
        : `This kit does not ask for what failed in the report ${shown}, such as ${quote(first, []) ?? ''}: run it without --only-failed.`,
    ]);
  }
  const drawn = { PETSTORE_SEED: String(report.seed), PETSTORE_RUNS: String(report.scope.runs) };
  return { ...input, flags: { ...flags, only }, env: { ...drawn, ...env } };
}

/** What the target itself got wrong; warnings where they counted. */
function failedIds({ requirements, scope }: Report): readonly string[] {
  return requirements
    .filter(
      ({ verdict, cause }) =>
        cause !== 'configuration' && (verdict === 'fail' || (verdict === 'warn' && scope.strict)),
    )
    .map(({ id }): string => id);
}
