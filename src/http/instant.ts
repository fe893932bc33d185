/** By a clock that never goes back: somebody may set the clock of the machine while a run goes on. */
export function presentMoment(): Date {
  return new Date(performance.timeOrigin + performance.now());
}
