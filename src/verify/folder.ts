import { isUtf8 } from 'node:buffer';
import { join } from 'node:path';
import type { Exchange } from '../../reports/exchange.ts';
import { jsonText } from '../../reports/text.ts';
import { readHar } from '../../reports/render/har.ts';
import { parseReport } from '../../reports/report-json.ts';
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

/** The files of a folder, and either what is in them or why they cannot be read. */
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
  // One after the other, so that the complaint is always about the same one.
  const files = { 'report.json': await read('report.json'), 'evidence.har': await read('evidence.har') };
  let where: keyof typeof files = 'report.json';
  try {
    const report = parseReport(utf8(files[where]));
    if (!isAsWritten(report, utf8(files[where])))
      throw new Error('is not as the kit writes it: a member stands twice, or its layout was changed');
    where = 'evidence.har';
    const har = utf8(files[where]);
    return { files, folder: { report, files, evidence: readHar(har), har }, disagreements: [] };
  } catch (error) {
    const message = error instanceof Error ? error.message : 'cannot be read';
    return { files, disagreements: [{ kind: 'schema', where, message }] };
  }
}

/** @throws Error if bytes are not UTF-8: others would read them as another text, or not at all */
function utf8(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new Error('is not UTF-8');
  return bytes.toString('utf8');
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

/** The value of a JSON text; undefined if it is not JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
