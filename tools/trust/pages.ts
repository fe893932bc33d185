import { readFile } from 'node:fs/promises';
import { loadFaults, loadVariants } from '../../reference/index.ts';
import { writeWhole } from '../../src/base/files.ts';
import { renderChecks } from './checks-doc.ts';
import { renderClasses } from './classes-doc.ts';
import { renderFleet } from './fleet-doc.ts';
import { renderTrust } from './markdown.ts';
import type { Curve, Matrix } from './rows.ts';

const MATRIX = 'tools/trust/trust.json';
const CURVE = 'tools/trust/curve.json';

/** What was measured last, and is written down; paths are from the folder that npm starts scripts in. */
export interface Written {
  readonly matrix: Matrix;
  readonly curve: Curve;
}

export async function readWritten(): Promise<Written> {
  const read = async (name: string): Promise<unknown> => JSON.parse(await readFile(name, 'utf8'));
  return { matrix: (await read(MATRIX)) as Matrix, curve: (await read(CURVE)) as Curve };
}

/** TRUST.md as it has to be, of what is written down and the fleet as it is. */
export async function trustPage(now: Partial<Written> = {}): Promise<string> {
  const [written, faults, variants] = await Promise.all([readWritten(), loadFaults(), loadVariants()]);
  return renderTrust({ ...written, ...now }, [...faults, ...variants]);
}

/** Writes what was measured now, and the pages that show it; says which files. */
export async function writePages(now: Partial<Written> = {}): Promise<string> {
  const files = {
    ...(now.matrix === undefined ? {} : { [MATRIX]: writtenDown(now.matrix) }),
    ...(now.curve === undefined ? {} : { [CURVE]: writtenDown(now.curve) }),
    'TRUST.md': await trustPage(now),
    'docs/faults.md': await renderFleet(),
    'docs/classes.md': renderClasses(),
    'docs/checks.md': renderChecks(),
  };
  for (const [name, text] of Object.entries(files)) await writeWhole(name, text);
  return `Written: ${Object.keys(files).join(', ')}`;
}

/** A row a line, so that a change shows as the rows that changed. */
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
