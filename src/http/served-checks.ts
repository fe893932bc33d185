import { requestScope } from './request-scope.ts';
import type { RateLimitLane } from './lanes.ts';

/** A lane counts as served for this many milliseconds after a response. */
const SERVED_MS = 1000;

/** Remembers which checks got a response in which lane, and when the lane last did. */
export function createServedChecks() {
  const served = new Map<RateLimitLane, { at: number; readonly checks: Set<string> }>();
  return {
    answered: (lane: RateLimitLane): void => {
      const { checks = new Set<string>() } = served.get(lane) ?? {};
      served.set(lane, { at: performance.now(), checks: checks.add(requestScope().check) });
    },
    /** True if the current check never got a response in the lane, while others do: its inputs may cause a 503, not the rate. */
    isLeftOut: (lane: RateLimitLane): boolean => {
      const { at, checks } = served.get(lane) ?? {};
      const isServed = at !== undefined && performance.now() - at < SERVED_MS;
      return isServed && checks?.has(requestScope().check) === false;
    },
  };
}
