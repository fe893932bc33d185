import { accessSync, constants, existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { checksWithRowVerdict, failsBuild, affectedOperations } from '../../../reports/compare/changes.ts';
import { errorCodeOf } from '../../base/files.ts';
import type { Report, Waiver } from '../../../reports/model.ts';
import { safeLine } from '../../../reports/text.ts';
import { withoutUndefined } from '../../base/without-undefined.ts';
import { quotedValue, UsageError } from '../../base/usage-error.ts';
import { unwritableError } from '../option-values.ts';

/** Days until a drafted entry expires: long enough to fix a server. */
const DAYS = 90;

/** An entry for a waiver file; for a new failure, `found` is its message, which may contain unescaped text of the server. */
interface Drafted {
  readonly waiver: Waiver;
  readonly found?: string;
}

/**
 * Returns an entry for each failed check, warnings included with --strict, and for each waiver that was applied.
 * Reason and owner stay empty: a run refuses the file until somebody fills them in.
 */
export function draftWaivers({ requirements, startedAt, scope }: Report): readonly Drafted[] {
  const day = startedAt.slice(0, 10);
  const expires = new Date(Date.parse(day) + DAYS * 24 * 3600 * 1000).toISOString().slice(0, 10);
  return requirements.flatMap((row): Drafted[] => {
    const { id, verdict, cause, waivers = [] } = row;
    const old = waivers.flatMap(({ state, ...waiver }) => (state === 'applied' ? [waiver] : []));
    // A failure with the cause `configuration` comes from a stale waiver, which the new file leaves out.
    const isOpen = failsBuild(verdict, scope.strict) && cause !== 'configuration';
    const broken = isOpen ? [...checksWithRowVerdict(row)] : [];
    const kept = old.filter(({ check }) => !broken.some(([name]) => name === check));
    return [
      ...kept.map((waiver) => ({ waiver })),
      ...broken.map(([check, found]) => {
        const operations = affectedOperations(row.checks.filter(({ name }) => name === check));
        const open = { requirement: id, check, operations, reason: '', owner: '', expires };
        return { waiver: withoutUndefined(open), found: `${day}: ${found[0]?.message ?? row.reason}` };
      }),
    ];
  });
}

/** Throws a UsageError if the new file exists or could not be created; called before the first request. */
export function assertCreatable(path: string): void {
  if (existsSync(path)) throw existing(path);
  try {
    accessSync(dirname(path), constants.W_OK | constants.X_OK);
  } catch {
    throw unwritableError(path);
  }
}

/** Writes a new file, JSON if its name ends in .json, otherwise YAML. Throws a UsageError if it exists or cannot be written. */
export async function writeWaivers(path: string, drafted: readonly Drafted[]): Promise<void> {
  const waivers = drafted.map(({ waiver }) => waiver);
  const text = path.endsWith('.json') ? `${JSON.stringify({ waivers }, null, 2)}\n` : await yaml(drafted);
  await writeFile(path, text, { flag: 'wx' }).catch((error: unknown) => {
    throw errorCodeOf(error) === 'EEXIST' ? existing(path) : unwritableError(path);
  });
}

async function yaml(drafted: readonly Drafted[]): Promise<string> {
  const { Document } = await import('yaml');
  const document = new Document({ waivers: [] });
  document.commentBefore = ' Known failures: petstore-conformance run --waivers FILE';
  for (const { waiver, found } of drafted) {
    const entry = document.createNode(waiver);
    if (found !== undefined) entry.commentBefore = ` ${safeLine(found, 300)}`;
    document.addIn(['waivers'], entry);
  }
  return document.toString({ lineWidth: 100 });
}

function existing(path: string): UsageError {
  return new UsageError([
    `The waiver file ${quotedValue(path)} already exists: name another file with --write-waivers, or move the existing file.`,
  ]);
}
