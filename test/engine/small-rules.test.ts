import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { NEXT_STEP_BY_CAUSE, NEXT_STEP_WIDEN_SCOPE } from '../../src/engine/target/next-steps.ts';
import { flawSubjectKey } from '../../src/engine/plan/finding.ts';
import { groupBy } from '../../src/base/group-by.ts';
import { pause, repeatFor, waitUntil, withAbortablePauses } from '../../src/engine/target/clock.ts';
import { matchesGlob } from '../../src/base/glob.ts';
import { removalEraOf, isExcusedByRemoval } from '../../src/engine/target/removal.ts';
import type { RequirementId } from '../../requirements/index.ts';
import { refusal } from './fake-store.ts';
import { benchOf } from './context-of.ts';
import { deriveSeed } from '../../src/engine/target/draw.ts';

describe('the day of the removal', () => {
  it.each([
    ['2026-11-21', 'before'],
    ['2030-11-30', 'before'],
    ['2030-12-03', 'before'],
    // It is the fifth at UTC+14 already.
    ['2030-12-04', 'on-the-day'],
    ['2030-12-05', 'on-the-day'],
    // It is the fifth at UTC-12 still.
    ['2030-12-06', 'on-the-day'],
    ['2030-12-07', 'after'],
    ['2031-01-01', 'after'],
    ['2100-01-01', 'after'],
  ])('%s lies %s', (day, era) => {
    expect(removalEraOf(day)).toBe(era);
  });

  const NO_KEY = ['auth.accepted', 'error.object'] as const;
  const NO_ANIMAL = ['get.success', 'auth.missing'] as const;

  it.each<[operation: 'get' | 'list', status: number, exempt: readonly RequirementId[]]>([
    ['get', 200, []],
    ['get', 401, NO_KEY],
    ['get', 404, [...NO_KEY, ...NO_ANIMAL]],
    ['get', 500, NO_KEY],
    ['get', 403, [...NO_KEY, ...NO_ANIMAL]],
    ['get', 501, [...NO_KEY, 'robust.no-5xx', ...NO_ANIMAL]],
    ['list', 404, []],
  ])(
    'lets a %s that was answered with %i say nothing of %j, from the day on',
    async (operation, code, exempt) => {
      const { api } = benchOf(() => refusal(code)).context;
      const reply = await (operation === 'get' ? api.get(7n) : api.list());
      const asked = [...NO_KEY, 'robust.no-5xx', ...NO_ANIMAL] as const;
      const found = (day: string) => asked.filter((id) => isExcusedByRemoval(reply, id, day)).toSorted();
      expect(found('2030-12-03')).toEqual([]);
      expect(found('2030-12-05')).toEqual([...exempt].toSorted());
      expect(found('2030-12-07')).toEqual([...exempt].toSorted());
    },
  );
});

describe('patterns', () => {
  it.each([
    ['*', 'list.success', true],
    ['list.*', 'list.limit.default', true],
    ['list.*', 'list', false],
    ['*.success', 'get.success', true],
    ['list.*.default', 'list.limit.default', true],
    ['create/*', 'create/plain', true],
    ['create/*', 'recreate/plain', false],
    ['list.success', 'list.success', true],
    ['list.success', 'listXsuccess', false],
    ['list.succes', 'list.success', false],
    ['', 'list.success', false],
    ['[a-z]*', 'list', false],
    ['(list)', '(list)', true],
    [String.raw`a\d`, 'a1', false],
    ['a+', 'aa', false],
    ['$^', '$^', true],
  ])('%s and %s: %s', (pattern, name, expected) => {
    expect(matchesGlob(pattern, name)).toBe(expected);
  });

  it('take a name without a star for itself alone', () => {
    const text = fc.string().filter((one) => !one.includes('*'));
    const isAlone = (name: string, other: string) =>
      matchesGlob(name, name) && (name === other || !matchesGlob(name, other));
    fc.assert(fc.property(text, fc.string(), isAlone));
  });
});

