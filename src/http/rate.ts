/** After this many responses in a row without a refusal, the rate rises by one step. */
const CALM = 10;
/** After a dropped connection has reduced the number of connections, one more is tried after this many responses. */
const CALM_AFTER_DROP = 60;
/** Milliseconds between two requests: after the first refusal, the maximum, and the maximum while every request is refused. */
const SPACING = { first: 20, most: 2000, blind: 160 } as const;
/** Number of outcomes needed to measure a slower rate; number of refusals needed if nothing was accepted. */
const WINDOW = { mixed: 12, blind: 4 } as const;
/** If slowing down did not help, the rate stays the same for this many outcomes. */
const FROZEN = 60;
/** A slower rate helps if it multiplies the share of accepted requests, or divides that of refused ones, by this factor. */
const HELP = 1.4;

/** `part`, `before`: the share of accepted requests at the slower rate, and at the rate before. */
function helps(part: number, before: number): boolean {
  return part >= HELP * before || HELP * (1 - part) <= 1 - before;
}

/** Finds the rate that a target accepts, as TCP does. If half of it helps nothing, the rate is not why requests are refused. */
export function createAdaptiveRateLimit(maxConcurrency: number) {
  let limit = maxConcurrency;
  /** The limit never rises above this number. */
  let widest = maxConcurrency;
  let spacing = 0;
  let since = -Infinity;
  let good = 0;
  let bad = 0;
  let inARow = 0;
  let frozen = 0;
  /** Number of responses since `narrow` reduced the limit, or since the limit last rose. */
  let held = Infinity;
  /** The last higher rate at which a request was accepted, and the share of requests accepted at that rate. */
  let faster: { readonly limit: number; readonly spacing: number; readonly part: number } | undefined;

  const take = (nextLimit: number, nextSpacing: number): void => {
    limit = nextLimit;
    spacing = nextSpacing;
    since = performance.now();
    good = bad = 0;
  };
  const mayWiden = (): boolean => limit < widest && held >= CALM_AFTER_DROP;
  const rise = (): void => {
    inARow = 0;
    faster = undefined;
    const isWider = mayWiden();
    if (isWider && held !== Infinity) held = 0;
    take(isWider ? limit + 1 : limit, spacing * 0.7 < SPACING.first / 2 ? 0 : spacing * 0.7);
  };
  const slowDown = (): void => {
    const part = good / (good + bad);
    if (faster !== undefined && good > 0 && !helps(part, faster.part)) {
      frozen = FROZEN;
      take(Math.min(widest, faster.limit), faster.spacing);
      faster = undefined;
      return;
    }
    // The rate before the first refusal was not measured: it may have been a burst that the target allows.
    if (spacing > 0 && good > 0) faster = { limit, spacing, part };
    const longest = good === 0 ? SPACING.blind : SPACING.most;
    take(
      Math.max(1, Math.floor(limit / 2)),
      Math.max(spacing, Math.min(Math.max(spacing * 2, SPACING.first), longest)),
    );
  };

  return {
    /** The maximum number of requests in flight. */
    get limit(): number {
      return limit;
    },
    /** The number of milliseconds between the starts of two requests. */
    get spacing(): number {
      return spacing;
    },
    /** Records the outcome of a request; `refused` is true after a 429 or a 503. */
    record: (refused: boolean, sentAt: number): void => {
      inARow = refused ? 0 : inARow + 1;
      if (!refused) held += 1;
      // Requests in flight are refused together, so only requests sent since the last change of the rate count.
      if (sentAt < since) return;
      if (refused) bad += 1;
      else good += 1;
      const isFrozen = frozen > 0;
      if (isFrozen) frozen -= 1;
      if (!refused && inARow >= CALM && (mayWiden() || spacing > 0)) rise();
      const enough = good === 0 ? WINDOW.blind : WINDOW.mixed;
      if (refused && !isFrozen && (spacing === 0 || good + bad >= enough)) slowDown();
    },
    /**
     * Halves the requests in flight after a dropped connection or a 409 whose retry succeeded; false if the limit is already 1.
     * `forGood`: the limit never rises again.
     */
    narrow: (endedAt: number, forGood = false): boolean => {
      if (limit === 1) return false;
      // Requests that failed together count once.
      if (endedAt < since) return true;
      take(Math.max(1, Math.floor(limit / 2)), spacing);
      inARow = 0;
      held = 0;
      if (forGood) widest = limit;
      return true;
    },
    /** Restores the full rate, because the refusals do not depend on the rate. */
    restore: (): void => {
      faster = undefined;
      take(widest, 0);
    },
  };
}
