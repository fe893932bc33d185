import { isUtf8 } from 'node:buffer';
import { join } from 'node:path';
import { evidenceBounds, REPORT_BOUNDS } from '../../reports/bounds.ts';
import type { Exchange } from '../../reports/exchange.ts';
import { jsonText } from '../../reports/text.ts';
import { readHar } from '../../reports/render/har.ts';
import { parseReport } from '../../reports/report-json.ts';
import { messageOf, readRegular } from '../base/files.ts';
import type { ReportBytes } from '../attest/statement.ts';
import { quoted } from '../config/problem.ts';
import { UsageError } from '../base/usage-error.ts';
import type { Discrepancy } from './discrepancy.ts';

/** A report's folder as it stands, exactly. */
export interface Folder extends ReportBytes {
  readonly evidence: readonly Exchange[];
  readonly har: string;
}

/**
 * Reads report.json and evidence.har of a folder: its files, and either what is in them or why they cannot be read.
 * @throws UsageError where one of them is missing or cannot be read
 */
export async function openFolder(dir: string) {
  const json = await bytesOf(join(dir, 'report.json'), 'run', REPORT_BOUNDS.bytes);
  const report = attempt('report.json', () => {
    const found = parseReport(utf8(json));
    // Others read a member that stands twice otherwise.
    if (jsonText(found) !== utf8(json))
      throw new Error('is not as the kit writes it: a member is duplicated, or its layout was changed');
    return found;
  });
  // A report that cannot be read counts no requests.
  const requests = 'traffic' in report ? report.traffic.requests : 0;
  const bytes = await bytesOf(join(dir, 'evidence.har'), 'run', evidenceBounds(requests).bytes);
  const files = { 'report.json': json, 'evidence.har': bytes };
  if (!('traffic' in report)) return { files, disagreements: [report] };
  const folder = attempt('evidence.har', () => {
    const har = utf8(bytes);
    return { report, files, evidence: readHar(har, requests), har };
  });
  return 'har' in folder ? { files, folder, disagreements: [] } : { files, disagreements: [folder] };
}

/** The content of a file, or why it cannot be read. */
function attempt<T>(where: keyof ReportBytes['files'], read: () => T): T | Discrepancy {
  try {
    return read();
  } catch (error) {
    return { kind: 'schema', where, message: messageOf(error) };
  }
}

/** @throws Error if bytes are not UTF-8: others would read them as another text, or not at all */
function utf8(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new Error('is not UTF-8');
  return bytes.toString('utf8');
}

/**
 * The bytes of a file.
 * @param from the command that would have written it
 * @param most bytes that it may have
 * @throws UsageError, one sentence
 */
export async function bytesOf(path: string, from: string, most: number): Promise<Buffer> {
  const refused = (why: string): UsageError =>
    new UsageError([`The file ${quoted(path)} ${why}: name what petstore-conformance ${from} has written.`]);
  return readRegular(path, most, refused);
}

export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
