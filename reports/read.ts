import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errorMessageOf, readRegularFile } from '../src/base/files.ts';
import { evidenceBounds, REPORT_BOUNDS, type FileBounds } from './bounds.ts';
import type { Exchange } from './exchange.ts';
import { formats } from './formats.ts';
import { readHar } from './render/har.ts';
import type { Report } from './model.ts';
import { parseReport } from './report-json.ts';
import { UsageError } from '../src/base/usage-error.ts';
import { safeLine } from './text.ts';

/** Reads a file of a report. `parse` throws errors that continue "The file ..."; throws a UsageError of one sentence. */
async function read<T>(path: string, { bytes: most }: FileBounds, parse: (text: string) => T): Promise<T> {
  const refused = (next: string) => (why: string, cause: unknown) =>
    new UsageError([`${safeLine(path, 200)} ${why}. ${next}`], { cause });
  const bytes = await readRegularFile(path, most, refused('Name a folder that a run wrote its report to.'));
  try {
    return parse(bytes.toString('utf8'));
  } catch (error) {
    throw refused('Run the kit again to write a new report.')(errorMessageOf(error), error);
  }
}

/** Reads a report from a file of any name, or report.json in a folder. Throws a UsageError if there is no valid report. */
export async function readReportAt(path: string): Promise<Report> {
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
  return read(isFolder ? join(path, formats.json.file) : path, REPORT_BOUNDS, parseReport);
}

/** Reads report.json and evidence.har in a folder. Throws a UsageError if one of them is missing or invalid. */
export async function readReportFolder(dir: string): Promise<{ report: Report; evidence: Exchange[] }> {
  const report = await read(join(dir, formats.json.file), REPORT_BOUNDS, parseReport);
  const { requests } = report.traffic;
  const evidence = await read(join(dir, formats.har.file), evidenceBounds(requests), (text) =>
    readHar(text, requests),
  );
  return { report, evidence };
}
