import { isUtf8 } from 'node:buffer';
import { join } from 'node:path';
import { evidenceBounds, REPORT_BOUNDS } from '../../reports/bounds.ts';
import type { Exchange } from '../../reports/exchange.ts';
import { safeJsonText } from '../../reports/text.ts';
import { readHar } from '../../reports/render/har.ts';
import { parseReport } from '../../reports/report-json.ts';
import { errorMessageOf, readRegularFile } from '../base/files.ts';
import type { ReportWithBytes } from '../attest/statement.ts';
import { quotedValue, UsageError } from '../base/usage-error.ts';
import { inconsistencyUnless, NEXT_STEP_SIGN_UNCHANGED, type ReportInconsistency } from './inconsistency.ts';

/** The folder of a report: its parsed report and evidence, and the exact texts. */
export interface ReportFolder extends ReportWithBytes {
  readonly evidence: readonly Exchange[];
  readonly har: string;
}

/** Reads report.json and evidence.har: bytes, and content or why it is invalid. Throws a UsageError if a file cannot be read. */
export async function readUntrustedReportFolder(dir: string) {
  const json = await readKitFile(join(dir, 'report.json'), 'run', REPORT_BOUNDS.bytes);
  const report = attempt('report.json', () => parseReport(utf8(json)));
  // Without a valid report, the number of requests is unknown.
  const requests = 'traffic' in report ? report.traffic.requests : 0;
  const bytes = await readKitFile(join(dir, 'evidence.har'), 'run', evidenceBounds(requests).bytes);
  const files = { 'report.json': json, 'evidence.har': bytes };
  if (!('traffic' in report)) return { files, disagreements: [report] };
  // JSON parsers treat duplicate members differently, so the file must have exactly the kit's layout.
  const relaid = inconsistencyUnless(
    safeJsonText(report) === json.toString('utf8'),
    'schema',
    'report.json',
    'is not in the form that the kit writes: a member is duplicated, or the layout was changed',
    NEXT_STEP_SIGN_UNCHANGED,
  );
  if (relaid.length > 0) return { files, disagreements: relaid };
  const folder = attempt('evidence.har', () => {
    const har = utf8(bytes);
    return { report, files, evidence: readHar(har, requests), har };
  });
  return 'har' in folder ? { files, folder, disagreements: [] } : { files, disagreements: [folder] };
}

/** Returns the content of a file, or an inconsistency with the reason why it is invalid. */
function attempt<T>(where: keyof ReportWithBytes['files'], read: () => T): T | ReportInconsistency {
  try {
    return read();
  } catch (error) {
    return { kind: 'schema', where, message: errorMessageOf(error) };
  }
}

/** Decodes UTF-8; throws an Error for invalid bytes, because other programs may decode such bytes to another text. */
function utf8(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new Error('is not UTF-8');
  return bytes.toString('utf8');
}

/** Reads a file of at most `maxBytes`, which the command `writtenBy` writes. Throws a UsageError if it cannot be read. */
export async function readKitFile(path: string, writtenBy: string, maxBytes: number): Promise<Buffer> {
  const refused = (why: string): UsageError =>
    new UsageError([
      `The file ${quotedValue(path)} ${why}: name a file that petstore-conformance ${writtenBy} wrote.`,
    ]);
  return readRegularFile(path, maxBytes, refused);
}

export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
