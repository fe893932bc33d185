import type { KeyObject } from 'node:crypto';
import { join } from 'node:path';
import type { RunVerdict } from '../../../reports/model.ts';
import { inertLine } from '../../../reports/text.ts';
import { IN_TOTO, seal } from '../../attest/dsse.ts';
import { keyId, readPrivateKey } from '../../attest/keys.ts';
import { statementOf, STATEMENT_FILE, type Product } from '../../attest/statement.ts';
import { line } from '../../config/parsers.ts';
import { problem, quoted } from '../../config/problem.ts';
import { UsageError } from '../../config/usage-error.ts';
import { withoutUndefined } from '../../base/without-undefined.ts';
import { bytesOf, openFolder } from '../../verify/folder.ts';
import { folderDisagreements } from '../../verify/recompute.ts';
import { exitCode } from '../exit-code.ts';
import { writeWhole } from '../../base/files.ts';
import type { Io } from '../io.ts';

/** What the command line said, unread. */
export interface AttestFlags {
  readonly key: string;
  readonly product?: string;
  readonly vendor?: string;
  readonly allow?: string;
  /** Digest of the report that the run repeats, where a certifier signs: no option of the command. */
  readonly recertifies?: string;
}

/** Values of each class of input that a certificate should rest on. */
const DEEP = 10;
const ALLOWED: readonly RunVerdict[] = ['partial', 'inconclusive', 'non-conformant'];

/**
 * Writes a signed statement about the report in a folder. Resolves to the exit code: 1 where the verdict is not
 * conformant and not allowed by name, or the folder does not hold together. Throws a UsageError for what cannot be read.
 */
export async function attest(io: Io, dir: string, flags: AttestFlags): Promise<number> {
  const allowed = flags.allow === undefined ? undefined : ALLOWED.find((word) => word === flags.allow);
  if (flags.allow !== undefined && allowed === undefined) {
    throw new UsageError([`The option --allow must be ${ALLOWED.join(', ')}, not ${quoted(flags.allow)}.`]);
  }
  const product = withoutUndefined({
    name: label('--product', flags.product),
    vendor: label('--vendor', flags.vendor),
  });
  const key = await privateKeyIn(flags.key);
  const { folder, disagreements } = await openFolder(dir);
  const wrong = folder === undefined ? disagreements : await folderDisagreements(folder);
  if (folder === undefined || wrong.length > 0) {
    for (const { where, message } of wrong.slice(0, 20)) {
      io.stderr.write(`${inertLine(where, 200)}: ${inertLine(message)}\n`);
    }
    io.stderr.write('error: The report does not hold together, and is not signed: run the kit again.\n');
    return exitCode('objection');
  }
  const { report, files } = folder;
  const named = { ...product, ...report.product };
  const other = Object.entries(product).find(([name, text]) => named[name as keyof Product] !== text);
  if (other !== undefined) {
    const said = quoted(named[other[0] as keyof Product] ?? '');
    io.stderr.write(
      `error: The report says ${said}, and not ${quoted(other[1])}: leave out --${other[0] === 'name' ? 'product' : other[0]}, or run the kit again.\n`,
    );
    return exitCode('objection');
  }
  const { verdict } = report;
  if (verdict !== 'conformant' && verdict !== allowed) {
    io.stderr.write(
      `error: The report is ${verdict}, and is not signed as it is: give --allow ${verdict} where the statement is to say so.\n`,
    );
    return exitCode('objection');
  }
  const statement = statementOf(
    { report, files },
    {
      product: Object.keys(named).length === 0 ? undefined : named,
      allowed: verdict === 'conformant' ? undefined : verdict,
      recertifies: flags.recertifies,
    },
  );
  const path = join(dir, STATEMENT_FILE);
  const envelope = seal(IN_TOTO, Buffer.from(JSON.stringify(statement)), key);
  await writeWhole(path, `${JSON.stringify(envelope, null, 2)}\n`).catch(() => {
    throw new UsageError([
      `The statement ${quoted(path)} cannot be written: see that the folder can be written to.`,
    ]);
  });
  const { runs } = report.scope;
  if (runs < DEEP) {
    io.stderr.write(
      `warning: The run drew ${String(runs)} ${runs === 1 ? 'value' : 'values'} of each class of input; a certificate should rest on --runs ${String(DEEP)}.\n`,
    );
  }
  io.stdout.write(`${path}  ${verdict}, signed with key ${keyId(key)}\n`);
  return exitCode('done');
}

/** @throws UsageError where the file holds none */
export async function privateKeyIn(path: string): Promise<KeyObject> {
  const pem = await bytesOf(path, 'keygen');
  return readPrivateKey(pem.toString('utf8'), quoted(path));
}

/**
 * The text of an option that is one line.
 * @throws UsageError where it is none
 */
export function label(flag: string, text: string | undefined): string | undefined {
  const read = text === undefined ? undefined : line(text);
  if (read?.ok === false) throw new UsageError([problem(`The option ${flag}`, read, [])]);
  return read?.value;
}
