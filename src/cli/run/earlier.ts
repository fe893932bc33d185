import { failsBuild } from '../../../reports/compare/changes.ts';
import { readReportAt } from '../../../reports/read.ts';
import { isRequirementId } from '../../../requirements/index.ts';
import { quoted } from '../../config/problem.ts';
import { recordedOptions } from '../../config/record.ts';
import type { ConfigInput } from '../../config/read.ts';
import { UsageError } from '../../config/usage-error.ts';

/**
 * What the user said, with `--only-failed` turned into what it stands for: the requirements that the target got wrong in
 * that report, and its settings where nobody gives others, so that the same inputs are drawn and judged.
 * @throws ReportError where the report cannot be read
 * @throws UsageError where nothing failed in it
 */
export async function withOnlyFailed(input: ConfigInput): Promise<ConfigInput> {
  const { flags } = input;
  const path = flags.onlyFailed;
  if (typeof path !== 'string') return input;
  if (path === '') throw new UsageError(['The option --only-failed must not be empty.']);
  if (flags.only !== undefined) {
    throw new UsageError(['The options --only-failed and --only exclude each other: give one of them.']);
  }
  const report = await readReportAt(path);
  const { requirements, scope } = report;
  const failed = requirements
    .filter(({ verdict, cause }) => cause !== 'configuration' && failsBuild(verdict, scope.strict))
    .map(({ id }): string => id);
  const only = failed.filter(isRequirementId);
  if (only.length === 0) {
    const [first] = failed;
    throw new UsageError([
      first === undefined
        ? `Nothing failed in the report ${quoted(path)}: there is nothing to judge again.`
        : `This kit does not ask for what failed in the report ${quoted(path)}, such as ${quoted(first)}: run it without --only-failed.`,
    ]);
  }
  return { ...input, flags: { ...flags, only }, recorded: recordedOptions(report) };
}
