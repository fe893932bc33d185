export { doorClient } from './door.ts';
export { isFirewalls, isRefusedOnTheWay, otherHand } from './gateway.ts';
export { deadlinePassed, preflight, stopped, type Abort } from './preflight.ts';
export { steadyClient } from './steady.ts';
