import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { scratch } from '../later.ts';

/** The path of a new waiver file with these entries. */
export async function waiverFile(...waivers: readonly object[]): Promise<string> {
  const path = join(await scratch('waivers'), 'waivers.json');
  await writeFile(path, JSON.stringify({ waivers }));
  return path;
}
