import { randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync } from 'node:fs';
import { link, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isRed } from '../../../reports/compare/changes.ts';
import { codeOf } from '../../../reports/make-folder.ts';
import type { Report, Waiver } from '../../../reports/model.ts';
import { inertLine } from '../../../reports/text.ts';
import { quoted } from '../../config/problem.ts';
import { UsageError } from '../../config/usage-error.ts';

/** Days that a drafted entry holds: long enough to correct a server, and not for good. */
const DAYS = 90;

/** An entry for each failure of a run, warnings included where they count, and for each that was waived already. */
export function draftWaivers({ requirements, startedAt, scope }: Report): readonly Waiver[] {
  const day = startedAt.slice(0, 10);
  const expires = new Date(Date.parse(day) + DAYS * 24 * 3600 * 1000).toISOString().slice(0, 10);
  return requirements.flatMap(({ id, verdict, reason, cause, checks, waivers = [] }): Waiver[] => {
    const old = waivers.flatMap(({ state, ...waiver }) => (state === 'applied' ? [waiver] : []));
    const failed = checks.some((check) => check.verdict === 'fail' || check.verdict === 'warn');
    // An entry that is no longer needed makes a row fail, and is not to be written again.
    if (!isRed(verdict, scope.strict) || !failed || cause === 'configuration') return old;
    const why = `Say why this is accepted. Found on ${day}: ${inertLine(reason, 300)}`;
    return [...old, { requirement: id, reason: why, owner: 'Say who answers for it', expires }];
  });
}

/** Throws a UsageError where a new file of that name could not be written: to be asked before anything is sent. */
export function checkNew(path: string): void {
  if (existsSync(path)) throw refusal(path, 'EEXIST');
  try {
    accessSync(dirname(path), constants.W_OK | constants.X_OK);
  } catch (error) {
    throw refusal(path, codeOf(error));
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
    throw refusal(path, codeOf(error));
  } finally {
    await rm(draft, { force: true });
  }
}

async function yaml(waivers: readonly Waiver[]): Promise<string> {
  const { stringify } = await import('yaml');
  const head = '# Failures that are known and accepted: petstore-conformance run --waivers FILE\n';
  return head + stringify({ waivers }, { lineWidth: 100 });
}

function refusal(path: string, code: unknown): UsageError {
  const what =
    code === 'EEXIST'
      ? 'exists: name another one with --write-waivers, or move it away.'
      : 'cannot be written: name one in a folder that can be written to with --write-waivers.';
  return new UsageError([`The new waiver file ${quoted(path)} ${what}`]);
}
