import { dirname, extname, resolve } from 'node:path';
import { failsBuild } from '../../../reports/compare/changes.ts';
import { readReportAt } from '../../../reports/read.ts';
import { isRequirementId } from '../../../requirements/index.ts';
import { reusableOptions } from '../../config/record.ts';
import { readConfig, type ConfigInput } from '../../config/read.ts';
import { quotedValue, UsageError } from '../../base/usage-error.ts';

/**
 * Replaces `--only-failed` by the requirements that failed in the named report, and takes the settings of that report, so that
 * the run draws the same inputs. Writes to the folder `<out>-again` if `--out` is not given.
 * @throws UsageError if the report cannot be read or has no failure, or would be overwritten
 */
export async function expandOnlyFailed(input: ConfigInput): Promise<ConfigInput> {
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
        ? `Nothing failed in the report ${quotedValue(path)}: there is nothing to judge again.`
        : `The requirements that failed in the report ${quotedValue(path)}, such as ${quotedValue(first)}, do not exist in this version. Run without --only-failed.`,
    ]);
  }
  const { onlyFailed: _, ...others } = flags;
  const { out } = readConfig({ ...input, flags: others });
  const target = flags.out === undefined ? `${out}-again` : out;
  const folder = extname(path) === '.json' ? dirname(path) : path;
  if (resolve(folder) === resolve(target))
    throw new UsageError([
      `This run would overwrite the report of --only-failed in ${quotedValue(target)}: name another folder with --out.`,
    ]);
  return { ...input, flags: { ...flags, only, out: target }, recorded: reusableOptions(report) };
}
