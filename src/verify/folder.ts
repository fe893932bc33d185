import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { validator } from '../../schemas/file-validators.ts';
import { readHar } from '../../reports/render/har.ts';
import { validateReport } from '../../reports/report-json.ts';
import type { Report } from '../../reports/model.ts';
import type { ReportBytes } from '../attest/statement.ts';
import { SUBJECTS } from '../attest/statement.ts';
import type { Exchange } from '../../reports/exchange.ts';
import { quote } from '../config/problem.ts';
import { UsageError } from '../config/usage-error.ts';
import type { Disagreement } from './disagreement.ts';

/** Bytes of one file of a folder that a stranger hands in. */
const MOST = 256 * 1024 * 1024;

/** A report's folder as it stands, exactly. */
export interface Folder extends ReportBytes {
  readonly evidence: readonly Exchange[];
  /** The text of evidence.har. */
  readonly har: string;
}

/** The files of a folder, and either what is in them or why that cannot be told. */
export type Opened =
  | { readonly ok: true; readonly folder: Folder }
  | {
      readonly ok: false;
      readonly files: ReportBytes['files'];
      readonly disagreements: readonly Disagreement[];
    };

/**
 * Reads report.json and evidence.har of a folder.
 * @throws UsageError where one of them is missing or cannot be read
 */
export async function openFolder(dir: string): Promise<Opened> {
  const [report, har] = await Promise.all(SUBJECTS.map((name) => bytesOf(join(dir, name), 'run')));
  if (report === undefined || har === undefined) throw new Error('a file of the folder was not read');
  const files = { 'report.json': report, 'evidence.har': har };
  const read = reportIn(report);
  if ('problem' in read) return broken(files, 'report.json', read.problem);
  const text = har.toString('utf8');
  const problem = harProblem(text);
  if (problem !== undefined) return broken(files, 'evidence.har', problem);
  try {
    return { ok: true, folder: { report: read.report, files, evidence: readHar(text), har: text } };
  } catch (error) {
    return broken(files, 'evidence.har', error instanceof Error ? error.message : 'cannot be read');
  }
}

/**
 * The bytes of a file.
 * @param from the command that would have written it
 * @throws UsageError, one sentence
 */
export async function bytesOf(path: string, from: string): Promise<Buffer> {
  const shown = quote(path, []) ?? '';
  try {
    const { size } = await stat(path);
    if (size > MOST) throw new UsageError([`The file ${shown} is larger than 256 MiB, and is not read.`]);
    return await readFile(path);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    const what = missing ? 'does not exist' : 'cannot be read';
    throw new UsageError([`The file ${shown} ${what}: name what petstore-conformance ${from} has written.`]);
  }
}

/** Why a text is no evidence; undefined where it is. */
function harProblem(text: string): string | undefined {
  const validate = validator('evidence');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'is not JSON';
  }
  if (validate(value)) return undefined;
  const [error] = validate.errors ?? [];
  return `is no evidence of this kit: ${error?.instancePath ?? ''} ${error?.message ?? ''}`;
}

function reportIn(bytes: Buffer): { readonly report: Report } | { readonly problem: string } {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch {
    return { problem: 'is not JSON' };
  }
  const [problem, ...more] = validateReport(value);
  if (problem === undefined) return { report: value as Report };
  return { problem: more.length === 0 ? problem : `${problem} (and ${String(more.length)} more)` };
}

function broken(files: ReportBytes['files'], where: string, message: string): Opened {
  return { ok: false, files, disagreements: [{ kind: 'schema', where, message }] };
}