describe('seeds', () => {
  it('are 32 bits, the same for the same purpose, and others for another', () => {
    fc.assert(
      fc.property(fc.integer(), fc.string(), (seed, label) => {
        expect(deriveSeed(seed, label)).toBe(deriveSeed(seed, label));
        expect(deriveSeed(seed, label) | 0).toBe(deriveSeed(seed, label));
        expect(deriveSeed(seed, label)).not.toBe(deriveSeed(seed, `${label}x`));
      }),
    );
  });

  it('are spread: neither neighbours of a seed nor like labels fall together', () => {
    const all = Array.from({ length: 200 }, (_, seed) =>
      ['a', 'b', 'ab'].map((label) => deriveSeed(seed, label)),
    ).flat();
    expect(new Set(all).size).toBe(all.length);
  });
});

describe('asking again until the answer is good', () => {
  /** How often is asked. */
  const asked = (ms: number, good: (n: number) => boolean, since?: number): Promise<number> => {
    let n = 0;
    return repeatFor(
      ms,
      () => Promise.resolve((n += 1)),
      good,
      () => performance.now(),
      since,
    );
  };

  it.each([
    ['once where the first answer is good', Infinity, undefined, 1, 1],
    ['once where there is no time', 0, undefined, Infinity, 1],
    ['once where the time has passed', 1000, -1000, Infinity, 1],
    ['until the answer is good', Infinity, undefined, 3, 3],
  ])('asks %s', async (_, ms, since, good, times) => {
    expect(await asked(ms, (n) => n >= good, since)).toBe(times);
  });

  it('stops when it is told to', async () => {
    const stop = new AbortController();
    const later = performance.now() + 3_600_000;
    const never = () => asked(Infinity, () => false);
    const waits = withAbortablePauses(stop.signal, () => [never(), waitUntil(later).then(() => 1)]);
    stop.abort();
    expect(await Promise.all(waits)).toEqual([1, 1]);
    // What is asked for later is no longer waited for.
    await withAbortablePauses(stop.signal, () => waitUntil(later));
  });

  it('never ends a wait early on the clock of the machine, whose timers may', async () => {
    const begun = performance.now();
    for (let turn = 1; turn <= 10; turn += 1) {
      await pause(3);
      expect(performance.now() - begun).toBeGreaterThanOrEqual(3 * turn);
    }
  });

  it('waits for no instant that has passed', async () => {
    await expect(waitUntil(performance.now() - 1000)).resolves.toBeUndefined();
  });
});

it('has a next step for each cause, and each part of the scope', () => {
  const { scope, ...steps } = NEXT_STEP_BY_CAUSE;
  expect(scope).toBeUndefined();
  for (const step of Object.values({ ...steps, ...NEXT_STEP_WIDEN_SCOPE }))
    expect(step).toMatch(/^[A-Z].*\.$/);
});

it('groups items by a key, in the order in which they come', () => {
  const groups = groupBy(['bb', 'a', 'cc', 'd', 'eee'], ({ length }) => length);
  expect([...groups]).toEqual([
    [2, ['bb', 'cc']],
    [1, ['a', 'd']],
    [3, ['eee']],
  ]);
  expect(groupBy([], () => 1).size).toBe(0);
});

it('names what failures are about, so that those of one thing find each other', () => {
  expect(flawSubjectKey.animal(7n)).toBe(flawSubjectKey.animal('7'));
  const all = [
    flawSubjectKey.animal(7n),
    flawSubjectKey.animal(undefined),
    flawSubjectKey.parameter('limit'),
    flawSubjectKey.parameter('limit', '7'),
    flawSubjectKey.parameter('status', 'sold'),
    flawSubjectKey.credential('list', 'none'),
    flawSubjectKey.answer('list', 401),
  ];
  expect(new Set(all).size).toBe(all.length);
});
