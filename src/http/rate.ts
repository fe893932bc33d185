/** Answers in a row without a refusal after which the rate rises a step. */
const CALM = 10;
/** Answers after which one more connection is tried, once one was dropped that held when it was tried again. */
const CALM_AFTER_DROP = 60;
/** Milliseconds between two requests: after the first refusal, at most, and at most while nothing at all is answered. */
const SPACING = { first: 20, most: 2000, blind: 160 } as const;
/** Results that it takes to see what a slower rate brought; refusals, where nothing else came. */
const WINDOW = { mixed: 12, blind: 4 } as const;
/** Results for which the rate stays as it is once slowing down was seen not to help. */
const FROZEN = 60;
/** This many times the part of the requests that a slower rate gets through, at least, where it helps. */
const HELP = 1.4;

/**
 * Finds the rate that a target takes, as TCP does. Where half the rate lets no larger part of the requests through, it is
 * not the rate that gets them refused, and slowing down would only take time.
 */
export function createRateController(most: number) {
  let limit = most;
  let spacing = 0;
  let since = -Infinity;
  let good = 0;
  let bad = 0;
  let inARow = 0;
  let frozen = 0;
  /** Answers since a connection was dropped, or since one more was allowed then. */
  let held = Infinity;
  /** The last faster one at which something was answered, with the part of the requests that it got through. */
  let faster: { readonly limit: number; readonly spacing: number; readonly part: number } | undefined;

  const take = (nextLimit: number, nextSpacing: number): void => {
    limit = nextLimit;
    spacing = nextSpacing;
    since = performance.now();
    good = bad = 0;
  };
  const mayWiden = (): boolean => limit < most && held >= CALM_AFTER_DROP;
  const rise = (): void => {
    inARow = 0;
    faster = undefined;
    const isWider = mayWiden();
    if (isWider && held !== Infinity) held = 0;
    take(isWider ? limit + 1 : limit, spacing * 0.7 < SPACING.first / 2 ? 0 : spacing * 0.7);
  };
  const slowDown = (): void => {
    const part = good / (good + bad);
    if (faster !== undefined && good > 0 && part < Math.min(0.9, HELP * faster.part)) {
      frozen = FROZEN;
      take(faster.limit, faster.spacing);
      faster = undefined;
      return;
    }
    // Before the first refusal nothing was measured: it may have been a burst that the target allows.
    if (spacing > 0 && good > 0) faster = { limit, spacing, part };
    const widest = good === 0 ? SPACING.blind : SPACING.most;
    take(
      Math.max(1, Math.floor(limit / 2)),
      Math.max(spacing, Math.min(Math.max(spacing * 2, SPACING.first), widest)),
    );
  };

  return {
    /** How many requests may be under way at once. */
    get limit(): number {
      return limit;
    },
    /** How many milliseconds apart they go out. */
    get spacing(): number {
      return spacing;
    },
    /** The outcome of a request; `refused` by a 429 or a 503. */
    record: (refused: boolean, sentAt: number): void => {
      inARow = refused ? 0 : inARow + 1;
      if (!refused) held += 1;
      // Requests that were under way together are refused together: that is one sign, not many.
      if (sentAt < since) return;
      if (refused) bad += 1;
      else good += 1;
      const isFrozen = frozen > 0;
      if (isFrozen) frozen -= 1;
      if (!refused && inARow >= CALM && (mayWiden() || spacing > 0)) rise();
      const enough = good === 0 ? WINDOW.blind : WINDOW.mixed;
      if (refused && !isFrozen && (spacing === 0 || good + bad >= enough)) slowDown();
    },
    /** Fewer at once: a dropped connection held once it was tried again. False where one at a time is all there is. */
    narrow: (endedAt: number): boolean => {
      if (limit === 1) return false;
      // Those that were dropped together are one sign.
      if (endedAt < since) return true;
      take(Math.max(1, Math.floor(limit / 2)), spacing);
      inARow = 0;
      held = 0;
      return true;
    },
    /** What was refused does not depend on the rate: the one before it. */
    restore: (): void => {
      faster = undefined;
      take(most, 0);
    },
  };
}
