import { randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync } from 'node:fs';
import { link, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Report, Waiver } from '../../../reports/model.ts';
import { inertLine } from '../../../reports/text.ts';
import { quote } from '../../config/problem.ts';
import { UsageError } from '../../config/usage-error.ts';

/** Days that a drafted entry holds: long enough to correct a server, and not for good. */
const DAYS = 90;

/** An entry for each failure of a run, warnings included where they count, and for each that was waived already. */
export function draftWaivers(report: Report): readonly Waiver[] {
  const day = report.startedAt.slice(0, 10);
  const expires = new Date(Date.parse(day) + DAYS * 24 * 3600 * 1000).toISOString().slice(0, 10);
  return report.requirements.flatMap((row): Waiver[] => {
    const old = (row.waivers ?? []).filter(({ state }) => state === 'applied').map(entryOf);
    const failed = row.checks.some(({ verdict }) => verdict === 'fail' || verdict === 'warn');
    const counts = row.verdict === 'fail' || (row.verdict === 'warn' && report.scope.strict);
    // An entry that is no longer needed makes a row fail, and is not to be written again.
    if (!counts || !failed || row.cause === 'configuration') return old;
    const reason = `Say why this is accepted. Found on ${day}: ${inertLine(row.reason, 300)}`;
    return [...old, { requirement: row.id, reason, owner: 'Say who answers for it', expires }];
  });
}

function entryOf({ requirement, check, reason, owner, link: address, expires }: Waiver): Waiver {
  return {
    requirement,
    ...(check === undefined ? {} : { check }),
    reason,
    ...(owner === undefined ? {} : { owner }),
    ...(address === undefined ? {} : { link: address }),
    ...(expires === undefined ? {} : { expires }),
  };
}

/** Throws a UsageError where a new file of that name could not be written: to be asked before anything is sent. */
export function checkNew(path: string): void {
  if (existsSync(path)) throw new UsageError([refusal(path, 'EEXIST')]);
  try {
    accessSync(dirname(path), constants.W_OK | constants.X_OK);
  } catch {
    throw new UsageError([refusal(path, '')]);
  }
}

/**
 * Writes waivers to a new file, whole or not at all: JSON where its name ends in .json, else YAML.
 * @throws UsageError where there is such a file by now, or it cannot be written
 */
export async function writeWaivers(path: string, waivers: readonly Waiver[]): Promise<void> {
  const text = path.endsWith('.json') ? `${JSON.stringify({ waivers }, null, 2)}\n` : await yaml(waivers);
  const draft = join(dirname(path), `.waivers-${randomBytes(6).toString('hex')}`);
  try {
    await writeFile(draft, text, { flag: 'wx' });
    // Unlike a rename, a link never takes the place of a file.
    await link(draft, path);
  } catch (error) {
    throw new UsageError([refusal(path, error instanceof Error && 'code' in error ? error.code : '')]);
  } finally {
    await rm(draft, { force: true });
  }
}

async function yaml(waivers: readonly Waiver[]): Promise<string> {
  const { stringify } = await import('yaml');
  const head = '# Failures that are known and accepted: petstore-conformance run --waivers FILE\n';
  return head + stringify({ waivers }, { lineWidth: 100 });
}

function refusal(path: string, code: unknown): string {
  const shown = `The new waiver file ${quote(path, []) ?? ''}`;
  if (code === 'EEXIST') return `${shown} exists: name another one with --write-waivers, or move it away.`;
  return `${shown} cannot be written: name one in a folder that can be written to with --write-waivers.`;
}
