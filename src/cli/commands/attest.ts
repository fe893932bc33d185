import { join } from 'node:path';
import type { RunVerdict } from '../../../reports/model.ts';
import { counted } from '../../../reports/measures.ts';
import { IN_TOTO, seal } from '../../attest/dsse.ts';
import { keyId } from '../../attest/keys.ts';
import { statementOf, STATEMENT_FILE, type Product } from '../../attest/statement.ts';
import { writeWhole } from '../../base/files.ts';
import { withoutUndefined } from '../../base/without-undefined.ts';
import { quoted } from '../../config/problem.ts';
import { discrepancyLine } from '../../verify/discrepancy.ts';
import { openFolder } from '../../verify/folder.ts';
import { folderDisagreements } from '../../verify/recompute.ts';
import { keyIn, oneLine, oneOf, unwritable } from '../given.ts';
import type { Io } from '../io.ts';
import { Objection } from '../objection.ts';

/** The options of the command line, unread. */
export interface AttestFlags {
  readonly key: string;
  readonly product?: string;
  readonly vendor?: string;
  readonly allow?: string;
  /** Digest of the report that the run repeats, if a certifier signs: not an option of the command. */
  readonly recertifies?: string;
}

/** Values of each class of input that a certificate should rest on. */
const DEEP = 10;
const ALLOWED = ['partial', 'inconclusive', 'non-conformant'] as const satisfies readonly RunVerdict[];
/** Discrepancies of a folder that are shown. */
const SHOWN = 20;

/**
 * Writes a signed statement about the report in a folder.
 * @throws UsageError for what cannot be read
 * @throws Objection if the verdict is not conformant and not allowed by name, or the folder is inconsistent
 */
export async function attest(io: Io, dir: string, flags: AttestFlags): Promise<void> {
  const allow = flags.allow === undefined ? undefined : oneOf('--allow', ALLOWED, flags.allow);
  const product: Product = withoutUndefined({
    name: oneLine('--product', flags.product),
    vendor: oneLine('--vendor', flags.vendor),
  });
  const key = await keyIn('private', flags.key);
  const { folder, disagreements } = await openFolder(dir);
  const wrong = folder === undefined ? disagreements : await folderDisagreements(folder);
  if (folder === undefined || wrong.length > 0)
    throw new Objection([
      ...wrong.slice(0, SHOWN).map(discrepancyLine),
      'The report is inconsistent and was not signed. Run again.',
    ]);
  const { verdict, scope } = folder.report;
  const allowed = verdict === 'conformant' ? undefined : verdict;
  if (allowed !== undefined && allowed !== allow)
    throw new Objection([
      `The report is ${allowed} and was not signed. To sign it as that, pass --allow ${allowed}.`,
    ]);
  const words = { product: namedIn(folder.report, product), allowed, recertifies: flags.recertifies };
  const statement = statementOf(folder, words);
  const path = join(dir, STATEMENT_FILE);
  const envelope = seal(IN_TOTO, Buffer.from(JSON.stringify(statement)), key);
  await writeWhole(path, `${JSON.stringify(envelope, null, 2)}\n`).catch(() => {
    throw unwritable(path);
  });
  if (scope.runs < DEEP)
    io.stderr.write(
      `warning: The run drew ${counted(scope.runs, 'value')} of each class of input; a certificate should rest on --runs ${String(DEEP)}.\n`,
    );
  io.stdout.write(`${path}  ${verdict}, signed with key ${keyId(key)}\n`);
}

/**
 * The product of a report, completed by the options; undefined if neither names one.
 * @throws Objection if the two differ
 */
function namedIn(
  { product: said = {} }: { readonly product?: Product },
  asked: Product,
): Product | undefined {
  for (const [name, flag] of [
    ['name', '--product'],
    ['vendor', '--vendor'],
  ] as const) {
    const [was, is] = [said[name], asked[name]];
    if (was !== undefined && is !== undefined && was !== is)
      throw new Objection([
        `The report says ${quoted(was)}, and not ${quoted(is)}: leave out ${flag}, or run the kit again.`,
      ]);
  }
  const named = { ...asked, ...said };
  return Object.keys(named).length === 0 ? undefined : named;
}
