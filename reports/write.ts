import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Exchange } from './exchange.ts';
import { withDigest, type ReportDigestsByFormat } from '../src/base/digests.ts';
import { makeFolder, systemErrorReason, writeFileAtomically } from '../src/base/files.ts';
import { type ReportFormat, formatNames, formats, type ReportFormatName } from './formats.ts';
import type { Report } from './model.ts';
import { UsageError } from '../src/base/usage-error.ts';
import { safeLine } from './text.ts';

/** Makes the folder of a report; resolves to an error message if it is not writable, otherwise to undefined. */
export async function checkWritable(dir: string): Promise<string | undefined> {
  try {
    await makeFolder(dir);
    const probe = join(dir, `.write-check-${randomBytes(6).toString('hex')}`);
    await writeFile(probe, '', { flag: 'wx' });
    await rm(probe);
    return undefined;
  } catch (error) {
    return refusal(
      `The report cannot be written to ${safeLine(dir, 200)}`,
      systemErrorReason(error) ?? String(error),
    );
  }
}

function refusal(what: string, why: string): string {
  return `${what}: ${safeLine(why, 200)}. Name a folder that can be written with --out.`;
}

/**
 * Writes the files of a report atomically, and returns their paths. If one format fails, the others are still
 * written.
 * @throws UsageError if a file could not be written; Error if a renderer failed, which is a bug of the kit
 */
export async function writeReport(
  dir: string,
  report: Report,
  evidence: readonly Exchange[],
  names: readonly ReportFormatName[] = formatNames,
): Promise<string[]> {
  const unwritable = await checkWritable(dir);
  if (unwritable !== undefined) throw new UsageError([unwritable]);
  const written: ReportDigestsByFormat = {};
  const failed: unknown[] = [];
  // The HTML page is written last: it shows the digests of the other files.
  for (const name of [...names.filter((one) => one !== 'html'), ...names.filter((one) => one === 'html')]) {
    const format: ReportFormat = formats[name];
    const path = join(dir, format.file);
    try {
      const render = await format.load();
      const text = render(report, evidence, written);
      const pieces = typeof text === 'string' ? [text] : text;
      await writeFileAtomically(
        path,
        withDigest(pieces, (sum) => (written[name] = sum)),
      );
      for (const [file, beside] of Object.entries((await format.beside?.(evidence)) ?? {})) {
        // Removes the file of an earlier run, which would look like a file of this run.
        if (beside === undefined) await rm(join(dir, file), { force: true });
        else await writeFileAtomically(join(dir, file), beside);
      }
    } catch (cause) {
      const why = systemErrorReason(cause);
      // What went wrong says more than a file that cannot be removed either, and the other formats are still written.
      if (why === undefined) await rm(path, { force: true }).catch(() => undefined);
      const what = `${safeLine(path, 200)} could not be written`;
      failed.push(why === undefined ? cause : new UsageError([refusal(what, why)], { cause }));
    }
  }
  const bug = failed.find((error) => !(error instanceof UsageError));
  if (failed.length > 0) throw bug ?? failed[0];
  return names.map((name) => join(dir, formats[name].file));
}
