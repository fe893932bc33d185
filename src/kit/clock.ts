import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

const ending = new AsyncLocalStorage<AbortSignal>();

/** Runs `fn`; every wait in it, however deep and however concurrent, is over at once when the signal says so. */
export function waitingUntil<T>(signal: AbortSignal, fn: () => T): T {
  return ending.run(signal, fn);
}

function isOver(): boolean {
  return ending.getStore()?.aborted === true;
}

async function pauseFor(ms: number): Promise<void> {
  const signal = ending.getStore();
  if (isOver()) return;
  await sleep(ms, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
}

/**
 * Asks again and again until the answer is good or the deadline has passed, with growing pauses. The last answer is
 * returned, good or not; at least one question is asked after the deadline, unless the run is over.
 * @param deadline on the clock of `performance.now()`, milliseconds
 */
export async function until<T>(
  deadline: number,
  ask: () => Promise<T>,
  good: (value: T) => boolean,
): Promise<T> {
  for (let pause = 20; ; pause = Math.min(pause * 2, 500)) {
    const last = performance.now() >= deadline;
    const value = await ask();
    if (good(value) || last || isOver()) return value;
    await pauseFor(Math.max(1, Math.min(pause, deadline - performance.now())));
  }
}

/** Waits until an instant on the clock of `performance.now()`. */
export async function waitUntil(instant: number): Promise<void> {
  const rest = instant - performance.now();
  if (rest > 0) await pauseFor(rest);
}
