/** Ends whatever waits, once and for all. */
export interface Stopper {
  readonly stopped: boolean;
  /** Calls `fn` when it stops, at once if it has; returns how to forget about it. */
  onStop(fn: () => void): () => void;
  /** Resolves after the milliseconds, or when it stops. */
  sleep(ms: number): Promise<void>;
  stop(): void;
}

export function createStopper(): Stopper {
  // One listener per request on an AbortSignal would set off Node's warning about leaks.
  const waiting = new Set<() => void>();
  let stopped = false;
  const onStop = (fn: () => void): (() => void) => {
    if (stopped) fn();
    else waiting.add(fn);
    return () => waiting.delete(fn);
  };
  return {
    get stopped() {
      return stopped;
    },
    onStop,
    sleep: (ms) =>
      new Promise((resolve) => {
        const finish = (): void => {
          clearTimeout(timer);
          forget();
          resolve();
        };
        const timer = setTimeout(finish, ms);
        const forget = onStop(() => {
          clearTimeout(timer);
          resolve();
        });
      }),
    stop: () => {
      stopped = true;
      const all = [...waiting];
      waiting.clear();
      for (const fn of all) fn();
    },
  };
}
