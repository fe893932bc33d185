import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Report } from '../../../reports/model.ts';

/** Nothing can happen any more, and the replay is not done. */
export class StalledError extends Error {
  constructor() {
    super('nothing is left to do, and the run has not ended');
  }
}

interface Coming {
  readonly moment: number;
  readonly happen: () => void;
}

/** Turns of the event loop in which nothing happens, and pauses of 10 ms after those, before a run is taken to be stuck. */
const PATIENCE = { turns: 50, pauses: 200 };
/** Steps of the recorded run that are passed over, since what they wait for is not there, before anything else may happen. */
const PASSED_OVER = 50;

export type Schedule = ReturnType<typeof createSchedule>;

/**
 * A clock that stands still until no work is left, and then goes to the next event of the recorded run.
 * @param waits of the report, which say when each wait of the kit was over
 */
export function createSchedule(waits: NonNullable<Report['waits']>) {
  /** Waits by their numbers, exchanges by their ends. */
  const coming = new Map<number | string, Coming>();
  let moment = 0;
  let ended = 0;
  let begun = 0;
  let cursor = 0;

  const endOf = (which: number): string => `ended ${String(which)}`;
  const take = (which: number | string): boolean => {
    const found = coming.get(which);
    if (found === undefined) return false;
    coming.delete(which);
    moment = Math.max(moment, found.moment);
    found.happen();
    return true;
  };
  /** Advances to the next event of the recorded run; false if there is none. */
  const asRecorded = (): boolean => {
    const [which, after] = waits[cursor] ?? [0, Infinity];
    if (after <= ended) {
      cursor += 1;
      return take(which);
    }
    ended += 1;
    return take(endOf(ended));
  };
  /** Whatever is there, the earliest first. */
  const anything = (): void => {
    const [first] = [...coming].toSorted(([, a], [, b]) => a.moment - b.moment);
    if (first !== undefined) take(first[0]);
  };

  return {
    now: (): number => moment,
    pause: (ms: number): Promise<void> =>
      new Promise((happen) => {
        coming.set(begun, { moment: moment + ms, happen });
        begun += 1;
      }),
    /**
     * Resolves when its turn has come among the exchanges of the recorded run.
     * @param which its number in the order in which exchanges ended
     * @param when that was, milliseconds since the run began
     */
    exchange: (which: number, when: number): Promise<void> =>
      new Promise((happen) => void coming.set(endOf(which), { moment: when, happen })),
    /** Lets time pass until the work is done. Rejects where nothing is left that could happen, and it is not. */
    advanceUntil: async <T>(work: Promise<T>): Promise<T> => {
      let done = false;
      const end = work.finally(() => (done = true));
      end.catch(() => undefined);
      for (let idle = 0; idle < PATIENCE.turns + PATIENCE.pauses;) {
        // What was let go on has gone on once the event loop has come round.
        await nextTurn();
        await (idle < PATIENCE.turns ? nextTurn() : sleep(10));
        if (done) return end;
        idle = coming.size === 0 ? idle + 1 : 0;
        if (idle > 0) continue;
        const due = ended + cursor;
        while (!asRecorded()) {
          if (ended + cursor > due + PASSED_OVER) {
            anything();
            break;
          }
        }
      }
      throw new StalledError();
    },
  };
}
