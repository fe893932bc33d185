import type { KeyObject } from 'node:crypto';
import { join } from 'node:path';
import { rerunAllCommand } from '../../reports/rerun.ts';
import { EXTENSION_NAMESPACE, STATEMENT_FILE, type StatementFacts } from '../attest/statement.ts';
import { addressRisks } from '../base/addresses.ts';
import { kitDigest } from '../base/kit-digest.ts';
import { withoutUndefined } from '../base/without-undefined.ts';
import { inconsistencyUnless, type ReportInconsistency } from './inconsistency.ts';
import { readKitFile, readUntrustedReportFolder } from './folder.ts';
import { folderInconsistencies } from './recompute.ts';
import { verifiedFactsOf, type VerifiedFact } from './summary.ts';
import { verifyStatement, statementInconsistencies } from './statement.ts';

/** Largest accepted envelope, in bytes: 100 times the usual size, since checking each signature takes time. */
const MOST = 1_000_000;

export interface VerifiedReport {
  /** The content of the statement, if its signature is valid. */
  readonly facts?: StatementFacts;
  /** Reasons why addresses of the target are not public, as phrases such as "is plain http"; host names are not resolved. */
  readonly risks?: readonly string[];
  /** Facts of the run, one per line; only if the folder is consistent. */
  readonly summary?: readonly VerifiedFact[];
  /** The command that judges the target again in the same way; keys come from the environment. */
  readonly again?: string;
  /** True if every verdict was recomputed; false if a file was invalid. */
  readonly recomputed: boolean;
  /** True if this version of the kit wrote the report; another version may judge otherwise. */
  readonly sameKit: boolean;
  /** Empty if the folder is consistent. */
  readonly disagreements: readonly ReportInconsistency[];
}

/**
 * Verifies a signed folder: that the key signed a statement about these files, that they are consistent, and that a
 * replay of the evidence reproduces every verdict. Sends nothing.
 * @param asked `challenge`: the text that a certifier gave for this run
 * @throws UsageError if one of the three files is missing or cannot be read
 */
export async function verify(
  dir: string,
  key: KeyObject,
  { challenge }: { readonly challenge?: string | undefined } = {},
): Promise<VerifiedReport> {
  const text = await readKitFile(join(dir, STATEMENT_FILE), 'attest', MOST);
  const { files, folder, disagreements } = await readUntrustedReportFolder(dir);
  const { statement, disagreements: signed } = verifyStatement(text.toString('utf8'), key, files);
  const facts = statement?.predicate[EXTENSION_NAMESPACE];
  if (folder === undefined) {
    const all = [...signed, ...disagreements];
    return withoutUndefined({ facts, recomputed: false, sameKit: false, disagreements: all });
  }
  const { report } = folder;
  const found = [
    ...signed,
    ...inconsistencyUnless(
      challenge === undefined || report.scope.challenge === challenge,
      'scope',
      'challenge',
      report.scope.challenge === undefined
        ? 'is missing: the run had no challenge'
        : 'is not the challenge of the run',
    ),
    ...(statement === undefined ? [] : statementInconsistencies(statement, folder)),
    ...(await folderInconsistencies(folder)),
  ];
  return withoutUndefined({
    facts,
    summary: facts === undefined || found.length > 0 ? undefined : verifiedFactsOf(report, facts),
    risks: [report.target.baseUrl, report.target.messagesUrl ?? []]
      .flat()
      .flatMap((one) => addressRisks(one)),
    again: rerunAllCommand(report).join(' '),
    recomputed: true,
    sameKit: report.tool.digest === kitDigest(),
    disagreements: found,
  });
}
