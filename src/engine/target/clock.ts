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

/** A clock with the time of `time`; calls `ended` with the number of each pause that ends, counted from 0 as they start. */
export function recordingClock(time: () => number, ended: (begun: number) => void): Clock {
  const base = clock();
  let count = 0;
  return {
    now: time,
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

/**
 * Repeats `ask` until `good` accepts its result; the last attempt is sent `ms` milliseconds after `since`, or later. Which
 * attempt is the last follows from the times of requests in the evidence, since the clock of a replay is less exact.
 * @param sentAt when an attempt was sent; undefined (no response) makes it the last
 * @param since default: when the first attempt was sent
 */
export async function repeatFor<T>(
  ms: number,
  ask: () => Promise<T>,
  good: (value: T) => boolean,
  sentAt: (value: T) => number | undefined,
  since?: number,
): Promise<T> {
  let deadline = since === undefined ? undefined : since + ms;
  for (let next = 20; ; next = Math.min(next * 2, 500)) {
    const value = await ask();
    const sent = sentAt(value);
    if (good(value) || sent === undefined || isOver()) return value;
    deadline ??= sent + ms;
    if (sent >= deadline) return value;
    await pause(Math.max(0, Math.min(next, deadline - now())));
  }
}

export async function waitUntil(instant: number): Promise<void> {
  // Pauses even for 0 ms: a replay must see the same timers, and its clock may differ by a fraction of a millisecond.
  await pause(Math.max(0, instant - now()));
}
