import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readRegular } from '../src/base/files.ts';
import type { Exchange } from './exchange.ts';
import { formats } from './formats.ts';
import { readHar } from './render/har.ts';
import type { Report } from './model.ts';
import { parseReport } from './report-json.ts';
import { ReportError } from './report-error.ts';
import { inertLine } from './text.ts';

/** Bytes of a file of a report. */
const MOST = 256 * 2 ** 20;

/**
 * Reads a file of a report.
 * @param parse throws an Error whose message is the end of a sentence about the file
 * @throws ReportError, one sentence, if the file is missing or is not what it should be
 */
async function read<T>(path: string, parse: (text: string) => T): Promise<T> {
  const refused = (next: string) => (cause: unknown) => {
    const what = cause instanceof Error ? cause.message : 'cannot be read';
    throw new ReportError(`${inertLine(path, 200)} ${what}. ${next}`, { cause });
  };
  const bytes = await readRegular(path, MOST).catch(refused('Name a folder that a run wrote its report to.'));
  return Promise.resolve(bytes.toString('utf8'))
    .then(parse)
    .catch(refused('Run the kit again to write a new report.'));
}

/**
 * Reads the report that a path means: a report.json under any name, or the folder that it stands in.
 * @throws ReportError, one sentence, where there is none
 */
export async function readReportAt(path: string): Promise<Report> {
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
  return read(isFolder ? join(path, formats.json.file) : path, parseReport);
}

/**
 * Reads the folder that a run wrote: its report.json and evidence.har.
 * @throws ReportError, one sentence, where one is missing or is not what it should be.
 */
export async function readReportFolder(dir: string): Promise<{ report: Report; evidence: Exchange[] }> {
  const report = await read(join(dir, formats.json.file), parseReport);
  return { report, evidence: await read(join(dir, formats.har.file), readHar) };
}
