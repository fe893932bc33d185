export { doorClient } from './door.ts';
export {
  looksLikeFirewall as isFirewalls,
  gatewayMayRefuse as isRefusedOnTheWay,
  foreignServerNote as otherHand,
} from './gateway.ts';
export { deadlinePassed, preflight, stopped, type Abort } from './preflight.ts';
export { circuitBreaker as steadyClient } from './steady.ts';
