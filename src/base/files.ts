import { randomBytes } from 'node:crypto';
import { constants, rmSync } from 'node:fs';
import { mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { getSystemErrorMap } from 'node:util';

export function errorCodeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

export function errorMessageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Returns the reason of a system error, such as `permission denied`; undefined for any other error. */
export function systemErrorReason(error: unknown): string | undefined {
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

/** Returns why a file could not be read: a phrase that continues "The file ...". */
export function unreadableReason(error: unknown): string {
  return UNREADABLE.get(errorCodeOf(error)) ?? 'cannot be read';
}

/** Reads an untrusted file: no device, pipe or socket, at most `maxBytes`. `toError` gets a phrase after "The file ...". */
export async function readRegularFile(
  path: string,
  maxBytes: number,
  toError: (why: string, cause?: unknown) => Error,
): Promise<Buffer> {
  const fail = (error: unknown): never => {
    throw toError(unreadableReason(error), error);
  };
  // O_NONBLOCK: opening a pipe would otherwise block until somebody writes to it.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch(fail);
  try {
    const found = await file.stat();
    if (found.isDirectory()) throw toError('is a folder');
    if (!found.isFile()) throw toError('is not a regular file, and is not read');
    if (found.size > maxBytes)
      throw toError(`is larger than ${String(Math.round(maxBytes / 1e6))} MB, and is not read`);
    const bytes = Buffer.alloc(found.size + 1);
    let length = 0;
    for (let read = 1; read > 0 && length < bytes.length; length += read)
      ({ bytesRead: read } = await file.read(bytes, length).catch(fail));
    if (length === bytes.length) throw toError('grows while it is read');
    return bytes.subarray(0, length);
  } finally {
    await file.close();
  }
}

/** Makes a folder and its parents. Node's `recursive: true` hangs on a file system that refuses new folders. */
export async function makeFolder(path: string, mode?: number): Promise<void> {
  const dir = resolve(path);
  try {
    await mkdir(dir, mode);
  } catch (error) {
    if (errorCodeOf(error) === 'EEXIST' && (await stat(dir)).isDirectory()) return;
    if (errorCodeOf(error) !== 'ENOENT' || dirname(dir) === dir) throw error;
    await makeFolder(dirname(dir), mode);
    await mkdir(dir, mode);
  }
}

/** Temporary files not renamed yet; deleted when the process exits. */
const unfinished = new Set<string>();

function removeUnfinished(): void {
  for (const path of unfinished) rmSync(path, { force: true });
}

/** Writes atomically: temporary file, sync, rename. (write-file-atomic treats a short write to a full disk as complete.) */
export async function writeFileAtomically(path: string, text: string | Iterable<string>): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}`);
  if (!process.listeners('exit').includes(removeUnfinished)) process.on('exit', removeUnfinished);
  unfinished.add(temporary);
  try {
    // writeFile repeats short writes until all is written, or throws; `flush` syncs the file.
    await writeFile(temporary, text, { flag: 'wx', flush: true });
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  } finally {
    unfinished.delete(temporary);
  }
}
