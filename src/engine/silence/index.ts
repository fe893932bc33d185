// Requests without a response of the target: a gateway answers in its place, the target is down, or it locks the run out.
// Code outside this folder imports only this file.

export { withLockoutDetection } from './lockout.ts';
export { intermediaryMark, foreignServerNote } from './gateway.ts';
export { isOrdinaryRequest, LONGEST_AUTHORIZATION } from './ordinary.ts';
export * from './preflight.ts';
export { withCircuitBreaker } from './circuit-breaker.ts';
