import { readFile } from 'node:fs/promises';
import { writeFileAtomically } from '../../src/base/files.ts';
import type { ServerRow, IdsByVerdict } from './rows.ts';

/** Path from the folder in which npm runs scripts. */
const FILE = 'tools/trust/golden.json';

/** Returns a sentence for each server that golden.json lacks, or lists with other verdicts. */
export async function differencesFromGolden(rows: readonly ServerRow[]): Promise<readonly string[]> {
  const golden = await written();
  return rows.flatMap(({ kind, id, verdicts }) => {
    const [was, now] = [inWords(golden[`${kind} ${id}`]), inWords(verdicts)];
    return was === now ? [] : [`${kind} ${id}: ${now}; golden: ${was}`];
  });
}

/**
 * Writes the verdicts to golden.json, a server per line.
 * @param whole true if `rows` has all servers; if false, the file keeps the entries of other servers
 */
export async function writeGolden(rows: readonly ServerRow[], whole: boolean): Promise<string> {
  const frozen = {
    ...(whole ? {} : await written()),
    ...Object.fromEntries(rows.map(({ kind, id, verdicts }) => [`${kind} ${id}`, verdicts])),
  };
  const lines = Object.entries(frozen)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([server, verdicts]) => `  ${JSON.stringify(server)}: ${JSON.stringify(verdicts)}`);
  await writeFileAtomically(FILE, `{\n${lines.join(',\n')}\n}\n`);
  return `Written: ${FILE}, ${rows.length} servers`;
}

async function written(): Promise<Readonly<Record<string, IdsByVerdict>>> {
  return JSON.parse(await readFile(FILE, 'utf8')) as Readonly<Record<string, IdsByVerdict>>;
}

function inWords(verdicts: IdsByVerdict | undefined): string {
  if (verdicts === undefined) return 'not written down';
  const some = Object.entries(verdicts).map(([verdict, ids]) => `${verdict} ${ids.join(', ')}`);
  return some.length === 0 ? 'all passed' : some.join('; ');
}
