import { isUtf8 } from 'node:buffer';
import { join } from 'node:path';
import type { Exchange } from '../../reports/exchange.ts';
import type { Report } from '../../reports/model.ts';
import { jsonText } from '../../reports/text.ts';
import { readHar } from '../../reports/render/har.ts';
import { validateReport } from '../../reports/report-json.ts';
import { readRegular } from '../base/files.ts';
import type { ReportBytes } from '../attest/statement.ts';
import { quoted } from '../config/problem.ts';
import { UsageError } from '../config/usage-error.ts';
import type { Discrepancy } from './discrepancy.ts';

/** Bytes of one file of a folder that a stranger hands in: a run with --runs 300 writes less. */
const MOST = 64 * 2 ** 20;

/** A report's folder as it stands, exactly. */
export interface Folder extends ReportBytes {
  readonly evidence: readonly Exchange[];
  /** The text of evidence.har. */
  readonly har: string;
}

/** The files of a folder, and either what is in them or why that cannot be told. */
export interface Opened {
  readonly files: ReportBytes['files'];
  readonly folder?: Folder;
  readonly disagreements: readonly Discrepancy[];
}

/**
 * Reads report.json and evidence.har of a folder.
 * @throws UsageError where one of them is missing or cannot be read
 */
export async function openFolder(dir: string): Promise<Opened> {
  const read = (name: string): Promise<Buffer> => bytesOf(join(dir, name), 'run');
  // One by one: which of them is complained about hangs on nothing.
  const reportBytes = await read('report.json');
  const harBytes = await read('evidence.har');
  const files = { 'report.json': reportBytes, 'evidence.har': harBytes };
  const broken = (where: keyof typeof files, message: string): Opened => ({
    files,
    disagreements: [{ kind: 'schema', where, message }],
  });
  // What is none is read by others as other text, or not at all.
  if (!isUtf8(reportBytes)) return broken('report.json', 'is not UTF-8');
  if (!isUtf8(harBytes)) return broken('evidence.har', 'is not UTF-8');
  const reportText = reportBytes.toString('utf8');
  const report = jsonIn(reportText);
  if (report === undefined) return broken('report.json', 'is not JSON');
  const [problem, ...more] = validateReport(report);
  if (problem !== undefined) {
    return broken(
      'report.json',
      more.length === 0 ? problem : `${problem} (and ${String(more.length)} more)`,
    );
  }
  if (!isAsWritten(report, reportText))
    return broken(
      'report.json',
      'is not as the kit writes it: a member stands twice, or its layout was changed',
    );
  const har = harBytes.toString('utf8');
  try {
    const folder = { report: report as Report, files, evidence: readHar(har), har };
    return { files, folder, disagreements: [] };
  } catch (error) {
    return broken('evidence.har', error instanceof Error ? error.message : 'cannot be read');
  }
}

/** Whether a text is what the kit writes of a value: a member that stands twice is read otherwise by others. */
function isAsWritten(value: unknown, text: string): boolean {
  try {
    return jsonText(value) === text;
  } catch {
    // Nested so deep that nobody has written it.
    return false;
  }
}

/**
 * The bytes of a file.
 * @param from the command that would have written it
 * @param most bytes that it may have
 * @throws UsageError, one sentence
 */
export async function bytesOf(path: string, from: string, most = MOST): Promise<Buffer> {
  return readRegular(path, most).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : 'cannot be read';
    throw new UsageError([
      `The file ${quoted(path)} ${why}: name what petstore-conformance ${from} has written.`,
    ]);
  });
}

/** What a text says; undefined where it is not JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
