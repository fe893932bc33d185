import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Report } from '../../../reports/model.ts';

interface Coming {
  readonly moment: number;
  readonly happen: () => void;
}

/** The replay counts as stalled after this many event-loop turns, and then pauses of 10 ms, without a pending event. */
const PATIENCE = { turns: 50, pauses: 200 };
/** After this many recorded events for which nothing is pending, the replay takes the earliest pending event. */
const PASSED_OVER = 50;

export type ReplaySchedule = ReturnType<typeof createReplaySchedule>;

/** A clock that stands still while code is busy, then moves to the next event of the run; `waits`: when each timer fired. */
export function createReplaySchedule(waits: NonNullable<Report['waits']>) {
  /** Pending events: a timer has its number as the key, the end of an exchange has the result of `endOf`. */
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
  /** Moves on to the next event of the recorded run; returns false if no timer or exchange is pending for it. */
  const asRecorded = (): boolean => {
    const [which, after] = waits[cursor] ?? [0, Infinity];
    if (after <= ended) {
      cursor += 1;
      return take(which);
    }
    ended += 1;
    return take(endOf(ended));
  };
  /** Takes the earliest pending event, recorded or not. */
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
    /** Resolves when the recorded run reaches the end of exchange number `which` (by end), `when` milliseconds after its start. */
    exchange: (which: number, when: number): Promise<void> =>
      new Promise((happen) => void coming.set(endOf(which), { moment: when, happen })),
    /** Advances the clock until `work` is done; calls `onStall` if `work` is not done, but no event is left. */
    advanceUntil: async (work: Promise<unknown>, onStall: () => void): Promise<void> => {
      let done = false;
      const end = work.finally(() => (done = true));
      end.catch(() => undefined);
      for (let idle = 0; idle < PATIENCE.turns + PATIENCE.pauses;) {
        // Waits, so that code that the last event resumed can run before the clock advances again.
        await nextTurn();
        await (idle < PATIENCE.turns ? nextTurn() : sleep(10));
        if (done) break;
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
      if (!done) onStall();
      await end;
    },
  };
}
