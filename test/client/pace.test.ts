import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPace } from '../../src/client/pace.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Sends so many requests, one after the other at the pace, to a target that takes them or not; resolves to what it took. */
function drive(takes: (at: number, request: number) => boolean, requests: number) {
  const pace = createPace(8);
  let taken = 0;
  let widest = 0;
  const started = performance.now();
  for (let request = 0; request < requests; request += 1) {
    vi.advanceTimersByTime(Math.max(1, pace.spacing));
    const sentAt = performance.now();
    if (takes(sentAt - started, request)) {
      taken += 1;
      pace.answered(sentAt);
    } else pace.refused(sentAt);
    widest = Math.max(widest, pace.spacing);
  }
  return { pace, taken, widest, tookMs: performance.now() - started };
}

/** One request in so many milliseconds, and no burst. */
function limiter(everyMs: number): (at: number) => boolean {
  let next = 0;
  return (at) => {
    if (at < next) return false;
    next = at + everyMs;
    return true;
  };
}

describe('the pace', () => {
  it('is as fast as can be while nothing is refused', () => {
    expect(drive(() => true, 100).pace).toMatchObject({ limit: 8, spacing: 0 });
  });

  it.each([20, 100, 500])('comes near to a limit of one in %d ms, and is refused little', (everyMs) => {
    const { taken, tookMs } = drive(limiter(everyMs), 600);
    expect(taken / 600).toBeGreaterThan(0.6);
    expect(tookMs).toBeLessThan(2.5 * taken * everyMs);
  });

  it.each([2, 3])('does not slow down for a target that refuses one in %d at any pace', (one) => {
    expect(drive((_, request) => request % one !== 0, 600).tookMs).toBeLessThan(600 * 60);
  });

  it('waits for a target that refuses everything, but not ever longer, and recovers', () => {
    const { widest, pace } = drive((_, request) => request < 50 || request > 100, 400);
    expect(widest).toBe(160);
    expect(pace).toMatchObject({ limit: 8, spacing: 0 });
  });

  it('takes refusals of requests that were under way together for one sign', () => {
    const pace = createPace(8);
    const sentAt = performance.now();
    vi.advanceTimersByTime(1);
    for (let count = 0; count < 8; count += 1) pace.refused(sentAt);
    expect(pace).toMatchObject({ limit: 4, spacing: 20 });
  });

  it('is what it was once slowing down turned out to be in vain', () => {
    const { pace } = drive(() => false, 20);
    pace.restore();
    expect(pace).toMatchObject({ limit: 8, spacing: 0 });
  });
});
