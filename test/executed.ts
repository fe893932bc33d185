import { execFile, type ExecFileOptions } from 'node:child_process';
import type { Ended } from './cli/build.ts';

/** Runs a program to its end, whatever its exit code (null: a signal ended it); `text` is all that it said. */
export function executed(
  file: string,
  words: readonly string[],
  options: ExecFileOptions = {},
  input?: string,
): Promise<Ended & { readonly text: string }> {
  return new Promise((resolve) => {
    const given = { ...options, encoding: 'utf8', maxBuffer: 2 ** 26 } as const;
    const child = execFile(file, words, given, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : null;
      resolve({ code, stdout, stderr, text: stdout + stderr });
    });
    // A programme may end before it has read all, or anything, of what it is given: its exit code tells, not the pipe.
    child.stdin?.on('error', () => undefined);
    if (input !== undefined) child.stdin?.end(input);
  });
}
