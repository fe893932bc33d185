import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf, readRegular } from '../src/base/files.ts';
import { evidenceBounds, REPORT_BOUNDS, type Bounds } from './bounds.ts';
import type { Exchange } from './exchange.ts';
import { formats } from './formats.ts';
import { readHar } from './render/har.ts';
import type { Report } from './model.ts';
import { parseReport } from './report-json.ts';
import { UsageError } from '../src/base/usage-error.ts';
import { inertLine } from './text.ts';

/**
 * Reads a file of a report.
 * @param parse throws an Error whose message is the end of a sentence about the file
 * @throws UsageError, one sentence, if the file is missing or is not what it should be
 */
async function read<T>(path: string, { bytes: most }: Bounds, parse: (text: string) => T): Promise<T> {
  const refused = (next: string) => (why: string, cause: unknown) =>
    new UsageError([`${inertLine(path, 200)} ${why}. ${next}`], { cause });
  const bytes = await readRegular(path, most, refused('Name a folder that a run wrote its report to.'));
  try {
    return parse(bytes.toString('utf8'));
  } catch (error) {
    throw refused('Run the kit again to write a new report.')(messageOf(error), error);
  }
}

/**
 * Reads the report that a path means: a report.json under any name, or the folder that it stands in.
 * @throws UsageError, one sentence, where there is none
 */
export async function readReportAt(path: string): Promise<Report> {
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
  return read(isFolder ? join(path, formats.json.file) : path, REPORT_BOUNDS, parseReport);
}

/**
 * Reads the folder that a run wrote: its report.json and evidence.har.
 * @throws UsageError, one sentence, where one is missing or is not what it should be.
 */
export async function readReportFolder(dir: string): Promise<{ report: Report; evidence: Exchange[] }> {
  const report = await read(join(dir, formats.json.file), REPORT_BOUNDS, parseReport);
  const { requests } = report.traffic;
  const evidence = await read(join(dir, formats.har.file), evidenceBounds(requests), (text) =>
    readHar(text, requests),
  );
  return { report, evidence };
}
