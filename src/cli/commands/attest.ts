import { RefusedInputError, quotedValue } from '../../base/usage-error.ts';
import { join } from 'node:path';
import type { Report, RunVerdict } from '../../../reports/model.ts';
import { countWithNoun } from '../../../reports/measures.ts';
import { createSignedEnvelope } from '../../attest/dsse.ts';
import { keyId } from '../../attest/keys.ts';
import { attestationStatementOf, STATEMENT_FILE, type Product } from '../../attest/statement.ts';
import { kitDigest } from '../../base/kit-digest.ts';
import { withoutUndefined } from '../../base/without-undefined.ts';
import { singleLine } from '../../config/parsers.ts';
import { inconsistencyLine, type ReportInconsistency } from '../../verify/inconsistency.ts';
import { readUntrustedReportFolder } from '../../verify/folder.ts';
import { folderInconsistencies } from '../../verify/recompute.ts';
import { readKeyFile, requireOneOf, parseFlagValue, writeTextFile } from '../option-values.ts';
import type { Io } from '../io.ts';

export interface AttestFlags {
  readonly key: string;
  readonly product?: string;
  readonly vendor?: string;
  readonly allow?: string;
  /** Digest of the report that this run repeats, if a certifier signs; not a command-line option. */
  readonly recertifies?: string;
}

/** Smallest `--runs` (values drawn for each input class) that a certificate should rest on; below it, attest warns. */
const DEEP = 10;
const ALLOWED = ['partial', 'inconclusive', 'non-conformant'] as const satisfies readonly RunVerdict[];
const SHOWN = 20;

function adviceFor(report: Report | undefined, wrong: readonly ReportInconsistency[]): string {
  if (report !== undefined && report.tool.digest !== kitDigest())
    return `Another build of the kit wrote the report (${report.tool.version}): sign it with that build, or run again with this one.`;
  return wrong.find(({ next }) => next !== undefined)?.next ?? 'Run again, and change no file.';
}

/**
 * Writes a signed statement about the report in a folder.
 * @throws UsageError if a file cannot be read
 * @throws RefusedInputError if the folder is inconsistent, or its verdict is neither conformant nor allowed by name
 */
export async function attest(io: Io, dir: string, flags: AttestFlags): Promise<void> {
  const allow = flags.allow === undefined ? undefined : requireOneOf('--allow', ALLOWED, flags.allow);
  const product: Product = withoutUndefined({
    name: parseFlagValue('--product', singleLine, flags.product),
    vendor: parseFlagValue('--vendor', singleLine, flags.vendor),
  });
  const key = await readKeyFile('private', flags.key);
  const { folder, disagreements } = await readUntrustedReportFolder(dir);
  const wrong = folder === undefined ? disagreements : await folderInconsistencies(folder);
  if (folder === undefined || wrong.length > 0)
    throw new RefusedInputError([
      ...wrong.slice(0, SHOWN).map(inconsistencyLine),
      `The report is inconsistent and was not signed. ${adviceFor(folder?.report, wrong)}`,
    ]);
  const { verdict, scope } = folder.report;
  const allowed = verdict === 'conformant' ? undefined : verdict;
  if (allowed !== undefined && allowed !== allow)
    throw new RefusedInputError([
      `The report is ${allowed} and was not signed. To sign it nevertheless, pass --allow ${allowed}.`,
    ]);
  const words = { product: namedIn(folder.report, product), allowed, recertifies: flags.recertifies };
  const statement = attestationStatementOf(folder, words);
  const path = join(dir, STATEMENT_FILE);
  const envelope = createSignedEnvelope(Buffer.from(JSON.stringify(statement)), key);
  await writeTextFile(path, `${JSON.stringify(envelope, null, 2)}\n`);
  if (scope.runs < DEEP)
    io.stderr.write(
      `warning: The run drew ${countWithNoun(scope.runs, 'value')} of each class of input; a certificate should rest on --runs ${String(DEEP)}.\n`,
    );
  io.stdout.write(`${path}  ${verdict}, signed with key ${keyId(key)}\n`);
}

/** Returns the product that report or options name, if any; throws a RefusedInputError if they contradict each other. */
function namedIn({ product: said = {} }: Report, asked: Product): Product | undefined {
  for (const name of ['name', 'vendor'] as const) {
    const [was, is, flag] = [said[name], asked[name], name === 'name' ? '--product' : '--vendor'];
    if (was !== undefined && is !== undefined && was !== is)
      throw new RefusedInputError([
        `The report says ${quotedValue(was)}, and not ${quotedValue(is)}: leave out ${flag}, or run again with ${flag} ${quotedValue(is)}.`,
      ]);
  }
  const named = { ...asked, ...said };
  return Object.keys(named).length === 0 ? undefined : named;
}
