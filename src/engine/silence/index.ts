// Requests without a usable response: intermediaries that answer in the target's place, a target that is down or lets the run in no more.
// This file is the surface of the room: code outside imports nothing else of it.

export { lockoutClient } from './lockout.ts';
export { intermediaryMark, foreignServerNote } from './gateway.ts';
export { isOrdinary } from './ordinary.ts';
export { deadlinePassed, preflight, requestOf, stopped, type Abort } from './preflight.ts';
export { circuitBreaker } from './circuit-breaker.ts';
