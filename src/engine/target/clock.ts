import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

/** The clock of a run: its time and its timers. */
export interface Clock {
  /** Milliseconds since an arbitrary moment; never goes back. */
  now(): number;
  /** Resolves after `ms` milliseconds, or when the signal aborts. */
  pause(ms: number, signal?: AbortSignal): Promise<void>;
}

const machine: Clock = {
  now: () => performance.now(),
  pause: async (ms, signal) => {
    const options = signal === undefined ? {} : { signal };
    const over = (): boolean => signal?.aborted === true;
    const end = performance.now() + ms;
    // A timer may fire up to a millisecond early.
    for (let rest = ms; rest > 0 && !over(); rest = end - performance.now()) {
      await sleep(rest, undefined, options).catch(() => undefined);
    }
  },
};

const clocks = new AsyncLocalStorage<Clock>();
const ending = new AsyncLocalStorage<AbortSignal>();

/** A clock with the time of `now`; calls `ended` with the number of each pause that ends, counted from 0 as they start. */
export function recordingClock(now: () => number, ended: (begun: number) => void): Clock {
  const base = clock();
  let count = 0;
  return {
    now,
    pause: async (ms, signal) => {
      const begun = count;
      count += 1;
      await base.pause(ms, signal);
      ended(begun);
    },
  };
}

/** Runs `fn` with another clock, which everything that `fn` starts uses too. */
export function withClock<T>(other: Clock, fn: () => T): T {
  return clocks.run(other, fn);
}

/** Runs `fn`; when the signal aborts, every pause inside `fn` ends at once. */
export function withAbortablePauses<T>(signal: AbortSignal, fn: () => T): T {
  return ending.run(signal, fn);
}

function clock(): Clock {
  return clocks.getStore() ?? machine;
}

function isOver(): boolean {
  return ending.getStore()?.aborted === true;
}

/** Milliseconds on the clock of the run, the only time that checks read. */
export function now(): number {
  return clock().now();
}

export async function pause(ms: number): Promise<void> {
  if (!isOver()) await clock().pause(ms, ending.getStore());
}

/** Repeats `ask` until `good` accepts its result; the last attempt comes at the deadline on the run's clock, or later. */
export async function repeatUntil<T>(
  deadline: number,
  ask: () => Promise<T>,
  good: (value: T) => boolean,
): Promise<T> {
  let last = now() >= deadline;
  for (let next = 20; ; next = Math.min(next * 2, 500)) {
    const value = await ask();
    if (good(value) || last || isOver()) return value;
    const rest = deadline - now();
    // The last attempt is determined before the pause, because the clock of a replay may show another time after it.
    last = rest <= next;
    await pause(Math.max(0, Math.min(next, rest)));
  }
}

export async function waitUntil(instant: number): Promise<void> {
  // Pauses even for 0 ms: a replay must see the same timers, and its clock may differ by a fraction of a millisecond.
  await pause(Math.max(0, instant - now()));
}
