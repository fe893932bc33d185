import { access, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { inject } from 'vitest';

/**
 * A folder that several test files need: filled by the first test that asks, once for a whole run of the tests. It is
 * not to be changed.
 */
export async function once(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(inject('shared'), name);
  const ended = join(inject('shared'), `${name}.ended`);
  // Not the folder itself: what fills it may take it away first, and a second one would begin.
  if ((await mkdir(`${folder}.begun`, { recursive: true })) === undefined) {
    while (!(await exists(ended))) await setTimeout(50);
    return folder;
  }
  try {
    await mkdir(folder);
    await fill(folder);
  } finally {
    // Anyone who waits fails with what is not there, not by waiting.
    await writeFile(ended, '');
  }
  return folder;
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
