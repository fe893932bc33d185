import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Exchange } from './exchange.ts';
import { summed, type Written } from '../src/base/digests.ts';
import { makeFolder, systemReason, writeWhole } from '../src/base/files.ts';
import { formatNames, formats, type FormatName } from './formats.ts';
import type { Report } from './model.ts';
import { readReportFolder } from './read.ts';
import { ReportError } from './report-error.ts';
import { inertLine } from './text.ts';

/**
 * Whether a report can be written to a folder, which is made where it is missing. Returns undefined, or one sentence
 * that says why not and what to do; to be asked before anything is sent.
 */
export async function checkWritable(dir: string): Promise<string | undefined> {
  try {
    await makeFolder(dir);
    const probe = join(dir, `.write-check-${randomBytes(6).toString('hex')}`);
    await writeFile(probe, '', { flag: 'wx' });
    await rm(probe);
    return undefined;
  } catch (error) {
    return refusal(
      `The report cannot be written to ${inertLine(dir, 200)}`,
      systemReason(error) ?? String(error),
    );
  }
}

function refusal(what: string, why: string): string {
  return `${what}: ${inertLine(why, 200)}. Name a folder that can be written with --out.`;
}

async function draw(
  name: FormatName,
  path: string,
  report: Report,
  evidence: readonly Exchange[],
  written: Written,
): Promise<void> {
  try {
    const render = await formats[name].load();
    const text = render(report, evidence, written);
    const pieces = typeof text === 'string' ? [text] : text;
    await writeWhole(
      path,
      summed(pieces, (sum) => (written[name] = sum)),
    );
  } catch (cause) {
    const why = systemReason(cause);
    if (why !== undefined)
      throw new ReportError(refusal(`${inertLine(path, 200)} could not be written`, why), { cause });
    // What an earlier run left there would be taken for this one's.
    await rm(path, { force: true });
    throw cause;
  }
}

/**
 * Writes the files of a report, each whole or not at all, and returns their paths. A format that cannot be drawn or
 * written does not keep the others from it.
 * @throws ReportError where a file could not be written; Error where a renderer failed, which is a bug of the kit.
 */
export async function writeReport(
  dir: string,
  report: Report,
  evidence: readonly Exchange[],
  names: readonly FormatName[] = formatNames,
): Promise<string[]> {
  const unwritable = await checkWritable(dir);
  if (unwritable !== undefined) throw new ReportError(unwritable);
  const written: Written = {};
  const failed: unknown[] = [];
  const pathOf = (name: FormatName): string => join(dir, formats[name].file);
  // The page comes last: it shows the digests of the others.
  for (const name of [...names.filter((one) => one !== 'html'), ...names.filter((one) => one === 'html')])
    await draw(name, pathOf(name), report, evidence, written).catch((error: unknown) => failed.push(error));
  const bug = failed.find((error) => !(error instanceof ReportError));
  if (failed.length > 0) throw bug ?? failed[0];
  return names.map(pathOf);
}

/**
 * Draws files of a report again from its report.json and evidence.har, in the same folder, and returns their paths.
 * @throws ReportError, one sentence, where the folder holds no report or cannot be written.
 */
export async function rerender(dir: string, names: readonly FormatName[]): Promise<string[]> {
  const { report, evidence } = await readReportFolder(dir);
  return writeReport(dir, report, evidence, names);
}
