import type { KeyObject } from 'node:crypto';
import { safeLine, safeJsonText } from '../../../reports/text.ts';
import { countWithNoun } from '../../../reports/measures.ts';
import { shellWord } from '../../../reports/shell.ts';
import { keyId } from '../../attest/keys.ts';
import { singleLine } from '../../config/parsers.ts';
import { inconsistencyLine } from '../../verify/inconsistency.ts';
import { verify, type VerifiedReport } from '../../verify/verify.ts';
import { exitCode } from '../exit-code.ts';
import { readKeyFile, parseFlagValue } from '../option-values.ts';
import type { Io } from '../io.ts';

export interface VerifyFlags {
  readonly publicKey: string;
  readonly challenge?: string;
  readonly json?: boolean;
}

/**
 * Verifies a folder with a report, its evidence and a signed statement, and prints a line for each disagreement.
 * Resolves to the exit code: 1 if there is a disagreement.
 * @throws UsageError if a file cannot be read
 */
export async function verifyFolder(io: Io, dir: string, flags: VerifyFlags): Promise<number> {
  const challenge = parseFlagValue('--challenge', singleLine, flags.challenge);
  const key = await readKeyFile('public', flags.publicKey);
  const found = await verifyWithNotice(io, dir, key, challenge);
  const verified = found.disagreements.length === 0;
  if (flags.json === true) {
    io.stdout.write(safeJsonText({ schemaVersion: '1', verified, keyid: keyId(key), ...found }));
  } else {
    io.stdout.write(
      `${[...verificationLines(found, dir), ...(verified ? proving(dir, flags.publicKey, found) : [])].join('\n')}\n`,
    );
  }
  return exitCode(verified ? 'done' : 'objection');
}

/** Verifies a folder. On a terminal it first says what takes so long, since a large report takes many seconds. */
export function verifyWithNotice(
  io: Io,
  dir: string,
  key: KeyObject,
  challenge?: string,
): Promise<VerifiedReport> {
  if (io.isTTY && !io.ci)
    io.stderr.write(`Computing every verdict of "${safeLine(dir, 200)}" again from its evidence ...\n`);
  return verify(dir, key, { challenge });
}

export function verificationLines(
  { facts, summary = [], disagreements, sameKit, recomputed }: VerifiedReport,
  dir: string,
): readonly string[] {
  const other =
    sameKit || !recomputed
      ? []
      : ['Another build of the kit wrote the report: if verdicts differ, verify with that build.'];
  if (facts === undefined || disagreements.length > 0) {
    const count = countWithNoun(disagreements.length, 'disagreement');
    return [
      ...disagreements.map(inconsistencyLine),
      ...other,
      `NOT VERIFIED: "${safeLine(dir, 200)}" has ${count}.`,
    ];
  }
  return [
    ...other,
    `VERIFIED: "${safeLine(dir, 200)}" is ${facts.verdict} for ${facts.scope.profiles.join(' and ')}.`,
    ...summary.map(([label, text]) => `  ${label.padEnd(WIDTH)}${text}`),
    'Signature, digests and schema are valid. All verdicts reproduced from the evidence.',
  ];
}

/** Returns the command that tests whether this target gives the responses in the evidence. */
function proving(dir: string, publicKey: string, { facts }: VerifiedReport): readonly string[] {
  const messages = facts?.target.messagesUrl == null ? '' : ' --messages-url URL';
  const words = [dir, '--public-key', publicKey].map(shellWord).join(' ');
  return [
    'Evidence cannot prove that this target sent the responses. To check, run recertify at its address:',
    safeLine(`  npx petstore-conformance recertify ${words} --base-url URL${messages}`, MOST_TEXT),
  ];
}

/** Width of the label column, in characters. */
const WIDTH = 13;
/** Longest line with text that the kit did not write, in characters. */
const MOST_TEXT = 2000;
