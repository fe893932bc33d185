import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Operation } from '../../reports/exchange.ts';
import { noCredential, validCredential } from '../../src/engine/target/credentials.ts';
import { createRequestQueue } from '../../src/http/queue.ts';

describe('the queue', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** A queue of this width, and the operations that went through it. */
  function queueOf(limit: number, spacing = 0) {
    const queue = createRequestQueue({ limit, spacing }, new AbortController().signal);
    const went: string[] = [];
    let turns = 0;
    const enter = (operation: Operation, turn = (turns += 1), credential = validCredential('key')): void =>
      void queue.enter({ operation, credential }, turn).then(() => went.push(operation));
    return { queue, went, enter };
  }

  it('holds those back who want what it is closed for, until it opens', async () => {
    const { queue, went, enter } = queueOf(2);
    queue.close('create, valid key', 1000);
    enter('create');
    enter('list');
    await vi.advanceTimersByTimeAsync(999);
    expect(went).toEqual(['list']);
    await vi.advanceTimersByTimeAsync(1);
    expect(went).toEqual(['list', 'create']);
  });

  it('lets those with the key go on while those without are held back', async () => {
    const { queue, went, enter } = queueOf(2);
    queue.close('list, no valid key', 1000);
    enter('list', 1, noCredential);
    enter('list', 2);
    await vi.advanceTimersByTimeAsync(999);
    expect(went).toEqual(['list']);
    await vi.advanceTimersByTimeAsync(1);
    expect(went).toEqual(['list', 'list']);
  });

  it('is as wide as the rate says, and lets those go first who were there before', async () => {
    const { queue, went, enter } = queueOf(1);
    enter('list');
    enter('get');
    enter('create', 0);
    await vi.advanceTimersByTimeAsync(0);
    expect(went).toEqual(['list']);
    queue.leave();
    queue.leave();
    await vi.advanceTimersByTimeAsync(0);
    expect(went).toEqual(['list', 'create', 'get']);
  });

  it('lets messages wait for the animals, and not the other way round', async () => {
    const { queue, went, enter } = queueOf(1);
    for (const name of ['list', 'message', 'create'] as const) enter(name);
    for (let count = 0; count < 3; count += 1) {
      await vi.advanceTimersByTimeAsync(0);
      queue.leave();
    }
    expect(went).toEqual(['list', 'create', 'message']);
  });

  it('lets requests out as far apart as the rate says', async () => {
    const { went, enter } = queueOf(8, 50);
    for (let count = 0; count < 4; count += 1) enter('list');
    await vi.advanceTimersByTimeAsync(99);
    expect(went).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(51);
    expect(went).toHaveLength(4);
  });
});
