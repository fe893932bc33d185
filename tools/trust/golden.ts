import { readFile } from 'node:fs/promises';
import { writeFileAtomically } from '../../src/base/files.ts';
import type { ServerRow, IdsByVerdict } from './rows.ts';

/** Path from the folder in which npm runs scripts. */
const FILE = 'tools/trust/golden.json';

/**
 * Servers whose verdicts differ from run to run, by chance or by time: the file lacks them, and nothing is compared but what
 * the fleet says of them (assess.ts).
 */
const VARYING: ReadonlySet<string> = new Set([
  'fault auth/missing-open-while-key-in-use',
  'fault entry/lists-403-later',
  'fault entry/one-create-in-five-403',
  'fault entry/one-message-in-four-403',
  'fault get/answers-past-unknown',
  'variant conflict/while-failing-over',
  'variant conflict/while-failing-over-423',
  'variant emptied/early-anew-for-others',
  'variant mixed/vet-check-lossy-line',
  'variant worker/during-a-list',
]);

const nameOf = ({ kind, id }: ServerRow): string => `${kind} ${id}`;

/** Returns a sentence for each server that golden.json lacks, or lists with other verdicts. */
export async function differencesFromGolden(rows: readonly ServerRow[]): Promise<readonly string[]> {
  const golden = await written();
  return rows.flatMap((row) => {
    const name = nameOf(row);
    const [was, now] = [inWords(golden[name]), inWords(row.verdicts)];
    return was === now || VARYING.has(name) ? [] : [`${name}: ${now}; golden: ${was}`];
  });
}

/**
 * Writes the verdicts to golden.json, a server per line.
 * @param whole true if `rows` has all servers; if false, the file keeps the entries of other servers
 */
export async function writeGolden(rows: readonly ServerRow[], whole: boolean): Promise<string> {
  const frozen = {
    ...(whole ? {} : await written()),
    ...Object.fromEntries(rows.map((row) => [nameOf(row), row.verdicts])),
  };
  const lines = Object.entries(frozen)
    .filter(([server]) => !VARYING.has(server))
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
