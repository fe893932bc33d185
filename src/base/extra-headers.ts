/** Headers that users may not set: the kit or the HTTP connection sets them, and checks test some of them. */
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

export function isReservedHeader(name: string): boolean {
  return RESERVED.has(name.toLowerCase());
}

/** Returns the variable that replaces the value of the n-th `--header` (from 1) in printed commands. */
export function headerEnvVariable(n: number): string {
  return `PETSTORE_HEADER_${String(n)}`;
}
