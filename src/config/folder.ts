import { accessSync, constants, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Why the report could not be written to a folder, as the end of a sentence ("must ..."); undefined where it could.
 * Nothing is made or changed.
 */
export function folderProblem(path: string): string | undefined {
  const parent = dirname(path);
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined) {
      return parent === path ? 'must be in a place that exists' : folderProblem(parent);
    }
    if (!found.isDirectory()) return 'must be a folder, and a file stands in the way';
  } catch (error) {
    // Below a file there is nothing either.
    const below = error instanceof Error && 'code' in error && error.code === 'ENOTDIR';
    return below ? folderProblem(parent) : 'must be a path that the system accepts';
  }
  try {
    accessSync(path, constants.W_OK | constants.X_OK);
    return undefined;
  } catch {
    return 'must be a folder that can be written to';
  }
}
