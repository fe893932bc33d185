import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Lane } from '../../src/http/lanes.ts';
import { createRetryBudget, waitBeforeNext, type Ending } from '../../src/http/retry.ts';

const limited = (retryAfterMs?: number): Ending => ({ kind: 'rate-limit', retryAfterMs });

/** What a run would wait, on a recorded clock, for requests of some lanes that are refused one after another. */
function waiting(
  lanes: readonly Lane[],
  ending: Ending,
  before?: (budget: ReturnType<typeof createRetryBudget>) => void,
) {
  const budget = createRetryBudget(() => {});
  before?.(budget);
  return lanes.map((lane) => {
    const from = performance.now();
    for (let attempt = 1; ; attempt += 1) {
      const wait = waitBeforeNext(ending, attempt, 'refused');
      if (wait === null) budget.exhausted(lane);
      if (wait === null || !budget.grant(lane, wait, ending, attempt)) break;
      vi.advanceTimersByTime(wait);
    }
    return performance.now() - from;
  });
}

const times = (lane: Lane, count: number): readonly Lane[] => Array.from({ length: count }, () => lane);
const BAD: readonly Lane[] = ['list, refused', 'create, refused', 'get, refused', 'message, refused'];

describe('what a run waits for a target that says 429', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is three requests of an operation that used up their attempts', () => {
    expect(waiting(times('list, let in', 5), limited())).toEqual([3100, 3100, 3100, 0, 0]);
  });

  it('is one of them where only bad keys are refused, and no more than five seconds for all of these', () => {
    const waited = waiting([...BAD, ...BAD], limited());
    expect(waited[0]).toBe(3100);
    expect(waited.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(5000);
  });

  it('is what the target asks for, once', () => {
    expect(waiting([...BAD, ...BAD], limited(30_000))).toEqual([30_000, 0, 0, 0, 0, 0, 0, 0]);
  });

  it('is as long as ever where good keys are refused too', () => {
    const general = (budget: ReturnType<typeof createRetryBudget>) =>
      void budget.grant('list, let in', 100, limited(), 1);
    expect(waiting(times('list, refused', 4), limited(), general)).toEqual([3100, 3100, 3100, 0]);
  });

  it('begins again once one of them is answered', () => {
    const budget = createRetryBudget(() => {});
    const ask = () => budget.grant('get, refused', 4000, limited(), 1);
    expect([ask(), (vi.advanceTimersByTime(4000), ask())]).toEqual([true, false]);
    budget.answered('get, refused');
    expect(ask()).toBe(true);
  });

  it('is shared by those that wait together', () => {
    const budget = createRetryBudget(() => {});
    const granted = BAD.map((lane) => {
      vi.advanceTimersByTime(10);
      return budget.grant(lane, 30_000, limited(30_000), 1);
    });
    expect(granted).toEqual([true, true, true, true]);
  });

  it('is two attempts where others are answered, until one is answered when it is sent again', () => {
    const budget = createRetryBudget(() => {});
    const busy: Ending = { kind: 'busy' };
    const again = () => [1, 2].map((attempt) => budget.grant('list, let in', 100, busy, attempt));
    const inVain = () => {
      budget.exhausted('list, let in');
      budget.answered('list, let in');
    };
    inVain();
    expect(again()).toEqual([true, true]);
    inVain();
    expect(again()).toEqual([true, false]);
    expect(budget.grant('list, let in', 100, { ...busy, retryAfterMs: 1000 }, 2)).toBe(true);
    expect(budget.grant('get, let in', 100, busy, 2)).toBe(true);
    budget.helped('list, let in');
    expect(again()).toEqual([true, true]);
  });
});
