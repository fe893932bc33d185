import { describe, expect, it } from 'vitest';
import { retryAfterMs, retryDelayMs, type AttemptEnding } from '../../src/http/retry.ts';
import type { OutgoingRequest } from '../../src/http/types.ts';

describe('retryDelayMs', () => {
  const limited = (ms?: number): AttemptEnding => ({ kind: 'rate-limit', retryAfterMs: ms });
  const kind = (name: AttemptEnding['kind']): AttemptEnding => ({ kind: name, retryAfterMs: 0 });

  it.each<
    [
      what: string,
      ending: AttemptEnding,
      attempt: number,
      resend: OutgoingRequest['resend'],
      ms: number | null,
    ]
  >([
    ...[100, 200, 400, 800, 1600, null].map(
      (ms, at) => ['doubles from 100 ms', limited(), at + 1, 'refused', ms] as const satisfies unknown[],
    ),
    ['waits as asked', limited(2000), 3, 'always', 2000],
    ['waits as asked, up to a minute', limited(60_000), 1, 'always', 60_000],
    ['tries sooner where more is asked', limited(1e12), 1, 'always', 10_000],
    ['tries only once more then', limited(1e12), 2, 'always', null],
    ['is in no hurry for a zero, or a clock that is off', kind('unavailable'), 1, 'always', 100],
    ['tries a timeout again', kind('timeout'), 1, 'always', 100],
    ['tries a timeout once more', kind('timeout'), 2, 'always', null],
    ...(['dropped', 'timeout', 'final', 'answer', 'unavailable', 'busy'] as const).map(
      (name) =>
        [
          'repeats nothing but a 429 that may have had an effect',
          kind(name),
          1,
          'refused',
          null,
        ] as const satisfies unknown[],
    ),
  ])('%s: %j, attempt %d, %s: %s', (_, ending, attempt, resend, ms) => {
    expect(retryDelayMs(ending, attempt, resend)).toBe(ms);
  });
});

describe('retryAfterMs', () => {
  const now = Date.UTC(1994, 10, 6, 8, 49, 30);
  it.each([
    ['0', 0],
    [' 120 ', 120_000],
    ['Sun, 06 Nov 1994 08:49:37 GMT', 7000],
    ['Sunday, 06-Nov-94 08:49:37 GMT', 7000],
    ['Sun Nov  6 08:49:37 1994', 7000],
    ['Sun, 06 Nov 1994 08:49:00 GMT', 0],
    ['-1', undefined],
    ['1.5', undefined],
    ['soon', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('%j: %s', (header, expected) => {
    expect(retryAfterMs(header, now)).toBe(expected);
  });
});
