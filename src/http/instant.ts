/** The present time on a clock that never goes back: the clock of the machine may be set during a run. */
export function presentMoment(): Date {
  return new Date(performance.timeOrigin + performance.now());
}
