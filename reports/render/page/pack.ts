import { constants, deflateRawSync } from 'node:zlib';

/** Number of items that are compressed at once. */
const PIECE = 1000;

/** Returns a value as compressed JSON (RFC 1951) in base64; the page's script reads it with `unpackJson`. */
export function packJson(value: unknown): string {
  return deflateRawSync(JSON.stringify(value), { level: 9 }).toString('base64');
}

/** As `packJson` for a list of one item or more, made piece by piece: the whole JSON may be hundreds of megabytes. */
export function packJsonList<T>(list: readonly T[], shown: (item: T) => unknown): string {
  const packed: Buffer[] = [];
  for (let from = 0; from < list.length; from += PIECE) {
    const json = JSON.stringify(list.slice(from, from + PIECE).map(shown));
    const isLast = from + PIECE >= list.length;
    const text = `${from === 0 ? '[' : ','}${json.slice(1, -1)}${isLast ? ']' : ''}`;
    const finishFlush = isLast ? constants.Z_FINISH : constants.Z_SYNC_FLUSH;
    packed.push(deflateRawSync(text, { level: 9, finishFlush }));
  }
  return Buffer.concat(packed).toString('base64');
}
