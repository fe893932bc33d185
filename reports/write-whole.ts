import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { open, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Files under way: they go with the process, however it ends. */
const unfinished = new Set<string>();
let watched = false;

function watch(): void {
  if (watched) return;
  watched = true;
  process.on('exit', () => {
    for (const path of unfinished) rmSync(path, { force: true });
  });
}

/**
 * Writes a text file, in UTF-8, whole or not at all, given as one text or in pieces: under another name first, down to the
 * disk, and renamed then. Rejects with the system's error, or with that of a piece; nothing is left behind.
 * (write-file-atomic takes a write that the disk cut short for a whole one.)
 */
export async function writeWhole(path: string, text: string | Iterable<string>): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}`);
  watch();
  unfinished.add(temporary);
  try {
    const file = await open(temporary, 'wx');
    try {
      // Goes on until everything is written, or throws.
      await writeFile(file, text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  } finally {
    unfinished.delete(temporary);
  }
}
