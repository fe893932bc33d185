import { type RateLimitLane, rateLimitLaneOf } from './lanes.ts';
import type { OutgoingRequest } from './types.ts';

type Queued = Pick<OutgoingRequest, 'operation' | 'credential' | 'exclusive'>;

interface Waiting {
  readonly lane: RateLimitLane;
  readonly exclusive: OutgoingRequest['exclusive'] | undefined;
  /** Requests for animals go first, because checks wait for each of them in turn; messages take the remaining places. */
  readonly isMessage: boolean;
  readonly turn: number;
  readonly admit: (entered: boolean) => void;
}

/** Admits requests at the rate that the target accepts, and none of a lane while that lane is closed. */
export function createRequestQueue(
  rate: { readonly limit: number; readonly spacing: number },
  signal: AbortSignal,
) {
  /** Waiting requests, in the order in which they are sent if no lane is closed. */
  const line: Waiting[] = [];
  const opensAt = new Map<RateLimitLane, number>();
  let enteredAt = -Infinity;
  let inside = 0;
  let holds = 0;
  let timer: NodeJS.Timeout | undefined;

  const opens = ({ lane }: Waiting): number => opensAt.get(lane) ?? 0;
  /** True for a request that may be sent as soon as its lane is open. */
  const isNext = ({ exclusive }: Waiting): boolean => {
    if (exclusive === undefined) return holds === 0;
    return holds > 0 && (exclusive === 'retrying' || inside === 0);
  };

  const admit = (): void => {
    clearTimeout(timer);
    while (inside < rate.limit) {
      const now = performance.now();
      const paced = enteredAt + rate.spacing;
      const next = paced <= now ? line.find((one) => isNext(one) && opens(one) <= now) : undefined;
      if (next === undefined) {
        const opening = Math.max(paced, Math.min(...line.filter(isNext).map(opens)));
        if (opening < Infinity) timer = setTimeout(admit, opening - now);
        return;
      }
      line.splice(line.indexOf(next), 1);
      inside += 1;
      enteredAt = now;
      next.admit(true);
    }
  };

  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    for (const waiting of line.splice(0)) waiting.admit(false);
  });

  return {
    /** Resolves to true when the request may be sent (then call `leave`), to false after a stop. A retry keeps its turn. */
    enter: ({ exclusive, ...ask }: Queued, turn: number): Promise<boolean> => {
      if (signal.aborted) return Promise.resolve(false);
      return new Promise((resolve) => {
        const isMessage = ask.operation === 'message';
        const waiting = { lane: rateLimitLaneOf(ask), exclusive, isMessage, turn, admit: resolve };
        const at = line.findLastIndex((one) => (one.isMessage === isMessage ? one.turn <= turn : isMessage));
        line.splice(at + 1, 0, waiting);
        admit();
      });
    },
    leave: (): void => {
      inside -= 1;
      admit();
    },
    /** Admits only exclusive requests until the returned function is called. */
    hold: (): (() => void) => {
      holds += 1;
      return () => {
        holds -= 1;
        admit();
      };
    },
    close: (lane: RateLimitLane, ms: number): void => {
      opensAt.set(lane, Math.max(opensAt.get(lane) ?? 0, performance.now() + ms));
    },
  };
}
