import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeWhole } from '../../reports/write-whole.ts';
import type { Curve } from './curve.ts';
import { checks } from '../../suites/index.ts';
import { changedSince } from './behind.ts';
import { loadFamilies } from '../../reference/index.ts';
import { wholeFleet } from './fleet.ts';
import { renderFleet } from './fleet-doc.ts';
import { renderTrust } from './markdown.ts';
import type { Matrix } from './matrix.ts';
import { PACKAGE } from './modules.ts';
import { readRecorded, writtenDown } from './recorded.ts';

const CURVE = 'tools/trust/curve.json';
const MATRIX = 'tools/trust/trust.json';

async function readCurve(): Promise<Curve | undefined> {
  const text = await readFile(join(PACKAGE, CURVE), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as Curve);
}

/** Writes a new matrix or a new curve down, and the pages that show them; says which files. */
export async function writeTrust(matrix?: Matrix, curve?: Curve): Promise<string> {
  const shown = matrix ?? (await readRecorded());
  if (shown === undefined) return 'Nothing is written: there is no matrix yet ("npm run trust" makes it).';
  const files = {
    ...(matrix === undefined ? {} : { [MATRIX]: writtenDown(matrix) }),
    ...(curve === undefined ? {} : { [CURVE]: writtenDown(curve) }),
    'TRUST.md': renderTrust(
      shown,
      curve ?? (await readCurve()),
      changedSince(shown, await wholeFleet(), checks),
    ),
    'docs/faults.md': renderFleet(await wholeFleet(), await loadFamilies()),
  };
  for (const [name, text] of Object.entries(files)) await writeWhole(join(PACKAGE, name), text);
  return `Written: ${Object.keys(files).join(', ')}`;
}
