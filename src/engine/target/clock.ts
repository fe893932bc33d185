import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

/** The time that a run goes by. */
export interface Clock {
  /** Milliseconds since some moment; never goes back. */
  now(): number;
  /** Resolves after this many milliseconds, or when the signal says so. */
  pause(ms: number, signal?: AbortSignal): Promise<void>;
}

const machine: Clock = {
  now: () => performance.now(),
  pause: async (ms, signal) => {
    const options = signal === undefined ? {} : { signal };
    const over = (): boolean => signal?.aborted === true;
    const end = performance.now() + ms;
    // A timer may be up to a millisecond early.
    for (let rest = ms; rest > 0 && !over(); rest = end - performance.now()) {
      await sleep(rest, undefined, options).catch(() => undefined);
    }
  },
};

const clocks = new AsyncLocalStorage<Clock>();
const ending = new AsyncLocalStorage<AbortSignal>();

/** The clock of the run, told of each wait: its ordinal when it begins, and its end. */
export function recordingClock(ended: (begun: number) => void): Clock {
  const base = clock();
  let count = 0;
  return {
    now: base.now,
    pause: async (ms, signal) => {
      const begun = count;
      count += 1;
      await base.pause(ms, signal);
      ended(begun);
    },
  };
}

/** Runs `fn` by another clock: all that it starts, however deep, takes its time from there. */
export function withClock<T>(other: Clock, fn: () => T): T {
  return clocks.run(other, fn);
}

/** Runs `fn`; every wait in it, however deep and however concurrent, is over at once when the signal says so. */
export function waitingUntil<T>(signal: AbortSignal, fn: () => T): T {
  return ending.run(signal, fn);
}

function clock(): Clock {
  return clocks.getStore() ?? machine;
}

function isOver(): boolean {
  return ending.getStore()?.aborted === true;
}

/** Milliseconds on the clock of the run: nothing else in a check tells the time. */
export function now(): number {
  return clock().now();
}

export async function pause(ms: number): Promise<void> {
  if (!isOver()) await clock().pause(ms, ending.getStore());
}

/**
 * Asks again until the answer is good or the deadline, on the clock of the run, has passed, and at least once after that.
 */
export async function until<T>(
  deadline: number,
  ask: () => Promise<T>,
  good: (value: T) => boolean,
): Promise<T> {
  let last = now() >= deadline;
  for (let next = 20; ; next = Math.min(next * 2, 500)) {
    const value = await ask();
    if (good(value) || last || isOver()) return value;
    const rest = deadline - now();
    // Not by the clock once more: anyone who replays the run comes to the same.
    last = rest <= next;
    await pause(Math.max(0, Math.min(next, rest)));
  }
}

export async function waitUntil(instant: number): Promise<void> {
  // A wait also where there is nothing left to wait for: that depends on the clock, and must not on its fractions.
  await pause(Math.max(0, instant - now()));
}
