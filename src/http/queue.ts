import { type RateLimitLane, rateLimitLaneOf, LANES_BY_INTERFACE } from './lanes.ts';
import type { OutgoingRequest } from './types.ts';

interface Waiting {
  readonly lane: RateLimitLane;
  readonly exclusive: OutgoingRequest['exclusive'] | undefined;
  readonly turn: number;
  readonly admit: (entered: boolean) => void;
}

/** Admits requests at the rate that the target accepts, and none of a lane while that lane is closed. */
export function createRequestQueue(
  rate: { readonly limit: number; readonly spacing: number },
  signal: AbortSignal,
) {
  /** Waiting requests of each lane, sorted by turn; only the first request of a lane can be the next to be sent. */
  const lines = new Map<RateLimitLane | 'exclusive', Waiting[]>();
  const opensAt = new Map<RateLimitLane, number>();
  let enteredAt = -Infinity;
  let inside = 0;
  let holds = 0;
  let timer: NodeJS.Timeout | undefined;

  const opens = ({ lane }: Waiting): number => opensAt.get(lane) ?? 0;
  /** Returns the first request of each lane that may be sent as soon as its time has come. */
  const heads = (): Waiting[] => {
    const line = (name: RateLimitLane | 'exclusive') => lines.get(name) ?? [];
    if (holds > 0) return line('exclusive').filter(({ exclusive }) => exclusive !== 'single' || inside === 0);
    const first = (some: readonly RateLimitLane[]) =>
      some.flatMap((name) => line(name).slice(0, 1)).toSorted((a, b) => a.turn - b.turn);
    // Requests for animals go first, because checks wait for each of them in turn; messages take the remaining places.
    return [...first(LANES_BY_INTERFACE.animals), ...first(LANES_BY_INTERFACE.messages)];
  };

  const admit = (): void => {
    clearTimeout(timer);
    while (inside < rate.limit) {
      const now = performance.now();
      const waiting = heads();
      const next = enteredAt + rate.spacing <= now ? waiting.find((one) => opens(one) <= now) : undefined;
      if (next === undefined) {
        const opening = Math.max(enteredAt + rate.spacing, Math.min(...waiting.map(opens)));
        if (opening < Infinity) timer = setTimeout(admit, opening - now);
        return;
      }
      const line = lines.get(next.exclusive === undefined ? next.lane : 'exclusive');
      line?.splice(line.indexOf(next), 1);
      inside += 1;
      enteredAt = now;
      next.admit(true);
    }
  };

  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    for (const waiting of [...lines.values()].flatMap((line) => line.splice(0))) waiting.admit(false);
  });

  return {
    /** Resolves to true when the request may be sent (then call `leave`), to false after a stop. A retry keeps its turn. */
    enter: (
      ask: Pick<OutgoingRequest, 'operation' | 'credential' | 'exclusive'>,
      turn: number,
    ): Promise<boolean> => {
      if (signal.aborted) return Promise.resolve(false);
      return new Promise((resolve) => {
        const { exclusive } = ask;
        const lane = rateLimitLaneOf(ask);
        const name = exclusive === undefined ? lane : 'exclusive';
        const line = lines.get(name) ?? [];
        lines.set(name, line);
        const at = line.findLastIndex((other) => other.turn <= turn) + 1;
        line.splice(at, 0, { lane, exclusive, turn, admit: resolve });
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
