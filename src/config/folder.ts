import { accessSync, constants, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Why the report could not be written to a folder, as the end of a sentence ("must ..."); undefined where it could.
 * Nothing is made or changed.
 */
export function folderProblem(path: string): string | undefined {
  let place = path;
  for (;;) {
    const found = look(place);
    if (found === 'unusable') return 'must be a path that the system accepts';
    if (found !== undefined) {
      if (!found.isDirectory()) return 'must be a folder, and a file stands in the way';
      try {
        accessSync(place, constants.W_OK | constants.X_OK);
        return undefined;
      } catch {
        return 'must be a folder that can be written to';
      }
    }
    const parent = dirname(place);
    if (parent === place) return 'must be in a place that exists';
    place = parent;
  }
}

function look(path: string): ReturnType<typeof statSync> | 'unusable' {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    // Below a file there is nothing either.
    const below = error instanceof Error && 'code' in error && error.code === 'ENOTDIR';
    return below ? undefined : 'unusable';
  }
}
