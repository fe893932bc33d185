import { existsSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { historyEntry, parseHistory } from '../../../reports/history.ts';
import type { HistoryEntry, Report } from '../../../reports/model.ts';
import { errorMessageOf, readRegularFile, systemErrorReason } from '../../base/files.ts';
import { quotedValue, UsageError } from '../../base/usage-error.ts';

/** Largest history file that is read, in bytes: about 50,000 runs. */
const MOST = 16e6;

/** Reads the file of --history, or creates it without entries. Throws a UsageError if it is not a history, or not writable. */
export async function readHistory(path: string): Promise<readonly HistoryEntry[]> {
  const refused = (why: string): UsageError =>
    new UsageError([`The file ${quotedValue(path)} of --history ${why}: name another file.`]);
  const bytes = existsSync(path) ? await readRegularFile(path, MOST, refused) : '';
  await appendFile(path, '').catch((error: unknown) => {
    throw refused(`cannot be written: ${whyOf(error)}`);
  });
  try {
    return parseHistory(bytes.toString());
  } catch (error) {
    throw refused(errorMessageOf(error));
  }
}

const whyOf = (error: unknown): string => systemErrorReason(error) ?? 'the system refused it';

/** Appends an entry about a run. Resolves to an error message if the entry cannot be written. */
export async function appendHistory(path: string, report: Report): Promise<string | undefined> {
  return appendFile(path, `${JSON.stringify(historyEntry(report))}\n`).then(
    () => undefined,
    (error: unknown) => `The run was not added to ${quotedValue(path)}: ${whyOf(error)}.`,
  );
}
