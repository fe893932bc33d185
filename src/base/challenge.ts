import { createHash } from 'node:crypto';

function bytes(purpose: string, challenge: string): Buffer {
  return createHash('sha256').update(`${purpose} ${challenge}`).digest();
}

/** The seed of a run that answers a certifier's challenge: a 32-bit integer that nobody can choose. */
export function seedOf(challenge: string): number {
  return bytes('seed', challenge).readInt32BE(0);
}

/** The number that its tag is made of, below `end`: every name that the run gives follows from it. */
export function tagNumberOf(challenge: string, end: number): number {
  return bytes('tag', challenge).readUIntBE(0, 6) % end;
}
