import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { now, pause, withClock, repeatFor, waitUntil, type Clock } from '../../src/engine/target/clock.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

const never = () => false;

/** Time that passes only where somebody waits. */
function stepping(): Clock & { readonly pauses: readonly number[] } {
  let moment = 0;
  const pauses: number[] = [];
  return {
    pauses,
    now: () => moment,
    pause: (ms) => {
      pauses.push(ms);
      moment += ms;
      return Promise.resolve();
    },
  };
}

test('what runs by another clock waits on that alone, however deep', async () => {
  const clock = stepping();
  const asked: number[] = [];
  await withClock(clock, async () => {
    await pause(1_000_000);
    await waitUntil(2_000_000);
    // The last bad answer is given back, and was asked for at the deadline.
    const ask = () => Promise.resolve(asked.push(now()));
    expect(await repeatFor(50, ask, never, () => asked.at(-1))).toBe(3);
  });
  expect(clock.pauses).toEqual([1_000_000, 1_000_000, 20, 30]);
  expect(asked).toEqual([2_000_000, 2_000_020, 2_000_050]);
});

test.each([0, 30, 60])(
  'what was sent decides which attempt is the last, by a clock %d ms behind too',
  async (behind) => {
    const clock = stepping();
    const sent = [1000, 1021, 1062, 1099.9, 1100, 1101];
    const attempts = await withClock({ ...clock, now: () => 1000 + clock.now() - behind }, () => {
      let count = 0;
      const ask = () => Promise.resolve((count += 1));
      return repeatFor(100, ask, never, (attempt) => sent[attempt - 1]);
    });
    expect(attempts).toBe(5);
    expect(clock.pauses).toHaveLength(4);
  },
);

test('an attempt without a response is the last', async () => {
  const unanswered = () => undefined;
  await expect(repeatFor(Infinity, () => Promise.resolve(1), never, unanswered)).resolves.toBe(1);
});

test('outside of it the clock is the one of the machine', () => {
  const before = performance.now();
  expect(now()).toBeGreaterThanOrEqual(before);
  withClock(stepping(), () => expect(now()).toBe(0));
});

/** Where time and chance come from; all else takes them from there, so that a run can be replayed. */
const SOURCES = ['src/engine/target/clock.ts', 'src/engine/target/names.ts'];

const modules = ['src/engine', 'suites', 'generators'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name}`),
);

test.each(modules.filter((name) => !SOURCES.includes(name)))(
  '%s has no time and no chance of its own',
  (name) => {
    const text = readFileSync(join(root, name), 'utf8').replaceAll(/\/\*[^]*?\*\/|\/\/.*$/gmu, '');
    expect(text).not.toMatch(
      /performance\.now|Date\.now|new Date\(\)|setTimeout|setInterval|Math\.random|randomInt|randomBytes|randomUUID/u,
    );
  },
);
