// Requests that the service did not answer itself: a gateway answers in its place, the target is down, or it locks the run out.
// What a key may not do is a reply of the service, and known in target/permission.ts.
// Code outside this folder imports only this file.

export { withLockoutDetection } from './lockout.ts';
export { intermediaryMark, foreignServerNote } from './gateway.ts';
export { isOrdinaryRequest, LONGEST_AUTHORIZATION } from './ordinary.ts';
export * from './preflight.ts';
export { withCircuitBreaker } from './circuit-breaker.ts';
