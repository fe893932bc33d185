import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readRegular } from '../src/base/files.ts';
import type { Exchange } from './exchange.ts';
import { formats } from './formats.ts';
import { readHar } from './render/har.ts';
import type { Report } from './model.ts';
import { validateReport } from './report-json.ts';
import { ReportError } from './report-error.ts';
import { inertLine } from './text.ts';

/** Bytes of a file of a report. */
const MOST = 256 * 2 ** 20;

/** @param what is wrong with a file, as a clause that follows its name */
function refused(path: string, what: string, cause?: unknown): ReportError {
  return new ReportError(`${inertLine(path, 200)} ${what}. Run the kit again to write a new report.`, {
    cause,
  });
}

async function text(path: string): Promise<string> {
  try {
    return (await readRegular(path, MOST)).toString('utf8');
  } catch (cause) {
    const what = cause instanceof Error ? cause.message : 'cannot be read';
    throw new ReportError(`${inertLine(path, 200)} ${what}. Name a folder that a run wrote its report to.`, {
      cause,
    });
  }
}

/**
 * Reads a report.json, checked against its schema.
 * @throws ReportError, one sentence, where it is missing or is not a report
 */
async function readReport(path: string): Promise<Report> {
  const content = await text(path);
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch (cause) {
    throw refused(path, 'is not JSON', cause);
  }
  const [problem] = validateReport(value);
  if (problem !== undefined)
    throw refused(path, `is not a report of this version: ${inertLine(problem, 200)}`);
  return value as Report;
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
  return readReport(isFolder ? join(path, formats.json.file) : path);
}

/**
 * Reads the folder that a run wrote: its report.json and evidence.har.
 * @throws ReportError, one sentence, where one is missing or is not what it should be.
 */
export async function readReportFolder(dir: string): Promise<{ report: Report; evidence: Exchange[] }> {
  const report = await readReport(join(dir, formats.json.file));
  const path = join(dir, formats.har.file);
  const content = await text(path);
  try {
    return { report, evidence: readHar(content) };
  } catch (cause) {
    throw refused(path, cause instanceof Error ? cause.message : 'cannot be read', cause);
  }
}
