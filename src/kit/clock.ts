import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Asks again and again until the answer is good or the deadline has passed, with growing pauses. The last answer is
 * returned, good or not; at least one question is asked after the deadline.
 * @param deadline on the clock of `performance.now()`, milliseconds
 */
export async function until<T>(
  deadline: number,
  ask: () => Promise<T>,
  good: (value: T) => boolean,
  signal?: AbortSignal,
): Promise<T> {
  for (let pause = 20; ; pause = Math.min(pause * 2, 500)) {
    const last = performance.now() >= deadline;
    const value = await ask();
    if (good(value) || last || signal?.aborted === true) return value;
    await sleep(Math.max(1, Math.min(pause, deadline - performance.now())), undefined, { ref: true });
  }
}

/** Waits until an instant on the clock of `performance.now()`. */
export async function waitUntil(instant: number, signal?: AbortSignal): Promise<void> {
  const rest = instant - performance.now();
  if (rest <= 0 || signal?.aborted === true) return;
  await sleep(rest, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
}
