/** Returns the current time from a clock that never goes back, although the machine's clock may be set during a run. */
export function monotonicDate(): Date {
  return new Date(performance.timeOrigin + performance.now());
}
