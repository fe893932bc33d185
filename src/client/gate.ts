import type { Stopper } from './stopper.ts';

/** Answers without a 429 after which one more request may be under way again. */
const CALM = 20;

/** Lets at most so many requests out at once, and holds everyone back when the target asks for it. */
export interface Gate {
  /** Waits for a place; false where the run was stopped. Whoever got true has to call `leave`. */
  enter(): Promise<boolean>;
  leave(): void;
  /** Nobody enters for so many milliseconds; half as many at once from then on. */
  slowDown(ms: number, sentAt: number): void;
  /** An answer that was no 429: after some of them the gate opens wider again. */
  calm(): void;
}

export function createGate(most: number, stopper: Stopper): Gate {
  const queue: ((entered: boolean) => void)[] = [];
  let limit = most;
  let inside = 0;
  let opensAt = 0;
  let slowedAt = -Infinity;
  let calmAnswers = 0;
  let timer: NodeJS.Timeout | undefined;

  const admit = (): void => {
    const wait = opensAt - performance.now();
    if (wait > 0) {
      timer ??= setTimeout(() => {
        timer = undefined;
        admit();
      }, wait);
      return;
    }
    while (inside < limit) {
      const next = queue.shift();
      if (next === undefined) return;
      inside += 1;
      next(true);
    }
  };

  stopper.onStop(() => {
    clearTimeout(timer);
    for (const waiter of queue.splice(0)) waiter(false);
  });

  return {
    enter: () => {
      if (stopper.stopped) return Promise.resolve(false);
      return new Promise((resolve) => {
        queue.push(resolve);
        admit();
      });
    },
    leave: () => {
      inside -= 1;
      admit();
    },
    slowDown: (ms, sentAt) => {
      const now = performance.now();
      opensAt = Math.max(opensAt, now + ms);
      calmAnswers = 0;
      // Requests that were under way together are refused together: that is one sign, not many.
      if (sentAt < slowedAt) return;
      slowedAt = now;
      limit = Math.max(1, Math.floor(limit / 2));
    },
    calm: () => {
      calmAnswers += 1;
      if (calmAnswers < CALM || limit >= most) return;
      calmAnswers = 0;
      limit += 1;
    },
  };
}
