import { createHash } from 'node:crypto';

function bytes(purpose: string, challenge: string): Buffer {
  return createHash('sha256').update(`${purpose} ${challenge}`).digest();
}

/** Returns the profiles that a challenge asks for, such as `profiles=animals+messages` among its words. */
export function profilesInChallenge(challenge: string): string | undefined {
  return /(?:^|\s)profiles=(\S+)/u.exec(challenge)?.[1];
}

/** Returns the seed of a challenge; it depends on the profiles, so that dropping one after a failure gives other inputs. */
export function seedFromChallenge(challenge: string, profiles: string): number {
  const purpose = profiles === 'animals' ? 'seed' : `seed of ${profiles}`;
  return bytes(purpose, challenge).readInt32BE(0);
}

/** Returns the number, below `end`, from which the tag in the names of the run's animals is made. */
export function tagNumberFromChallenge(challenge: string, end: number): number {
  return bytes('tag', challenge).readUIntBE(0, 6) % end;
}
