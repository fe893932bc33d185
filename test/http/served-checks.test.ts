import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { attributeRequestsTo } from '../../src/http/request-scope.ts';
import { createServedChecks } from '../../src/http/served-checks.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('a check is left out while others of its lane are answered, and it never was', () => {
  const served = createServedChecks();
  const lane = 'create, valid key';
  const isLeftOut = (check: string): boolean => attributeRequestsTo(check, () => served.isLeftOut(lane));
  // Nobody was answered: the target may be down, or too busy for all.
  expect(isLeftOut('create/odd')).toBe(false);
  attributeRequestsTo('create/plain', () => served.answered(lane));
  expect(isLeftOut('create/odd')).toBe(true);
  expect(isLeftOut('create/plain')).toBe(false);
  expect(served.isLeftOut('list, valid key')).toBe(false);
  vi.advanceTimersByTime(1000);
  expect(isLeftOut('create/odd')).toBe(false);
  attributeRequestsTo('create/odd', () => served.answered(lane));
  expect(isLeftOut('create/odd')).toBe(false);
});
