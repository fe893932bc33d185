import type { Pace } from './pace.ts';
import type { Stopper } from './stopper.ts';
import type { Operation } from '../../reports/exchange.ts';

/** Lets requests out at the pace that the target takes, and none of an operation while the target says so. */
export interface Gate {
  /**
   * Waits for a place; false where the run was stopped. Whoever got true has to call `leave`.
   * @param rank `first` goes before those that wait, `alone` also where everybody else is held, `solo` once nobody is inside
   */
  enter(operation: Operation, rank: Rank): Promise<boolean>;
  leave(): void;
  /** Until the returned function is called, nobody but `alone` and `solo` enters. */
  hold(): () => void;
  /** No request of this operation enters for so many milliseconds. */
  close(operation: Operation, ms: number): void;
  /** Resolves once nobody is inside or waits, or the run was stopped. */
  idle(): Promise<void>;
}

export type Rank = 'last' | 'first' | 'alone' | 'solo';

interface Waiting {
  readonly rank: Rank;
  readonly operation: Operation;
  readonly admit: (entered: boolean) => void;
}

export function createGate(pace: Pace, stopper: Stopper): Gate {
  const queue: Waiting[] = [];
  const idlers: (() => void)[] = [];
  const opensAt = new Map<Operation, number>();
  let enteredAt = -Infinity;
  let inside = 0;
  let holds = 0;
  let timer: NodeJS.Timeout | undefined;

  const mayEnter = ({ rank }: Waiting): boolean =>
    rank === 'solo' ? inside === 0 : holds === 0 || rank === 'alone';
  const opens = ({ operation }: Waiting): number => opensAt.get(operation) ?? 0;
  /** The animals first: what waits for them goes one step after another, and messages fill the places beside it. */
  const nextOf = (isReady: (waiting: Waiting) => boolean): number => {
    const at = queue.findIndex((waiting) => waiting.operation !== 'message' && isReady(waiting));
    return at < 0 ? queue.findIndex(isReady) : at;
  };
  const admit = (): void => {
    clearTimeout(timer);
    timer = undefined;
    while (inside < pace.limit) {
      const now = performance.now();
      const at = nextOf((waiting) => mayEnter(waiting) && opens(waiting) <= now);
      const next = now >= enteredAt + pace.spacing ? queue[at] : undefined;
      if (next === undefined) break;
      queue.splice(at, 1);
      inside += 1;
      enteredAt = now;
      next.admit(true);
    }
    const able = inside < pace.limit ? queue.filter(mayEnter) : [];
    if (able.length > 0) {
      const opening = Math.min(...able.map(opens));
      timer = setTimeout(admit, Math.max(enteredAt + pace.spacing, opening) - performance.now());
    }
    if (queue.length === 0 && inside === 0 && holds === 0) for (const idler of idlers.splice(0)) idler();
  };

  stopper.onStop(() => {
    clearTimeout(timer);
    for (const waiter of queue.splice(0)) waiter.admit(false);
    for (const idler of idlers.splice(0)) idler();
  });

  return {
    enter: (operation, rank) => {
      if (stopper.stopped) return Promise.resolve(false);
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
    idle: () =>
      new Promise((resolve) => {
        idlers.push(resolve);
        if (stopper.stopped) for (const idler of idlers.splice(0)) idler();
        else admit();
      }),
  };
}
