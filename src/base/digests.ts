import { createHash } from 'node:crypto';
import { requirements } from '../../requirements/index.ts';

/** SHA-256 of some bytes, or of a text in UTF-8, whole or in pieces, as `sha256:` and 64 hexadecimal digits. */
export function digest(content: string | Uint8Array | Iterable<string>): string {
  const sum = createHash('sha256');
  const isWhole = typeof content === 'string' || content instanceof Uint8Array;
  for (const piece of isWhole ? [content] : content) sum.update(piece);
  return `sha256:${sum.digest('hex')}`;
}

/** Digests of files that are written already, by their format: what they are of takes its time to draw again. */
export type Written = Partial<Record<string, string>>;

/** The pieces of a text; `tell` hears the digest of them once all are taken. */
export function* summed(pieces: Iterable<string>, tell: (digest: string) => void): Iterable<string> {
  const sum = createHash('sha256');
  for (const piece of pieces) {
    sum.update(piece);
    yield piece;
  }
  tell(`sha256:${sum.digest('hex')}`);
}

/** Of the JSON of all `[id, level, statement]`, sorted by id, without blanks: a report has what it takes. */
export function catalogueDigest(
  asked: readonly {
    readonly id: string;
    readonly level: string;
    readonly statement: string;
  }[] = requirements,
): string {
  const rows = asked.map(({ id, level, statement }) => [id, level, statement] as const);
  return digest(JSON.stringify(rows.toSorted(([a], [b]) => (a < b ? -1 : 1))));
}
