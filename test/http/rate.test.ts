import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAdaptiveRateLimit } from '../../src/http/rate.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Sends this many requests, one after the other at the rate, to a target that takes them or not; returns what it took. */
function drive(takes: (at: number, request: number) => boolean, requests: number) {
  const rate = createAdaptiveRateLimit(8);
  let taken = 0;
  let widest = 0;
  const started = performance.now();
  for (let request = 0; request < requests; request += 1) {
    vi.advanceTimersByTime(Math.max(1, rate.spacing));
    const sentAt = performance.now();
    const isTaken = takes(sentAt - started, request);
    if (isTaken) taken += 1;
    rate.record(!isTaken, sentAt);
    widest = Math.max(widest, rate.spacing);
  }
  return { rate, taken, widest, tookMs: performance.now() - started };
}

/** One request in this many milliseconds, and no burst. */
function limiter(everyMs: number): (at: number) => boolean {
  let next = 0;
  return (at) => {
    if (at < next) return false;
    next = at + everyMs;
    return true;
  };
}

describe('the rate', () => {
  it('is as fast as can be while nothing is refused', () => {
    expect(drive(() => true, 100).rate).toMatchObject({ limit: 8, spacing: 0 });
  });

  it('lets half as many go at once where connections are dropped, and says when there is no less', () => {
    const rate = createAdaptiveRateLimit(8);
    vi.advanceTimersByTime(10);
    const droppedAt = performance.now();
    expect(rate.narrow(droppedAt)).toBe(true);
    expect(rate).toMatchObject({ limit: 4, spacing: 0 });
    // One that was dropped before that is the same sign.
    expect(rate.narrow(droppedAt - 1)).toBe(true);
    expect(rate.limit).toBe(4);
    for (const limit of [2, 1]) {
      vi.advanceTimersByTime(10);
      expect(rate.narrow(performance.now())).toBe(true);
      expect(rate.limit).toBe(limit);
    }
    expect(rate.narrow(performance.now())).toBe(false);
  });

  it.each([20, 100, 500])('comes near to a limit of one in %d ms, and is refused little', (everyMs) => {
    const { taken, tookMs } = drive(limiter(everyMs), 600);
    expect(taken / 600).toBeGreaterThan(0.6);
    expect(tookMs).toBeLessThan(2.5 * taken * everyMs);
  });

  it.each([2, 3, 10])('does not slow down for a target that refuses one in %d at any rate', (one) => {
    expect(drive((_, request) => request % one !== 0, 600).tookMs).toBeLessThan(600 * 25);
  });

  it('waits for a target that refuses everything, but not ever longer, and recovers', () => {
    const { widest, rate } = drive((_, request) => request < 50 || request > 100, 400);
    expect(widest).toBe(160);
    expect(rate).toMatchObject({ limit: 8, spacing: 0 });
  });

  it('takes refusals of requests that were under way together for one sign', () => {
    const rate = createAdaptiveRateLimit(8);
    const sentAt = performance.now();
    vi.advanceTimersByTime(1);
    for (let count = 0; count < 8; count += 1) rate.record(true, sentAt);
    expect(rate).toMatchObject({ limit: 4, spacing: 20 });
  });

  it('is what it was once slowing down turned out to be without an answer', () => {
    const { rate } = drive(() => false, 20);
    rate.restore();
    expect(rate).toMatchObject({ limit: 8, spacing: 0 });
  });
});
