import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';

/** Files that a run has open at once beyond those of a process that has just begun: threads, connections, modules. */
const NEEDED = 55;

export const TOO_FEW_FILES =
  'This process may open too few files at once. Raise the limit (ulimit -n 256), then run again.';

/** Opens as many files as a run needs, and closes them: throws the system's error where that many are not allowed. */
export function tryOpenFiles(): void {
  const open: number[] = [];
  try {
    while (open.length < NEEDED) open.push(openSync(devNull, 'r'));
  } finally {
    for (const file of open) closeSync(file);
  }
}

/** Whether too many files were open: by the error itself, or by what a thread told of one. */
export function isOutOfFiles(error: unknown): boolean {
  return error instanceof Error && /\bE[MN]FILE\b/u.test(`${error.message}\n${error.stack ?? ''}`);
}
