import { readFile } from 'node:fs/promises';
import { loadAllFaults, loadVariants } from '../../reference/index.ts';
import { writeFileAtomically } from '../../src/base/files.ts';
import { renderChecksDoc } from './checks-doc.ts';
import { renderClassesDoc } from './classes-doc.ts';
import { renderFleetDoc } from './fleet-doc.ts';
import { renderTrust } from './markdown.ts';
import type { DetectionCurve, TrustMatrix } from './rows.ts';

const MATRIX = 'tools/trust/trust.json';
const CURVE = 'tools/trust/curve.json';
/** Measured by hand; these servers are not in the repository. */
const INDEPENDENT = 'tools/trust/independent.md';

/** The last recorded measurements. Paths are from the folder in which npm runs scripts. */
export interface TrustRecords {
  readonly matrix: TrustMatrix;
  readonly curve: DetectionCurve;
}

export async function readTrustRecords(): Promise<TrustRecords> {
  const read = async (name: string): Promise<unknown> => JSON.parse(await readFile(name, 'utf8'));
  return { matrix: (await read(MATRIX)) as TrustMatrix, curve: (await read(CURVE)) as DetectionCurve };
}

/** Returns TRUST.md for the recorded measurements and the current fleet. */
export async function renderTrustPage(now: Partial<TrustRecords> = {}): Promise<string> {
  const [written, faults, variants, independent] = await Promise.all([
    readTrustRecords(),
    loadAllFaults(),
    loadVariants(),
    readFile(INDEPENDENT, 'utf8'),
  ]);
  return renderTrust({ ...written, ...now }, [...faults, ...variants], independent);
}

/** Writes new measurements, and all pages; returns a message with the file names. */
export async function writePages(now: Partial<TrustRecords> = {}): Promise<string> {
  const files = {
    ...(now.matrix === undefined ? {} : { [MATRIX]: writtenDown(now.matrix) }),
    ...(now.curve === undefined ? {} : { [CURVE]: writtenDown(now.curve) }),
    'TRUST.md': await renderTrustPage(now),
    'docs/faults.md': await renderFleetDoc(),
    'docs/classes.md': renderClassesDoc(),
    'docs/checks.md': renderChecksDoc(),
  };
  for (const [name, text] of Object.entries(files)) await writeFileAtomically(name, text);
  return `Written: ${Object.keys(files).join(', ')}`;
}

/** Returns JSON with a row per line, so that a diff shows single rows. */
function writtenDown(data: object): string {
  const members = Object.entries(data).map(([name, value]: [string, unknown]) => {
    const text =
      Array.isArray(value) && typeof value[0] === 'object'
        ? `[\n${value.map((row) => `  ${JSON.stringify(row)}`).join(',\n')}\n ]`
        : JSON.stringify(value);
    return ` ${JSON.stringify(name)}: ${text}`;
  });
  return `{\n${members.join(',\n')}\n}\n`;
}
