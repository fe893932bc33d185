import { createHash } from 'node:crypto';

function bytes(purpose: string, challenge: string): Buffer {
  return createHash('sha256').update(`${purpose} ${challenge}`).digest();
}

/** The profiles that a challenge asks to be claimed, such as `profiles=animals+messages` among its words; undefined if it names none. */
export function profilesIn(challenge: string): string | undefined {
  return /(?:^|\s)profiles=(\S+)/u.exec(challenge)?.[1];
}

/** Nobody can choose it; it is another one without messages, so that nobody can take those of a failed run away. */
export function seedOf(challenge: string, profiles: string): number {
  const purpose = profiles === 'animals' ? 'seed' : `seed of ${profiles}`;
  return bytes(purpose, challenge).readInt32BE(0);
}

/** The number behind the tag of a challenge's run, below `end`; the names of all its animals are derived from it. */
export function tagNumberOf(challenge: string, end: number): number {
  return bytes('tag', challenge).readUIntBE(0, 6) % end;
}
