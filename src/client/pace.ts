/** Answers in a row without a refusal after which the pace rises a step. */
const CALM = 10;
/** Milliseconds between two requests: after the first refusal, at most, and at most while nothing at all is answered. */
const SPACING = { first: 20, most: 2000, blind: 160 } as const;
/** Results that it takes to see what a slower pace brought. */
const WINDOW = 12;
/** Refusals that it takes where nothing else came. */
const BLIND = 4;
/** Results for which the pace stays as it is once slowing down was seen not to help. */
const FROZEN = 60;

/** How many requests may be under way at once, and how far apart they go out. */
export interface Pace {
  readonly limit: number;
  /** Milliseconds. */
  readonly spacing: number;
  /** An answer that was no refusal. @param sentAt `performance.now()` when its request went out */
  answered(sentAt: number): void;
  /** A refusal: a 429 or a 503. */
  refused(sentAt: number): void;
  /** What was refused is refused however slowly it comes: the pace is what it was. */
  restore(): void;
}

/** So many times the part of the requests that a slower pace gets through, at least, where it helps. */
const HELP = 1.4;

/** A pace, and what came of it since it was taken. */
interface Step {
  readonly limit: number;
  readonly spacing: number;
  readonly since: number;
  good: number;
  bad: number;
}

/**
 * Finds the pace that a target takes, as TCP does: a refusal makes it slower, and some answers in a row faster again. At
 * half the pace a limit of rate lets twice the part of the requests through; where it stays the same, it is not the rate
 * that gets them refused, as with one backend of two that is down, and slowing down would only take time.
 */
export function createPace(most: number): Pace {
  const start = (limit: number, spacing: number): Step => ({
    limit,
    spacing,
    since: performance.now(),
    good: 0,
    bad: 0,
  });
  let step: Step = { ...start(most, 0), since: -Infinity };
  /** The last faster one at which something was answered. */
  let faster: Step | undefined;
  let inARow = 0;
  let frozen = 0;

  const slower = (): void => {
    const widest = step.good === 0 ? SPACING.blind : SPACING.most;
    const spacing = Math.max(step.spacing, Math.min(Math.max(step.spacing * 2, SPACING.first), widest));
    // Before the first refusal nothing was measured: it may have been a burst that the target allows.
    if (step.spacing > 0 && step.good > 0) faster = step;
    step = start(Math.max(1, Math.floor(step.limit / 2)), spacing);
  };

  return {
    restore: () => {
      step = start(most, 0);
      faster = undefined;
    },
    get limit() {
      return step.limit;
    },
    get spacing() {
      return step.spacing;
    },
    answered: (sentAt) => {
      inARow += 1;
      if (sentAt >= step.since) step.good += 1;
      if (frozen > 0) frozen -= 1;
      if (inARow < CALM || (step.limit === most && step.spacing === 0)) return;
      inARow = 0;
      const spacing = step.spacing * 0.7;
      step = start(Math.min(most, step.limit + 1), spacing < SPACING.first / 2 ? 0 : spacing);
      faster = undefined;
    },
    refused: (sentAt) => {
      inARow = 0;
      // Requests that were under way together are refused together: that is one sign, not many.
      if (sentAt < step.since) return;
      step.bad += 1;
      if (frozen > 0) {
        frozen -= 1;
        return;
      }
      const enough = step.good === 0 ? BLIND : WINDOW;
      if (step.spacing > 0 && step.good + step.bad < enough) return;
      if (faster !== undefined && step.good > 0 && partOf(step) < Math.min(0.9, HELP * partOf(faster))) {
        frozen = FROZEN;
        step = start(faster.limit, faster.spacing);
        faster = undefined;
      } else slower();
    },
  };
}

/** The part of the requests that got through. */
function partOf({ good, bad }: Step): number {
  return good / Math.max(1, good + bad);
}
