/** Requests that got no answer in all of the time that they have, before the rest have less. */
const HUNG = 3;
/** So many times the slowest answer of the run, and no fewer milliseconds. */
const TIMES = 20;
const LEAST_MS = 1000;

/** How long an answer is waited for. */
export interface Timeouts {
  /** Milliseconds for the attempt that goes out now. */
  readonly ms: number;
  /** An answer came. @param afterMs milliseconds after its request went out */
  answered(afterMs: number): void;
  /** None came in time. */
  hung(): void;
}

/**
 * What is asked for; once some requests have waited so long in vain, what the answers of the run have shown to be plenty: a
 * target that leaves a kind of requests without an answer would else be waited for by the minute.
 */
export function createTimeouts(mostMs: number): Timeouts {
  let slowest = 0;
  let inVain = 0;
  return {
    get ms() {
      return inVain < HUNG ? mostMs : Math.min(mostMs, Math.max(LEAST_MS, TIMES * slowest));
    },
    answered: (afterMs) => void (slowest = Math.max(slowest, afterMs)),
    hung: () => void (inVain += 1),
  };
}
