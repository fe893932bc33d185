import type { NoAnswer } from '../../http/types.ts';
import type { Reply } from './replies.ts';

/** The budget of a run for exclusive requests without a response: each costs 1, a timeout costs `hang`. */
const BUDGET = { all: 90, hang: 30 } as const;

export interface ExclusiveSendResult {
  readonly came?: Reply;
  readonly silences: readonly NoAnswer[];
  /** True if the target seemed to be down: after each missing response, it answered the next request only after retries. */
  readonly down: boolean;
}

/** Sends the exclusive requests of a run one after another; equal requests share one result. */
export class ExclusiveSender {
  readonly #known = new Map<string, ExclusiveSendResult>();
  #left: number = BUDGET.all;
  #turn: Promise<unknown> = Promise.resolve();

  /** Runs `fn` after earlier requests, or returns the result of an equal one; undefined if the budget is used up. */
  next(request: string, fn: () => Promise<ExclusiveSendResult>): Promise<ExclusiveSendResult | undefined> {
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

  /** True once the budget for exclusive requests without a response is used up. */
  get isSpent(): boolean {
    return this.#left <= 0;
  }

  spend(silence: NoAnswer): void {
    this.#left -= silence.why === 'timeout' ? BUDGET.hang : 1;
  }
}
