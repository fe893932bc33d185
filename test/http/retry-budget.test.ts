import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RateLimitLane } from '../../src/http/lanes.ts';
import { createRetryBudget, retryDelayMs, type AttemptEnding } from '../../src/http/retry.ts';

const ONE = '/v1/pets?status=sold';
const limited = (retryAfterMs?: number): AttemptEnding => ({ kind: 'rate-limit', retryAfterMs });

/** What a run would wait, on a recorded clock, for requests of some lanes that are refused one after another. */
function waiting(
  lanes: readonly RateLimitLane[],
  ending: AttemptEnding,
  before?: (budget: ReturnType<typeof createRetryBudget>) => void,
) {
  const budget = createRetryBudget(() => {});
  before?.(budget);
  return lanes.map((lane) => {
    const from = performance.now();
    for (let attempt = 1; ; attempt += 1) {
      const wait = retryDelayMs(ending, attempt, 'refused');
      if (wait === null) budget.exhausted(lane, ONE);
      if (wait === null || !budget.grant(lane, wait, ending, attempt, ONE)) break;
      vi.advanceTimersByTime(wait);
    }
    return performance.now() - from;
  });
}

const times = (lane: RateLimitLane, count: number): readonly RateLimitLane[] =>
  Array.from({ length: count }, () => lane);
const BAD: readonly RateLimitLane[] = [
  'list, no valid key',
  'create, no valid key',
  'get, no valid key',
  'message, no valid key',
];

describe('what a run waits for a target that says 429', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is three requests of an operation that used up their attempts', () => {
    expect(waiting(times('list, valid key', 5), limited())).toEqual([3100, 3100, 3100, 0, 0]);
  });

  it('is one of them where only bad keys are refused, and no more than five seconds for all of these', () => {
    const waited = waiting([...BAD, ...BAD], limited());
    expect(waited[0]).toBe(3100);
    expect(waited.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(5000);
  });

  it('is the longest wait that it may be at whatever moment, however a difference of two times is rounded', () => {
    const now = vi.spyOn(performance, 'now');
    for (let moment = 0; moment < 1000; moment += 1) {
      now.mockReturnValue(moment * 997.3);
      const budget = createRetryBudget(() => {});
      expect(budget.grant('create, valid key', 10_000, limited(604_800_000), 1, ONE)).toBe(true);
    }
    now.mockRestore();
  });

  it('is what the target asks for, once', () => {
    expect(waiting([...BAD, ...BAD], limited(30_000))).toEqual([30_000, 0, 0, 0, 0, 0, 0, 0]);
  });

  it('is as long as ever where good keys are refused too', () => {
    const general = (budget: ReturnType<typeof createRetryBudget>) =>
      void budget.grant('list, valid key', 100, limited(), 1, ONE);
    expect(waiting(times('list, no valid key', 4), limited(), general)).toEqual([3100, 3100, 3100, 0]);
  });

  it('begins again once one of them is answered', () => {
    const budget = createRetryBudget(() => {});
    const ask = () => budget.grant('get, no valid key', 4000, limited(), 1, ONE);
    expect([ask(), (vi.advanceTimersByTime(4000), ask())]).toEqual([true, false]);
    budget.answered('get, no valid key', ONE);
    expect(ask()).toBe(true);
  });

  it('is fifteen seconds in the whole run, where bad keys are answered a few at a time', () => {
    const budget = createRetryBudget(() => {});
    const granted = Array.from({ length: 6 }, () => {
      const isGranted = budget.grant('get, no valid key', 4000, limited(4000), 1, ONE);
      vi.advanceTimersByTime(4000);
      budget.answered('get, no valid key', ONE);
      return isGranted;
    });
    expect(granted).toEqual([true, true, true, false, false, false]);
  });

  it('is shared by those that wait together', () => {
    const budget = createRetryBudget(() => {});
    const granted = BAD.map((lane) => {
      vi.advanceTimersByTime(10);
      return budget.grant(lane, 30_000, limited(30_000), 1, ONE);
    });
    expect(granted).toEqual([true, true, true, true]);
  });

  it('is two attempts where others are answered, until one is answered when it is sent again', () => {
    const budget = createRetryBudget(() => {});
    const busy: AttemptEnding = { kind: 'busy' };
    const again = () => [1, 2].map((attempt) => budget.grant('list, valid key', 100, busy, attempt, ONE));
    const inVain = () => {
      budget.exhausted('list, valid key', ONE);
      budget.answered('list, valid key', ONE);
    };
    inVain();
    expect(again()).toEqual([true, true]);
    inVain();
    expect(again()).toEqual([true, false]);
    expect(budget.grant('list, valid key', 100, { ...busy, retryAfterMs: 1000 }, 2, ONE)).toBe(true);
    expect(budget.grant('get, valid key', 100, busy, 2, ONE)).toBe(true);
    budget.helped('list, valid key', ONE);
    expect(again()).toEqual([true, true]);
  });

  it('ends early for a step of a sequence, once until others are answered, and never after a retry helped', () => {
    const budget = createRetryBudget(() => {});
    const givesUp = (retryAfterMs?: number) =>
      budget.givesUp('get, valid key', { kind: 'busy', retryAfterMs });
    expect(givesUp()).toBe(false);
    budget.answered('get, valid key', ONE);
    expect([givesUp(1000), givesUp(), givesUp()]).toEqual([false, true, false]);
    budget.answered('get, valid key', ONE);
    expect([givesUp(), budget.isFutile('get, valid key', ONE)]).toEqual([true, true]);
    budget.answered('get, valid key', ONE);
    budget.helped('get, valid key', ONE);
    expect([givesUp(), budget.isFutile('get, valid key', ONE)]).toEqual([false, false]);
  });

  it('is two attempts for what used up its own before, and without a key for what is not answered with one', () => {
    const budget = createRetryBudget(() => {});
    const second = (lane: RateLimitLane, asked: string) =>
      budget.grant(lane, 100, { kind: 'busy' }, 2, asked);
    budget.exhausted('list, valid key', ONE);
    budget.answered('list, valid key', '/v1/pets');
    expect(second('list, valid key', ONE)).toBe(false);
    expect(second('list, no valid key', ONE)).toBe(false);
    expect(second('list, valid key', '/v1/pets')).toBe(true);
    budget.answered('list, valid key', ONE);
    expect(second('list, valid key', ONE)).toBe(true);
    expect(second('list, no valid key', ONE)).toBe(true);
  });
});
