import { deflateRawSync } from 'node:zlib';

/** Returns a value as compressed JSON (RFC 1951) in base64; the page's script reads it with `unpackJson`. */
export function packJson(value: unknown): string {
  return deflateRawSync(JSON.stringify(value), { level: 9 }).toString('base64');
}
