import type { Report } from '../../reports/model.ts';
import { sendingBy } from '../http/sending.ts';
import type { Client } from '../http/types.ts';
import { notedClock, type Clock } from '../engine/clock.ts';

/** A client and a clock that note what a run is gone through again by. */
export interface Noted {
  readonly client: Client;
  readonly clock: Clock;
  /** As the report has them; grows while the run goes on. */
  readonly waits: NonNullable<Report['waits']>;
}

/**
 * Notes when waits end, when a request is given up only after others have ended, and which is left out though it was sent
 * before: everything else follows by itself.
 */
export function noteWaits(client: Client): Noted {
  const waits: [what: number | string, ended: number][] = [];
  let asked = 0;
  const note = (what: number | string): void => void waits.push([what, client.exchanges.length]);
  return {
    waits,
    clock: notedClock(note),
    client: sendingBy(client, async (ask) => {
      asked += 1;
      const which = asked;
      let turns = 0;
      const turn = (): void => {
        turns += 1;
        ask.turn?.();
      };
      const outcome = await client.send({ ...ask, turn }).catch((error: unknown) => {
        if (turns > 1) note(leftOut(which, turns - 1));
        throw error;
      });
      const { id, ended } = outcome.exchange;
      if (ended !== undefined && ended !== client.exchanges.length) note(id);
      return outcome;
    }),
  };
}

/**
 * How the report calls a request that was left out when it was to be sent again.
 * @param which the how-manieth it was to be asked for
 * @param sent how often it was sent before
 */
export function leftOut(which: number, sent: number): string {
  return `r${String(which)}/${String(sent)}`;
}

/** Whether an item of `waits` names a request that was left out. */
export function isLeftOut(what: number | string): boolean {
  return typeof what === 'string' && what.startsWith('r');
}
