import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Exchange } from './exchange.ts';
import { summed, type Written } from '../src/base/digests.ts';
import { formatNames, formats, type FormatName } from './formats.ts';
import { codeOf, makeFolder } from './make-folder.ts';
import type { Report } from './model.ts';
import { readReportFolder } from './read.ts';
import { ReportError } from './report-error.ts';
import { inertLine } from './text.ts';
import { writeWhole } from './write-whole.ts';

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space is left on the device',
  EDQUOT: "the user's quota is used up",
  ENOTDIR: 'a part of that path is a file',
  EEXIST: 'there is a file of that name',
  ENAMETOOLONG: 'the name is too long',
  ENOENT: 'a part of that path cannot be made',
};

function why(error: unknown): string {
  return (
    reasons[String(codeOf(error))] ?? inertLine(error instanceof Error ? error.message : String(error), 200)
  );
}

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
    return `The report cannot be written to ${inertLine(dir, 200)}: ${why(error)}. Name a folder that can be written with --out.`;
  }
}

async function draw(
  name: FormatName,
  path: string,
  report: Report,
  evidence: readonly Exchange[],
  written: Written,
) {
  try {
    const render = await formats[name].load();
    const text = render(report, evidence, written);
    const pieces = typeof text === 'string' ? [text] : text;
    await writeWhole(
      path,
      summed(pieces, (sum) => (written[name] = sum)),
    );
  } catch (cause) {
    // The errors of a disk name a call of the system.
    if (cause instanceof Error && 'syscall' in cause) {
      const what = `${inertLine(path, 200)} could not be written: ${why(cause)}`;
      throw new ReportError(`${what}. Name a folder that can be written with --out.`, { cause });
    }
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
  const drawn = (some: readonly FormatName[]) =>
    Promise.allSettled(
      some.map((name) => draw(name, join(dir, formats[name].file), report, evidence, written)),
    );
  // The page shows the digests of others.
  const isPage = (name: FormatName): boolean => name === 'html';
  const results = [
    ...(await drawn(names.filter((name) => !isPage(name)))),
    ...(await drawn(names.filter(isPage))),
  ];
  const failed = results.flatMap((result): unknown[] =>
    result.status === 'rejected' ? [result.reason] : [],
  );
  const bug = failed.find((reason) => !(reason instanceof ReportError));
  if (failed.length > 0) throw bug ?? failed[0];
  return names.map((name) => join(dir, formats[name].file));
}

/**
 * Draws files of a report again from its report.json and evidence.har, in the same folder, and returns their paths.
 * @throws ReportError, one sentence, where the folder holds no report or cannot be written.
 */
export async function rerender(dir: string, names: readonly FormatName[]): Promise<string[]> {
  const { report, evidence } = await readReportFolder(dir);
  return writeReport(dir, report, evidence, names);
}
