import type { Operation } from '../../reports/exchange.ts';
import type { RateController } from './rate.ts';

/** `first` goes before those that wait, `alone` also where everybody else is held, and `solo` once nobody is under way. */
export type Rank = 'last' | 'first' | 'alone' | 'solo';

/** Lets requests out at the rate that the target takes, and none of an operation while the target says so. */
export interface RequestQueue {
  /** Waits for a place; false where the run was stopped. Whoever got true has to call `leave`. */
  enter(operation: Operation, rank: Rank): Promise<boolean>;
  leave(): void;
  /** Until the returned function is called, nobody but `alone` and `solo` enters. */
  hold(): () => void;
  /** No request of this operation enters for so many milliseconds. */
  close(operation: Operation, ms: number): void;
}

interface Waiting {
  readonly rank: Rank;
  readonly operation: Operation;
  readonly admit: (entered: boolean) => void;
}

/** @param signal when it is aborted, nobody waits any longer */
export function createQueue(
  rate: Pick<RateController, 'limit' | 'spacing'>,
  signal: AbortSignal,
): RequestQueue {
  const queue: Waiting[] = [];
  const opensAt = new Map<Operation, number>();
  let enteredAt = -Infinity;
  let inside = 0;
  let holds = 0;
  let timer: NodeJS.Timeout | undefined;

  const mayEnter = ({ rank }: Waiting): boolean => {
    if (rank === 'solo') return inside === 0;
    return holds === 0 || rank === 'alone';
  };
  const opens = ({ operation }: Waiting): number => opensAt.get(operation) ?? 0;

  const admit = (): void => {
    clearTimeout(timer);
    while (inside < rate.limit) {
      const now = performance.now();
      const isReady = (waiting: Waiting): boolean =>
        enteredAt + rate.spacing <= now && opens(waiting) <= now && mayEnter(waiting);
      // The animals first: what waits for them goes one step after another, and messages fill the places beside it.
      const next =
        queue.find((waiting) => waiting.operation !== 'message' && isReady(waiting)) ?? queue.find(isReady);
      if (next === undefined) {
        const opening = Math.max(enteredAt + rate.spacing, Math.min(...queue.filter(mayEnter).map(opens)));
        if (opening < Infinity) timer = setTimeout(admit, opening - now);
        return;
      }
      queue.splice(queue.indexOf(next), 1);
      inside += 1;
      enteredAt = now;
      next.admit(true);
    }
  };

  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    for (const waiting of queue.splice(0)) waiting.admit(false);
  });

  return {
    enter: (operation, rank) => {
      if (signal.aborted) return Promise.resolve(false);
      return new Promise((resolve) => {
        queue[rank === 'last' ? 'push' : 'unshift']({ rank, operation, admit: resolve });
        admit();
      });
    },
    leave: () => {
      inside -= 1;
      admit();
    },
    hold: () => {
      holds += 1;
      return () => {
        holds -= 1;
        admit();
      };
    },
    close: (operation, ms) => {
      opensAt.set(operation, Math.max(opensAt.get(operation) ?? 0, performance.now() + ms));
    },
  };
}
