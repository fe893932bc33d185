import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/** Why a file was not read: the end of a sentence about it. */
export class UnreadError extends Error {}

/** Why a file could not be read, as what follows "the file" in a sentence. */
export function unreadable(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return WHY.get(code) ?? 'cannot be read';
}

const WHY = new Map([
  ['ENOENT', 'does not exist'],
  ['ENOTDIR', 'does not exist'],
  ['EISDIR', 'is a folder'],
  ['ELOOP', 'is a link to itself'],
]);

/**
 * The bytes of a file that a stranger may have made: of a device, a pipe or a socket nothing is read, and never more than
 * is allowed, also where the file grows meanwhile.
 * @param most bytes
 * @throws UnreadError
 */
export async function readRegular(path: string, most: number): Promise<Buffer> {
  try {
    // A pipe would wait for somebody who writes to it.
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const found = await file.stat();
      if (found.isDirectory()) throw new UnreadError('is a folder');
      if (!found.isFile()) throw new UnreadError('is no regular file, and is not read');
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
