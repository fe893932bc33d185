import { AsyncLocalStorage } from 'node:async_hooks';
import type { Ask, NoAnswer } from '../../http/types.ts';
import type { Reply } from './replies.ts';

const present = new AsyncLocalStorage<NonNullable<Ask['exclusive']>>();

/** Runs `fn`; every request that it sends, however deep, goes out with nothing else under way. */
export function withExclusive<T>(how: NonNullable<Ask['exclusive']>, fn: () => T): T {
  return present.run(how, fn);
}

export function currentExclusive(): Ask['exclusive'] {
  return present.getStore();
}

/** The limit of unanswered exclusive requests in a run; a timeout counts for several. */
const BUDGET = { all: 90, hang: 30 } as const;

export interface ExclusiveResult {
  readonly came?: Reply;
  readonly silences: readonly NoAnswer[];
  /** Whether the target did not answer anything for a while behind each of them. */
  readonly down: boolean;
}

/** Queues exclusive requests of a run; equal requests share one outcome. */
export class ExclusiveSender {
  readonly #known = new Map<string, ExclusiveResult>();
  #left: number = BUDGET.all;
  #turn: Promise<unknown> = Promise.resolve();

  /** Undefined, and nothing runs, where the budget is used up. */
  next(request: string, fn: () => Promise<ExclusiveResult>): Promise<ExclusiveResult | undefined> {
    const found = this.#turn.then(async () => {
      const known = this.#known.get(request);
      if (known !== undefined || this.isSpent) return known;
      const alone = await fn();
      this.#known.set(request, alone);
      return alone;
    });
    this.#turn = found.catch(() => undefined);
    return found;
  }

  /** Whether so much stayed without an answer that nothing more is sent alone. */
  get isSpent(): boolean {
    return this.#left <= 0;
  }

  spend(silence: NoAnswer): void {
    this.#left -= silence.why === 'timeout' ? BUDGET.hang : 1;
  }
}
