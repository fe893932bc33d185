import type { WaiverUse } from './model.ts';

const states = {
  applied: 'applied',
  expired: 'expired, so that it changes nothing',
  unneeded: 'no longer needed: remove this entry',
} as const satisfies Record<WaiverUse['state'], string>;

/** One waiver in one line, and what became of it; raw. */
export function waiverLine({ state, check, reason, owner, expires, link }: WaiverUse): string {
  return [
    states[state],
    ...(check === undefined ? [] : [`for ${check} alone`]),
    reason,
    ...(owner === undefined ? [] : [`owner ${owner}`]),
    ...(expires === undefined ? [] : [`until ${expires}`]),
    ...(link === undefined ? [] : [link]),
  ].join('; ');
}
