import { inertLine, jsonText } from '../../../reports/text.ts';
import { counted } from '../../../reports/measures.ts';
import { settingsText } from '../../../reports/settings.ts';
import { shellWord } from '../../../reports/render/shell.ts';
import { keyId } from '../../attest/keys.ts';
import type { Facts } from '../../attest/statement.ts';
import { discrepancyLine } from '../../verify/discrepancy.ts';
import { verify, type Verified } from '../../verify/verify.ts';
import { exitCode } from '../exit-code.ts';
import { keyIn, oneLine } from '../given.ts';
import type { Io } from '../io.ts';

/** What the command line said, unread. */
export interface VerifyFlags {
  readonly publicKey: string;
  readonly challenge?: string;
  readonly json?: boolean;
}

/**
 * Checks a folder with a report, its evidence and a statement about both. Resolves to the exit code: 1 with a line for each
 * disagreement. Throws a UsageError for what cannot be read.
 */
export async function verifyFolder(io: Io, dir: string, flags: VerifyFlags): Promise<number> {
  const challenge = oneLine('--challenge', flags.challenge);
  const key = await keyIn('public', flags.publicKey);
  const found = await verify(dir, key, { challenge });
  const verified = found.disagreements.length === 0;
  if (flags.json === true) {
    io.stdout.write(jsonText({ schemaVersion: '1', verified, keyid: keyId(key), ...found }));
  } else {
    io.stdout.write(
      `${[...verifiedLines(found, dir), ...(verified ? proving(dir, flags.publicKey) : [])].join('\n')}\n`,
    );
  }
  return exitCode(verified ? 'done' : 'objection');
}

/** The outcome of a verification, in lines for a terminal. */
export function verifiedLines(
  { facts, disagreements, sameKit, recomputed }: Verified,
  dir: string,
): readonly string[] {
  const other =
    sameKit || !recomputed
      ? []
      : ['Another kit wrote the report than this one: where verdicts differ, verify with that version.'];
  if (disagreements.length > 0) {
    const count = counted(disagreements.length, 'disagreement');
    return [
      ...disagreements.map(discrepancyLine),
      ...other,
      `NOT VERIFIED: ${inertLine(dir, 200)} has ${count}.`,
    ];
  }
  return [
    ...other,
    `VERIFIED: ${inertLine(dir, 200)} is ${facts === undefined ? 'as signed' : about(facts)}.`,
    'Signature, digests and schema are valid. All verdicts reproduced from the evidence.',
  ];
}

/** The command that checks what a folder cannot show. */
function proving(dir: string, publicKey: string): readonly string[] {
  const words = [dir, '--public-key', publicKey].map(shellWord).join(' ');
  return [
    'Evidence cannot prove that this target sent the responses. To check, run recertify at its address:',
    inertLine(`  npx petstore-conformance recertify ${words} --base-url URL`, MOST_TEXT),
  ];
}

/** Characters of a line that may hold foreign text. */
const MOST_TEXT = 2000;

function about({ verdict, product, target, startedAt, scope, settings }: Facts): string {
  const who = [product?.name, product?.vendor].filter((text) => text !== undefined);
  const what = who.length === 0 ? target.baseUrl : `${who.join(' by ')} at ${target.baseUrl}`;
  const how = settingsText({ runs: scope.runs, ...settings });
  return inertLine(`${verdict}: ${what}, ${startedAt}, ${how}`, 600);
}
