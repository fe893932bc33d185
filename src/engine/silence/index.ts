export { lockoutClient } from './lockout.ts';
export { looksLikeFirewall, gatewayMayRefuse, foreignServerNote } from './gateway.ts';
export { deadlinePassed, preflight, stopped, type Abort } from './preflight.ts';
export { circuitBreaker } from './circuit-breaker.ts';
