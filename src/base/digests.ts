import { createHash } from 'node:crypto';
import { requirements } from '../../requirements/index.ts';

/** Returns the SHA-256 of bytes or of UTF-8 text, whole or in pieces, as `sha256:` and 64 hexadecimal digits. */
export function digest(content: string | Uint8Array | Iterable<string>): string {
  const sum = createHash('sha256');
  const isWhole = typeof content === 'string' || content instanceof Uint8Array;
  for (const piece of isWhole ? [content] : content) sum.update(piece);
  return `sha256:${sum.digest('hex')}`;
}

/** Digests of the report's files, by format, computed while they were written, because rendering a file again takes long. */
export type ReportDigestsByFormat = Partial<Record<string, string>>;

/** Passes the pieces of a text on; calls `tell` with the digest of the whole text after the last piece. */
export function* withDigest(pieces: Iterable<string>, tell: (digest: string) => void): Iterable<string> {
  const sum = createHash('sha256');
  for (const piece of pieces) {
    sum.update(piece);
    yield piece;
  }
  tell(`sha256:${sum.digest('hex')}`);
}

/** Returns the digest of the JSON list of each `[id, level, statement]`, sorted by id; a report's requirements give the same. */
export function catalogueDigest(
  catalogue: readonly {
    readonly id: string;
    readonly level: string;
    readonly statement: string;
  }[] = requirements,
): string {
  const rows = catalogue.map(({ id, level, statement }) => [id, level, statement] as const);
  return digest(JSON.stringify(rows.toSorted(([a], [b]) => (a < b ? -1 : 1))));
}
