import { expect, test } from 'vitest';
import { Triggers } from '../../src/watch/triggers.ts';

const never = new AbortController().signal;

test('what is said last counts, and gives up what the word before it called for', async () => {
  const triggers = new Triggers();
  triggers.judge('one');
  const first = await triggers.next(never);
  expect(first).toMatchObject({ judge: 'one' });
  expect(first?.signal.aborted).toBe(false);
  triggers.judge('two');
  triggers.wait('gone');
  expect(first?.signal.aborted).toBe(true);
  expect(await triggers.next(never)).toMatchObject({ wait: 'gone' });
});

test('what comes afterwards gives nothing up, and yields to what was said meanwhile', async () => {
  const triggers = new Triggers();
  triggers.judge('one');
  const first = await triggers.next(never);
  triggers.afterwards('later');
  expect(first?.signal.aborted).toBe(false);
  expect(await triggers.next(never)).toMatchObject({ judge: 'later' });
  triggers.wait('gone');
  triggers.afterwards('later');
  expect(await triggers.next(never)).toMatchObject({ wait: 'gone' });
});

test('the end wakes whoever waits, and gives up what is under way', async () => {
  const triggers = new Triggers();
  const end = new AbortController();
  triggers.judge('one');
  const first = await triggers.next(end.signal);
  const next = triggers.next(end.signal);
  end.abort();
  expect(await next).toBeUndefined();
  expect(first?.signal.aborted).toBe(true);
});
