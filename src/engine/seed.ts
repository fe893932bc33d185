/** A 32-bit seed for one purpose, from the seed of the run (FNV-1a over its decimal text and the label). */
export function seedFor(seed: number, label: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(`${String(seed)} ${label}`)) {
    hash = Math.imul(hash ^ byte, 0x01000193);
  }
  return hash | 0;
}
