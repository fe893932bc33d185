import { randomBytes } from 'node:crypto';
import { constants, rmSync } from 'node:fs';
import { mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { getSystemErrorMap } from 'node:util';

/** The code of a system error, such as ENOENT. */
export function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/** Why the system refused a file, in its own words: `permission denied`; undefined for any other error. */
export function systemReason(error: unknown): string | undefined {
  return error instanceof Error && 'errno' in error
    ? getSystemErrorMap().get(Number(error.errno))?.[1]
    : undefined;
}

const UNREADABLE = new Map<unknown, string>([
  ['ENOENT', 'does not exist'],
  ['ENOTDIR', 'does not exist'],
  ['EISDIR', 'is a folder'],
  ['ELOOP', 'is a link to itself'],
]);

/** Why a file could not be read, as what follows "the file" in a sentence. */
export function unreadable(error: unknown): string {
  return UNREADABLE.get(codeOf(error)) ?? 'cannot be read';
}

/** Why a file was not read: the end of a sentence about it. */
class UnreadError extends Error {}

/**
 * The bytes of a file that a stranger may have made: of a device, a pipe or a socket nothing is read, and never more than
 * is allowed, also where the file grows meanwhile.
 * @param most bytes
 * @throws Error whose message is the end of a sentence about the file
 */
export async function readRegular(path: string, most: number): Promise<Buffer> {
  try {
    // A pipe would wait for somebody who writes to it.
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const found = await file.stat();
      if (found.isDirectory()) throw new UnreadError('is a folder');
      if (!found.isFile()) throw new UnreadError('is not a regular file, and is not read');
      const tooLarge = new UnreadError(`is larger than ${String(most / 2 ** 20)} MiB, and is not read`);
      if (found.size > most) throw tooLarge;
      const bytes = Buffer.alloc(found.size + 1);
      let length = 0;
      for (let read = 1; read > 0 && length < bytes.length; length += read)
        ({ bytesRead: read } = await file.read(bytes, length));
      if (length === bytes.length) throw new UnreadError('grows while it is read');
      return bytes.subarray(0, length);
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof UnreadError) throw error;
    throw new UnreadError(unreadable(error), { cause: error });
  }
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

/** Files under way: they go with the process, however it ends. */
const unfinished = new Set<string>();

function removeUnfinished(): void {
  for (const path of unfinished) rmSync(path, { force: true });
}

/**
 * Writes a text file, in UTF-8, whole or not at all, given as one text or in pieces: under another name first, down to the
 * disk, and renamed then. Rejects with the system's error, or with that of a piece; nothing is left behind.
 * (write-file-atomic takes a write that the disk cut short for a whole one.)
 */
export async function writeWhole(path: string, text: string | Iterable<string>): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}`);
  if (!process.listeners('exit').includes(removeUnfinished)) process.on('exit', removeUnfinished);
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
