import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { RequirementId } from '../../requirements/index.ts';
import { createProgress } from '../../src/cli/run/progress.ts';
import type { Io } from '../../src/cli/io.ts';
import { exchange } from '../reports/fixture.ts';

/** Progress of so many checks, and what of it was written since it was last looked at. */
function progressOf(checks: number, interactive = false, columns = 80) {
  const stdout = Object.assign(new PassThrough(), { columns, rows: 24, isTTY: true });
  const text = () => (stdout.read() as Buffer | null)?.toString() ?? '';
  const io: Io = { stdout, stderr: stdout, env: {}, isTTY: interactive, columns, colour: false, ci: false };
  const { event, stop } = createProgress(io, { showsFailures: true });
  const planned = { id: 'list/limit', title: 'A check', concerns: [] };
  event({ kind: 'begun', tag: 'brkfst', checks: Array.from({ length: checks }, () => planned) });
  return {
    text,
    stop,
    traffic: (requests: number, check: string) =>
      event({
        kind: 'exchange',
        exchange: exchange('x1', { check }),
        traffic: { requests, retried: 0, created: 0 },
      }),
    passed: () => event({ kind: 'finished', outcome: { check: planned.id, findings: [] } }),
    failed: (requirement: RequirementId, message: string) =>
      event({
        kind: 'finished',
        outcome: {
          check: planned.id,
          findings: [
            { kind: 'violation', requirement, message, expected: '200', actual: '500', exchanges: [] },
          ],
        },
      }),
  };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }));
afterEach(() => void vi.useRealTimers());

describe('progress in a pipe', () => {
  test('is a plain line every ten seconds', () => {
    const { text, ...progress } = progressOf(100);
    for (let n = 1; n <= 100; n += 1) {
      vi.advanceTimersByTime(210);
      progress.traffic(n * 3, `list/check-${String(n)}`);
      if (n === 10) progress.failed('list.success', 'It said 500.');
      else progress.passed();
    }
    progress.stop();
    expect(text().split('\n')).toEqual([
      '47 of 100 checks (1 failed), 141 requests, 10 s so far: list/check-47',
      '95 of 100 checks (1 failed), 285 requests, 20 s so far: list/check-95',
      '',
    ]);
  });

  test('is nothing where the run is done before anyone would wonder', () => {
    const { text, ...progress } = progressOf(100);
    for (let n = 1; n <= 100; n += 1) {
      vi.advanceTimersByTime(20);
      progress.passed();
    }
    progress.stop();
    expect(text()).toBe('');
  });

  test('says now and then what takes so long', () => {
    const { text, ...progress } = progressOf(10);
    progress.traffic(1, 'auth/slow');
    vi.advanceTimersByTime(35_000);
    progress.stop();
    vi.advanceTimersByTime(60_000);
    expect(text()).toBe(
      [10, 20, 30]
        .map((seconds) => `0 of 10 checks, 1 requests, ${String(seconds)} s so far: auth/slow\n`)
        .join(''),
    );
  });

  test('tells once of a failed requirement, in one inert line, and of no warning', () => {
    const { text, ...progress } = progressOf(10, true, 0);
    progress.failed('list.success', 'It said \u001b[2J\n::error::x.');
    progress.failed('list.success', 'Again.');
    progress.failed('robust.no-5xx', 'A warning.');
    progress.stop();
    expect(text()).toBe(String.raw`FAIL list.success: It said \u001b[2J\n\u003a:error::x.` + '\n');
  });
});

describe('progress on a terminal', () => {
  test('is plain lines where it does not know its width', () => {
    const { text, ...progress } = progressOf(4, true, 0);
    vi.advanceTimersByTime(10_000);
    progress.stop();
    expect(text()).toBe('0 of 4 checks, 0 requests, 10 s so far\n');
  });

  test('is one line that is drawn over, shorter than the screen, and gone at the end', async () => {
    const { text, ...progress } = progressOf(4, true, 60);
    const shown = () => stripVTControlCharacters(text());
    progress.traffic(7, 'create/a-check-with-a-name-that-is-longer-than-most');
    vi.advanceTimersByTime(150);
    await vi.dynamicImportSettled();
    const first = shown();
    expect(first).toContain('[----------] 0 of 4 checks, 7 requests');
    for (const line of first.split(/[\r\n]/)) expect(line.length).toBeLessThan(60);

    progress.passed();
    vi.advanceTimersByTime(100);
    expect(shown()).toContain('[###-------] 1 of 4 checks');

    progress.failed('list.success', 'Listing is answered with 500.');
    expect(shown()).toContain('FAIL list.success: Listing is answered with 500.\n');

    vi.advanceTimersByTime(100);
    expect(shown()).toContain('2 of 4 checks (1 failed)');

    progress.stop();
    const last = text();
    expect(stripVTControlCharacters(last).trim()).toBe('');
    expect(last).toContain('\u001b[2K');
    vi.advanceTimersByTime(1000);
    expect(text()).toBe('');
    expect(vi.getTimerCount()).toBe(0);
  });
});
