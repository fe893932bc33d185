import { dirname, extname, resolve } from 'node:path';
import { failsBuild } from '../../../reports/compare/changes.ts';
import { readReportAt } from '../../../reports/read.ts';
import { isRequirementId } from '../../../requirements/index.ts';
import { quoted } from '../../config/problem.ts';
import { recordedOptions } from '../../config/record.ts';
import { readConfig, type ConfigInput } from '../../config/read.ts';
import { UsageError } from '../../base/usage-error.ts';

/**
 * What the user said, with `--only-failed` turned into what it stands for: the requirements that the target got wrong in
 * that report, and its settings where nobody gives others, so that the same inputs are drawn and judged. It is written to a
 * folder of its own: `<out>-again` where `--out` is not given.
 * @throws UsageError where the report cannot be read
 * @throws UsageError where nothing failed in it, or the new report would be written over it
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
        : `This version has no requirement that failed in the report ${quoted(path)}, such as ${quoted(first)}: run it without --only-failed.`,
    ]);
  }
  const { onlyFailed: _, ...others } = flags;
  const { out } = readConfig({ ...input, flags: others });
  const target = flags.out === undefined ? `${out}-again` : out;
  if (isAt(path, target))
    throw new UsageError([
      `The report that --only-failed reads is in ${quoted(target)}: name another folder with --out.`,
    ]);
  return { ...input, flags: { ...flags, only, out: target }, recorded: recordedOptions(report) };
}

/** Whether a report, named by its file or its folder, stands where another one is to be written. */
function isAt(path: string, folder: string): boolean {
  return resolve(extname(path) === '.json' ? dirname(path) : path) === resolve(folder);
}
