import type { WaiverUse } from './model.ts';
import { phrases } from './measures.ts';
import { operations as words } from './words.ts';

const states = {
  applied: 'applied',
  expired: 'expired, so that it changes nothing',
  outgrown: 'does not accept it, since other operations show it too',
  unneeded: 'no longer needed: remove this entry',
} as const satisfies Record<WaiverUse['state'], string>;

/** One waiver in one line, and what became of it; raw. */
export function waiverLine({ state, check, operations, reason, owner, expires, link }: WaiverUse): string {
  const at = operations === undefined ? '' : ` when ${operations.map((one) => words[one]).join(' or ')}`;
  return phrases(
    [
      states[state],
      check && `for ${check} alone${at}`,
      reason,
      owner && `owner ${owner}`,
      expires && `until ${expires}`,
      link,
    ],
    '; ',
  );
}
