import { readFile } from 'node:fs/promises';
import { writeWhole } from '../../src/base/files.ts';
import type { ServerRow, Verdicts } from './rows.ts';

/** Path from the folder that npm starts scripts in. */
const FILE = 'tools/trust/golden.json';

/** Servers judged otherwise than is written down, a sentence each; a server that is not written down is one. */
export async function unlikeGolden(rows: readonly ServerRow[]): Promise<readonly string[]> {
  const golden = await written();
  return rows.flatMap(({ kind, id, verdicts }) => {
    const [was, now] = [inWords(golden[`${kind} ${id}`]), inWords(verdicts)];
    return was === now ? [] : [`${kind} ${id}: ${now}; golden: ${was}`];
  });
}

/** Writes the verdicts down, a server a line. @param whole whether the rows are all that there are; else the others stay */
export async function freeze(rows: readonly ServerRow[], whole: boolean): Promise<string> {
  const frozen = {
    ...(whole ? {} : await written()),
    ...Object.fromEntries(rows.map(({ kind, id, verdicts }) => [`${kind} ${id}`, verdicts])),
  };
  const lines = Object.entries(frozen)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([server, verdicts]) => `  ${JSON.stringify(server)}: ${JSON.stringify(verdicts)}`);
  await writeWhole(FILE, `{\n${lines.join(',\n')}\n}\n`);
  return `Written: ${FILE}, ${rows.length} servers`;
}

async function written(): Promise<Readonly<Record<string, Verdicts>>> {
  return JSON.parse(await readFile(FILE, 'utf8')) as Readonly<Record<string, Verdicts>>;
}

function inWords(verdicts: Verdicts | undefined): string {
  if (verdicts === undefined) return 'not written down';
  const some = Object.entries(verdicts).map(([verdict, ids]) => `${verdict} ${ids.join(', ')}`);
  return some.length === 0 ? 'all passed' : some.join('; ');
}
