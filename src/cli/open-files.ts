export const TOO_FEW_FILES =
  'This process may open too few files at once. Raise the limit (ulimit -n 256), then run again.';

/** Whether too many files were open. */
export function isOutOfFiles(error: unknown): boolean {
  return error instanceof Error && /\bE[MN]FILE\b/u.test(error.message);
}
