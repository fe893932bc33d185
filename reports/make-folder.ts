import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** The code of a system error, such as ENOENT. */
export function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/**
 * Makes a folder and those above it. Node's own `recursive` never returns in a file system that refuses new ones.
 * @param mode of those that are made
 * @throws the error of the system where one cannot be made
 */
export async function makeFolder(path: string, mode?: number): Promise<void> {
  const dir = resolve(path);
  try {
    await mkdir(dir, mode);
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && (await stat(dir)).isDirectory()) return;
    if (codeOf(error) !== 'ENOENT' || dirname(dir) === dir) throw error;
    await makeFolder(dirname(dir), mode);
    await mkdir(dir, mode);
  }
}
