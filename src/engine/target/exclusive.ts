import { AsyncLocalStorage } from 'node:async_hooks';
import { type Lane, laneOf } from '../../http/lanes.ts';
import type { Ask, NoAnswer } from '../../http/types.ts';
import type { Reply } from './replies.ts';

const present = new AsyncLocalStorage<NonNullable<Ask['exclusive']>>();

/** Runs `fn`; every request that it sends, however deep, goes out with nothing else under way. */
export function withExclusive<T>(how: NonNullable<Ask['exclusive']>, fn: () => T): T {
  return present.run(how, fn);
}

/** How the current code sends, where it sends alone. */
export function currentExclusive(): Ask['exclusive'] {
  return present.getStore();
}

/** What all of a run may send alone without an answer: one that hangs counts for several. */
const BUDGET = { all: 90, hang: 9 } as const;
/** Times in a row that requests of one lane are turned away when they are sent alone: then no more of them are. */
const LIMITED = 9;

/** What sending alone came to: an answer after all, or how it went each time. */
export interface ExclusiveResult {
  readonly came?: Reply;
  readonly silences: readonly NoAnswer[];
  /** Whether the target did not answer anything for a while behind each of them. */
  readonly down: boolean;
}

/** What is left to be sent alone in a run, one after another; the outcome of a request is known to all that ask for it. */
export class ExclusiveSender {
  readonly #known = new Map<string, ExclusiveResult>();
  readonly #limited = new Map<Lane, number>();
  #left: number = BUDGET.all;
  #turn: Promise<unknown> = Promise.resolve();

  /**
   * Runs `fn` once all before it ended; undefined, and nothing runs, where the budget is used up, or requests like it
   * are limited however alone they are sent.
   */
  next(ask: Ask, request: string, fn: () => Promise<ExclusiveResult>): Promise<ExclusiveResult | undefined> {
    const found = this.#turn.then(async () => {
      const known = this.#known.get(request);
      if (known !== undefined || this.areSpent(ask)) return known;
      const alone = await fn();
      if (alone.came !== undefined) this.#limited.delete(laneOf(ask));
      this.#known.set(request, alone);
      return alone;
    });
    this.#turn = found.catch(() => undefined);
    return found;
  }

  /** Whether so much stayed without an answer that nothing more like this is sent alone. */
  areSpent(ask: Ask): boolean {
    return this.#left <= 0 || (this.#limited.get(laneOf(ask)) ?? 0) >= LIMITED;
  }

  spend(silence: NoAnswer): void {
    this.#left -= silence.why === 'timeout' ? BUDGET.hang : 1;
    const lane = laneOf(silence.ask);
    if (silence.why === 'rate-limit' || silence.why === 'unavailable')
      this.#limited.set(lane, (this.#limited.get(lane) ?? 0) + 1);
  }
}
