/** Headers that the kit, or the connection below it, has to set: what is sent in them is being judged. */
const RESERVED: ReadonlySet<string> = new Set([
  'authorization',
  'connection',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

export function isReserved(name: string): boolean {
  return RESERVED.has(name.toLowerCase());
}

/** The variable that stands for the value of the n-th `--header`, counted from 1, in commands that are printed. */
export function headerVariable(n: number): string {
  return `PETSTORE_HEADER_${String(n)}`;
}
